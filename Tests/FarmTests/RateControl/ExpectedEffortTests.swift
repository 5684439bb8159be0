import Testing

@testable import RateControl

@Suite("Expected effort")
struct ExpectedEffortTests {
    @Test("the effort of an encode rises with its pictures, its coded share and its bits")
    func effort() {
        let effort = ExpectedEffort(pictureSamples: 1000)
        #expect(effort.effort(frames: 3, bits: nil, codedShare: nil) == 3000)
        #expect(effort.effort(frames: 3, bits: 100, codedShare: 0) > effort.effort(frames: 3, bits: 0, codedShare: 0))
        #expect(effort.effort(frames: 3, bits: 0, codedShare: 0.5) > effort.effort(frames: 6, bits: 0, codedShare: 0.1))
        // A short range with many bits takes longer than a long one with few bits.
        #expect(
            effort.effort(frames: 10, bits: 2000, codedShare: 0.2)
                > effort.effort(frames: 20, bits: 10, codedShare: 0.2)
        )
    }

    @Test(
        "the duration of a wave is that of workers that always take the longest remaining encode",
        arguments: [
            ([], 2, 0), ([5], 3, 5), ([4, 3, 3, 2], 1, 12), ([4, 3, 3, 2], 2, 6), ([2, 3, 3, 4], 2, 6),
            ([9, 1, 1, 1], 2, 9), ([1, 1, 1], 0, 3),
        ] as [([Double], Int, Double)]
    )
    func duration(_ efforts: [Double], _ workers: Int, _ expected: Double) {
        #expect(ExpectedEffort.duration(of: efforts, workers: workers) == expected)
    }
}
