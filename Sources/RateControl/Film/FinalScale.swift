import Foundation
import RateModel

/// Bits of the final preset for one bit that the analysis predicts at the same quantiser, range by range.
///
/// It is not the same for all scenes: the more bits a picture takes, the more of them the final preset saves, and where
/// nearly all of it is skipped it saves a third. A film of unlike scenes that is planned with one scale is planned
/// wrongly, by as much as the scenes of the sample are not those of the rest (Docs/Decisions/0002).
package struct FinalScale: Hashable, Sendable {
    /// What the analysis says of a range.
    package struct Kind: Hashable {
        /// Bits for each sample of its pictures at the film's quantiser, as a power of two.
        let density: Double
        /// Share of its pictures that is coded and not skipped, as a power of two.
        let coded: Double
        /// Bits at that quantiser.
        let bits: Double

        /// Creates a kind.
        ///
        /// - Parameter codedShare: 0 to 1; what is less than a hundredth counts as that.
        init(bits: Double, samples: Double, codedShare: Double) {
            density = log2(bits / samples)
            coded = log2(min(max(codedShare, 0), 1) + FinalScale.numbers.leastShare)
            self.bits = bits
        }

        /// By how many octaves the scale of such ranges lies above others': it falls steeply where next to nothing is
        /// coded.
        var trend: Double {
            let numbers = FinalScale.numbers
            let knee = log2(numbers.knee + numbers.leastShare)
            return numbers.slopeBelowKnee * min(coded, knee) + numbers.slopeAboveKnee * max(coded - knee, 0)
                + numbers.slopeOfDensity * density
        }

        /// By how many octaves less is coded than where what is skipped begins to decide; 0 of what moves.
        var stillness: Double { max(log2(FinalScale.numbers.knee + FinalScale.numbers.leastShare) - coded, 0) }

        /// How unlike two kinds are, in octaves.
        func distance(to other: Kind) -> Double {
            (pow(density - other.density, 2) + pow(coded - other.coded, 2)).squareRoot()
        }

        /// How much one says of the other: 1 of itself, next to nothing from two reaches on, where nothing else may be
        /// known.
        func likeness(to other: Kind) -> Double {
            exp(-pow(distance(to: other) / FinalScale.reach, 2) / 2) + FinalScale.numbers.leastLikeness
        }
    }

    /// What an encode of a range showed.
    struct Observation: Hashable {
        let range: Int
        let scale: Double
    }

    /// That of the film as a whole.
    let common: Double
    /// Those of ranges of which more is known, by their numbers.
    private let own: [Int: Double]

    private static let numbers = RateModelParameters.standard.scale
    static let reach = numbers.reach
    private static let bounds = numbers.bounds

    /// The same for all ranges.
    init(_ common: Double) {
        self.common = common
        own = [:]
    }

    /// What films had before anything of this one is encoded.
    init(prior common: Double, _ kinds: [Int: Kind]) {
        self.common = common
        let line = Line(kinds)
        own = kinds.mapValues { Self.kept(common * exp2(line.deviation(of: $0))) }
    }

    /// What a sample showed: a range is taken to be like those of the sample that are of its kind.
    ///
    /// - Parameters:
    ///   - common: of the sample as a whole.
    ///   - observations: in film order.
    init(learnt common: Double, _ observations: [Observation], _ kinds: [Int: Kind]) {
        self.common = common
        let line = Line(kinds)
        own = kinds.compactMapValues { kind in
            var (sum, weights) = (0.0, 0.0)
            for observation in observations where observation.scale > 0 {
                guard let other = kinds[observation.range] else { continue }
                let weight = kind.likeness(to: other)
                sum += weight * (log2(observation.scale) + line.deviation(of: kind) - line.deviation(of: other))
                weights += weight
            }
            return weights > 0 ? Self.kept(exp2(sum / weights)) : nil
        }
    }

    /// How far kinds lie from the film's mean, as far as that is to be believed: where the scenes of a film are so
    /// alike that the line moves them less than scales scatter around it, it says next to nothing.
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

    /// A scale within the bounds of what is believed.
    static func kept(_ scale: Double) -> Double { min(max(scale, bounds.lowerBound), bounds.upperBound) }

    /// The scale of a range.
    func of(_ range: Int) -> Double { own[range] ?? common }

    /// The least and the greatest of some ranges, which may be the film's.
    func spread(_ ranges: [Int]) -> (least: Double, greatest: Double) {
        let scales = ranges.map(of)
        return (scales.min() ?? common, scales.max() ?? common)
    }
}
