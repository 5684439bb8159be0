import Testing

@testable import RateControl

@Suite("Steps of pass 2")
struct EncodingStepsTests {
    /// Bits that fall from range to range, in another order than that of the film.
    private static func bits(_ count: Int) -> [(range: Int, bits: Double)] {
        (0..<count).map { (range: $0, bits: 1000 / Double(($0 * 7) % max(count, 1) + 1)) }
    }

    @Test("every range is in exactly one step, and no step is empty", arguments: 0...140)
    func partition(count: Int) {
        for steps in [false, true].map({ EncodingSteps(Self.bits(count), isAnalysed: $0) }) {
            #expect(steps.ranges.joined().sorted() == Array(0..<count))
            #expect(steps.ranges.allSatisfy { !$0.isEmpty && $0 == $0.sorted() } || count == 0)
        }
    }

    @Test("the order in which ranges are given does not matter", arguments: [false, true])
    func order(isAnalysed: Bool) {
        let (forward, backward) = (Self.bits(90), Array(Self.bits(90).reversed()))
        #expect(EncodingSteps(forward, isAnalysed: isAnalysed) == EncodingSteps(backward, isAnalysed: isAnalysed))
    }

    @Test(
        "the first step is small, and films of few ranges have few steps",
        arguments: [(1, [1]), (3, [3]), (4, [2, 2]), (6, [2, 2, 2]), (22, [2, 10, 10]), (63, [7, 28, 28])]
    )
    func sizes(count: Int, expected: [Int]) {
        #expect(EncodingSteps(Self.bits(count), isAnalysed: true).ranges.map(\.count) == expected)
    }

    @Test("each step has busy and quiet ranges", arguments: [false, true])
    func kinds(isAnalysed: Bool) {
        let film = (0..<96).map { (range: $0, bits: $0 < 48 ? 1000.0 + Double($0) : 10.0 + Double($0)) }
        for step in EncodingSteps(film, isAnalysed: isAnalysed).ranges {
            #expect(step.contains { $0 < 48 } && step.contains { $0 >= 48 })
        }
    }

    @Test(
        "without an analysis the first and the last steps are small, and films of very many ranges have fewer steps",
        arguments: [(200, [25, 40, 49, 40, 25, 12, 9]), (512, [64, 256, 115, 77]), (720, [90, 256, 256, 118])]
    )
    func unanalysed(count: Int, expected: [Int]) {
        #expect(EncodingSteps(Self.bits(count), isAnalysed: false).ranges.map(\.count) == expected)
    }
}
