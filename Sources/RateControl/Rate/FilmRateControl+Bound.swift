import Jobs
import Media
import RateModel

/// Ranges of a film with `optimize` whose quality is too far below what one quantiser for all ranges would give them.
///
/// Plans keep within the bound, but the quality of single ranges is predicted poorly. After the encode it is measured.
/// A range below the bound is encoded again with the bits that one quantiser would give it. It takes them from the
/// film's total.
extension FilmRateControl {
    /// How the quality of ranges compares with that of one quantiser, by range number; empty for a film without
    /// `optimize`.
    func standings(of film: EncodedFilm) -> [Int: QualityStanding] {
        guard let optimized, let budgetBits else { return [:] }
        let curves = inFilmOrder(film.accepted).compactMap { result -> (curve: RateCurve, scale: Double)? in
            guard result.bits > 0, let curve = result.rateCurve else { return nil }
            let bits = Double(result.bits)
            let quantizer = curve.quantizer(forBits: bits)
            return (curve, bits / curve.bits(atQuantizer: quantizer))
        }
        guard curves.count == film.plan.ranges.count else { return [:] }
        // The bits of the encodes show which quantiser would have been right for all ranges. It was not known when the
        // sample was planned.
        let quantizer = EncoderRateModel.solve { quantizer in
            curves.reduce(-budgetBits) { $0 + $1.scale * $1.curve.bits(atQuantizer: quantizer) }
        }
        let standings = film.accepted.compactMap { QualityStanding($0, metric: optimized, film: quantizer) }
        return Dictionary(standings.map { ($0.result.range, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The ranges that are raised, in film order. Those with the largest loss are chosen first, within the budget of
    /// frames. One range is always allowed.
    ///
    /// - Parameter frames: frames that may still be encoded again.
    func raised(_ standings: [Int: QualityStanding], in film: EncodedFilm, within frames: Double) -> [QualityStanding] {
        let limited = limitedByBuffer(in: film)
        let below = standings.values.filter { standing in
            standing.isBelowBound && !limited.contains(standing.result.range)
        }.sorted { left, right in
            let (loss, other) = (left.balanced - left.value, right.balanced - right.value)
            return loss != other ? loss > other : left.result.range < right.result.range
        }
        var chosen: [QualityStanding] = []
        var count = 0.0
        for standing in below {
            let cost = Double(standing.result.frames.count)
            guard chosen.isEmpty && film.framesEncodedAgain == 0 || count + cost <= frames else { continue }
            chosen.append(standing)
            count += cost
        }
        return chosen.sorted { $0.result.range < $1.result.range }
    }

    /// The target of a range that is raised.
    func raisedTarget(_ standing: QualityStanding, in film: EncodedFilm) -> RangeTarget {
        var target = refed(standing.result, bits: standing.balancedBits, in: film)
        target.forecast = standing.forecast(bits: standing.balancedBits)
        return target
    }
}
