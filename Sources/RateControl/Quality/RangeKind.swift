import Foundation
import Jobs
import RateModel

/// What the analysis shows of a range: how many bits its pictures take, and how much of them is coded.
package struct RangeKind: Hashable, Sendable {
    /// Bits per frame, as a binary logarithm: all ranges of a film have frames of one size.
    private let density: Double
    /// Share of its pictures that is coded and not skipped, as a binary logarithm.
    private let coded: Double

    private static let numbers = RateModelParameters.standard.quality

    /// Octaves between two ranges at which one tells little about the other.
    static let reach = numbers.reach

    /// The kind of a range by its analysis, which has one rate factor for all ranges; nil without a rate curve or bits.
    init?(_ analysis: RangeResult) {
        guard let curve = analysis.rateCurve, analysis.bits > 0, !analysis.frames.isEmpty else { return nil }
        self.init(bitsPerFrame: Double(analysis.bits) / Double(analysis.frames.count), codedShare: curve.codedShare)
    }

    /// Creates a kind.
    ///
    /// - Parameters:
    ///   - bitsPerFrame: positive.
    ///   - codedShare: 0 to 1; `leastShare` is added to it.
    init(bitsPerFrame: Double, codedShare: Double) {
        density = log2(bitsPerFrame)
        coded = log2(codedShare + Self.numbers.leastShare)
    }

    /// Octaves from the coded share up to `stillShare`; 0 for ranges with more than that, which move.
    var stillness: Double { max(log2(Self.numbers.stillShare + Self.numbers.leastShare) - coded, 0) }

    /// How different two kinds are, in octaves.
    func distance(to other: RangeKind) -> Double {
        (pow(density - other.density, 2) + pow(coded - other.coded, 2)).squareRoot()
    }

    /// The weight of one kind for another: 1 for equal kinds, almost 0 beyond twice the `reach`. It is never 0, as
    /// there may be no other knowledge.
    func likeness(to other: RangeKind) -> Double {
        exp(-pow(distance(to: other) / Self.reach, 2) / 2) + Self.numbers.leastLikeness
    }
}
