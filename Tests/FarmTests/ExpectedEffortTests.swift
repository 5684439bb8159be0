import Testing

@testable import Farm

@Suite("Expected effort")
struct ExpectedEffortTests {
    @Test("pictures and bits both count")
    func effort() {
        let effort = ExpectedEffort(pictureSamples: 1000)
        #expect(effort.effort(frames: 3, bits: nil) == 3000)
        #expect(effort.effort(frames: 3, bits: 100) > effort.effort(frames: 3, bits: 0))
        // A short range of many bits takes longer than a long one of few.
        #expect(effort.effort(frames: 10, bits: 2000) > effort.effort(frames: 20, bits: 100))
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
