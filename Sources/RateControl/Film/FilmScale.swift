import Foundation
import RateModel

/// Bits of the final preset for one bit that the analysis predicts at the same quantiser: one number for a film.
///
/// It differs from range to range by a tenth and more. It is still the same for all of them: a range whose scale is
/// below the film's is planned with more bits, and is finer, which costs the film less than wrong guesses do
/// (Docs/Decisions/0085).
struct FilmScale {
    /// The sum of the binary logarithms of the scales that encodes showed.
    private var octaves: Double
    /// How many encodes are in the sum.
    private var weight: Double

    private static let numbers = RateModelParameters.standard.scale

    /// Creates a scale before anything is encoded.
    ///
    /// - Parameter prior: the scale by other films, which counts for `priorWeight` encodes.
    init(prior: Double) {
        weight = Self.numbers.priorWeight
        octaves = weight * log2(prior)
    }

    /// Adds the encode of a range. Encodes are added in film order: sums of floating-point numbers depend on it.
    ///
    /// - Parameters:
    ///   - taken: its bits.
    ///   - planned: the bits that the analysis predicts at its quantiser.
    mutating func add(taken: Double, planned: Double) {
        guard taken > 0, planned > 0 else { return }
        octaves += log2(Self.clamped(taken / planned))
        weight += 1
    }

    /// The scale so far: the geometric mean. 1 while nothing is known.
    var value: Double { weight > 0 ? Self.clamped(exp2(octaves / weight)) : 1 }

    /// The nearest scale within the bounds.
    static func clamped(_ scale: Double) -> Double {
        min(max(scale, numbers.bounds.lowerBound), numbers.bounds.upperBound)
    }
}
