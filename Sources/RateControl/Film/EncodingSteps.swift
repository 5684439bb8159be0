import RateModel

/// The ranges of each step of pass 2.
///
/// The first step is small: it is planned with the scale of other films. What it takes shows the scale of this film.
/// Every step has ranges of all kinds, so that no kind is planned without an encode of its kind.
struct EncodingSteps: Hashable {
    /// The numbers of the ranges in each step, in film order. Every range is in one step; no step is empty.
    let ranges: [[Int]]

    private static let numbers = RateModelParameters.standard.steps

    /// Divides the ranges of a film.
    ///
    /// - Parameters:
    ///   - bits: the bits that each range is expected to take.
    ///   - isAnalysed: whether the film was analysed; if not, an encode may take far more or fewer bits than expected.
    init(_ bits: [(range: Int, bits: Double)], isAnalysed: Bool) {
        var left = bits.sorted { ($1.bits, $0.range) < ($0.bits, $1.range) }
        var steps: [[Int]] = []
        for share in Self.shares(rangeCount: bits.count, isAnalysed: isAnalysed) where !left.isEmpty {
            let least = steps.isEmpty ? Self.numbers.leastFirst : 1
            let wanted = max(Int(Double(left.count) * share), least)
            let count = min(share < 1 ? Self.inWholeRounds(wanted) : wanted, left.count)
            // Evenly spaced from the most bits to the fewest.
            let places = Set((0..<count).map { (2 * $0 + 1) * left.count / (2 * count) })
            steps.append(places.map { left[$0].range }.sorted())
            left = left.indices.filter { !places.contains($0) }.map { left[$0] }
        }
        ranges = steps
    }

    /// The nearest multiple of the slots of a large cluster, for a step with as many ranges or more.
    private static func inWholeRounds(_ count: Int) -> Int {
        let slots = numbers.slotCount
        return count < slots ? count : (count + slots / 2) / slots * slots
    }

    /// The part of the ranges that are left when a step begins which is in the step, for each step.
    private static func shares(rangeCount: Int, isAnalysed: Bool) -> [Double] {
        guard isAnalysed else {
            return rangeCount < numbers.leastManyRanges ? numbers.sharesWithoutAnalysis : numbers.sharesOfManyRanges
        }
        if rangeCount < numbers.leastRanges { return [1] }
        return numbers.rangesOfThreeSteps.contains(rangeCount) ? numbers.sharesOfThree : numbers.sharesOfTwo
    }
}
