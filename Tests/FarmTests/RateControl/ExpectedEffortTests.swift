import Testing

@testable import RateControl

@Suite("Expected effort")
struct ExpectedEffortTests {
    @Test("pictures, what of them is coded, and bits all count")
    func effort() {
        let effort = ExpectedEffort(pictureSamples: 1000)
        #expect(effort.effort(frames: 3, bits: nil, codedShare: nil) == 3000)
        #expect(effort.effort(frames: 3, bits: 100, codedShare: 0) > effort.effort(frames: 3, bits: 0, codedShare: 0))
        #expect(effort.effort(frames: 3, bits: 0, codedShare: 0.5) > effort.effort(frames: 6, bits: 0, codedShare: 0.1))
        // A short range of many bits takes longer than a long one of few.
        #expect(
            effort.effort(frames: 10, bits: 2000, codedShare: 0.2)
                > effort.effort(frames: 20, bits: 10, codedShare: 0.2)
        )
    }

    @Test(
        "workers take the longest that is left",
        arguments: [
            ([], 2, 0), ([5], 3, 5), ([4, 3, 3, 2], 1, 12), ([4, 3, 3, 2], 2, 6), ([2, 3, 3, 4], 2, 6),
            ([9, 1, 1, 1], 2, 9), ([1, 1, 1], 0, 3),
        ] as [([Double], Int, Double)]
    )
    func duration(_ efforts: [Double], _ workers: Int, _ expected: Double) {
        #expect(ExpectedEffort.duration(of: efforts, workers: workers) == expected)
    }
}
