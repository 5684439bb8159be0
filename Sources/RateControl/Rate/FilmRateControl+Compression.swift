import Foundation
import Jobs
import RateModel

/// How `balanced` departs from one quantiser: a busy range is a little coarser than the film, a quiet one a little
/// finer.
///
/// With cutree, libx265's two passes over a whole film plan all P pictures at one quantiser. Its `qcomp`, which would
/// give complex pictures a coarser one, has no effect. One quantiser gives busy scenes more bits than they are worth by
/// the film's mean squared error, and even more by SSIM, VMAF and XPSNR. So the quantiser of a range rises with the
/// bits that it takes at the film's quantiser (Decisions 0040).
extension FilmRateControl {
    private static let stepsPerOctave = RateModelParameters.standard.departure.stepsPerOctave
    private static let most = RateModelParameters.standard.departure.most

    /// The course of a film without `optimize`.
    ///
    /// - Parameters:
    ///   - analysis: the results of all ranges, in film order.
    ///   - remaining: the ranges of `analysis` that are not encoded yet.
    ///   - left: bits for these ranges.
    ///   - last: a course that is probably near, which saves time.
    func compressedCourse(
        _ analysis: [RangeResult],
        remaining: some Sequence<RangeResult>,
        scale: Double,
        bits left: Double,
        in plan: Plan,
        near last: FilmCourse? = nil
    ) -> FilmCourse {
        // Computed from all ranges, so that the sample and the rest depart from the same quantiser.
        let common = filmQuantizer(analysis, scale: scale, bits: budgetBits ?? left, in: plan, near: last?.common)
        let departures = departures(analysis, at: common, scale: scale, in: plan)
        var sum = plannedSum(remaining, offsets: departures, scale: scale, in: plan)
        let quantizer = sum.quantizer(from: -left, near: last?.quantizer)
        return FilmCourse(quantizer: quantizer, common: common, offsets: departures)
    }

    /// By how many quantiser steps ranges depart from the film's quantiser, by range number.
    func departures(
        _ analysis: [RangeResult],
        at quantizer: Double,
        scale: Double,
        in plan: Plan
    ) -> [Int: Double] {
        let shares = analysis.map { result in
            let bits = max(plannedBits(result, quantizer: quantizer, scale: scale, in: plan), 1)
            return (range: result.range, bits: bits, octaves: log2(bits / Double(max(result.frames.count, 1))))
        }
        let bits = shares.reduce(0) { $0 + $1.bits }
        guard bits > 0 else { return [:] }
        // A range with as many bits per frame as the mean over the film's bits does not depart.
        let middle = shares.reduce(0) { $0 + $1.bits * $1.octaves } / bits
        return Dictionary(
            shares.map { share in
                let steps = Self.stepsPerOctave * (share.octaves - middle)
                return (share.range, min(max(steps, -Self.most), Self.most))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
