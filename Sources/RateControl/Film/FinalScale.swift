import Foundation
import RateModel

/// Bits of the final preset for one bit that the analysis predicts at the same quantiser, range by range.
///
/// It differs from scene to scene. The more bits a picture takes, the more of them the final preset saves. Where nearly
/// all of a picture is skipped, it saves a third. With one scale for all ranges, a film of different scenes would be
/// planned wrongly where the scenes of the sample differ from the others (Docs/Decisions/0002).
package struct FinalScale: Hashable, Sendable {
    /// What the analysis shows of a range.
    package struct Kind: Hashable {
        /// Bits per sample of its pictures at the film's quantiser, as a binary logarithm.
        let density: Double
        /// Share of its pictures that is coded and not skipped, as a binary logarithm.
        let coded: Double
        /// Bits at that quantiser.
        let bits: Double

        /// Creates a kind.
        ///
        /// - Parameter codedShare: 0 to 1; `leastShare` is added to it.
        init(bits: Double, samples: Double, codedShare: Double) {
            density = log2(bits / samples)
            coded = log2(min(max(codedShare, 0), 1) + FinalScale.numbers.leastShare)
            self.bits = bits
        }

        /// By how many octaves the scale of such ranges is above that of others. It falls steeply where almost nothing
        /// is coded.
        var trend: Double {
            let numbers = FinalScale.numbers
            let knee = log2(numbers.knee + numbers.leastShare)
            return numbers.slopeBelowKnee * min(coded, knee) + numbers.slopeAboveKnee * max(coded - knee, 0)
                + numbers.slopeOfDensity * density
        }

        /// Octaves from the coded share up to `knee`; 0 for ranges with more than that, which move.
        var stillness: Double { max(log2(FinalScale.numbers.knee + FinalScale.numbers.leastShare) - coded, 0) }

        /// How different two kinds are, in octaves.
        func distance(to other: Kind) -> Double {
            (pow(density - other.density, 2) + pow(coded - other.coded, 2)).squareRoot()
        }

        /// The weight of one kind for another: 1 for equal kinds, almost 0 beyond twice the `reach`. It is never 0, as
        /// there may be no other knowledge.
        func likeness(to other: Kind) -> Double {
            exp(-pow(distance(to: other) / FinalScale.reach, 2) / 2) + FinalScale.numbers.leastLikeness
        }
    }

    /// The scale that an encode of a range showed.
    struct Observation: Hashable {
        let range: Int
        let scale: Double
    }

    /// The scale of the film as a whole.
    let common: Double
    /// The scales of ranges of which more is known, by range number.
    private let own: [Int: Double]

    private static let numbers = RateModelParameters.standard.scale
    static let reach = numbers.reach
    private static let bounds = numbers.bounds

    /// One scale for all ranges.
    init(_ common: Double) {
        self.common = common
        own = [:]
    }

    /// The scales by other films, before anything of this film is encoded.
    init(prior common: Double, _ kinds: [Int: Kind]) {
        self.common = common
        let line = Line(kinds)
        own = kinds.mapValues { Self.clamped(common * exp2(line.deviation(of: $0))) }
    }

    /// The scales by a sample: a range is assumed to be like the ranges of the sample that are of its kind.
    ///
    /// - Parameter common: the scale of the sample as a whole.
    init(learnt common: Double, _ learner: Learner) {
        self.common = common
        own = learner.scales
    }

    /// What a sample that grows shows of the scales. Observations are added in film order: sums of floating-point
    /// numbers depend on their order.
    struct Learner {
        private struct Entry {
            let range: Int
            let kind: Kind
            let deviation: Double
            var sum = 0.0
            var weights = 0.0
            /// The binary logarithm of the scale by other films.
            let prior: Double
            /// How many encodes it counts for.
            var priorWeight: Double
        }

        private var entries: [Entry]
        private let places: [Int: Int]

        /// Knows the scales by other films. They count as much as some encodes of ranges of the same kind, because the
        /// first step has few ranges, and one of them may be unlike all others.
        ///
        /// - Parameter common: the scale of the film by other films; nil after a rough analysis, whose scale they do
        ///   not predict.
        init(prior common: Double?, _ kinds: [Int: Kind]) {
            let line = Line(kinds)
            entries = kinds.keys.sorted().compactMap { range in
                guard let kind = kinds[range] else { return nil }
                guard let common else { return Entry(range: range, kind: kind, deviation: 0, prior: 0, priorWeight: 0) }
                let deviation = line.deviation(of: kind)
                let weight = FinalScale.numbers.priorWeight
                let prior = log2(common) + deviation
                return Entry(range: range, kind: kind, deviation: deviation, prior: prior, priorWeight: weight)
            }
            places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.range, $0.offset) })
        }

        /// Adds the scale that an encode of a range showed.
        mutating func add(_ observation: Observation) {
            guard observation.scale > 0, let place = places[observation.range] else { return }
            // For this range its own encode counts alone.
            entries[place].priorWeight = 0
            let (other, octaves) = (entries[place], log2(observation.scale))
            for index in entries.indices {
                let weight = entries[index].kind.likeness(to: other.kind)
                entries[index].sum += weight * (octaves + entries[index].deviation - other.deviation)
                entries[index].weights += weight
            }
        }

        /// The scales of the ranges, by number.
        fileprivate var scales: [Int: Double] {
            var scales: [Int: Double] = [:]
            for entry in entries {
                let weights = entry.weights + entry.priorWeight
                guard weights > 0 else { continue }
                scales[entry.range] = FinalScale.clamped(exp2((entry.sum + entry.priorWeight * entry.prior) / weights))
            }
            return scales
        }
    }

    /// How far the scales of kinds are from the film's mean, reduced by how far the line can be trusted. Where the
    /// scenes of a film are so similar that scales scatter more than the line rises, the deviation is almost 0.
    private struct Line {
        private let mean: Double
        private let belief: Double

        init(_ kinds: [Int: Kind]) {
            // Sums of floating-point numbers depend on their order.
            let ordered = kinds.keys.sorted().compactMap { kinds[$0] }
            let bits = ordered.reduce(0) { $0 + $1.bits }
            let mean = bits > 0 ? ordered.reduce(0) { $0 + $1.trend * $1.bits } / bits : 0
            let variance = bits > 0 ? ordered.reduce(0) { $0 + pow($1.trend - mean, 2) * $1.bits } / bits : 0
            self.mean = mean
            belief = variance / (variance + pow(FinalScale.numbers.scatter, 2))
        }

        /// In octaves.
        func deviation(of kind: Kind) -> Double { belief * (kind.trend - mean) }
    }

    /// The nearest scale within the bounds.
    static func clamped(_ scale: Double) -> Double { min(max(scale, bounds.lowerBound), bounds.upperBound) }

    /// The scale of a range.
    func of(_ range: Int) -> Double { own[range] ?? common }

    /// The least and the greatest scale of some ranges; the film's scale without any.
    func spread(_ ranges: [Int]) -> (least: Double, greatest: Double) {
        let scales = ranges.map(of)
        return (scales.min() ?? common, scales.max() ?? common)
    }
}
