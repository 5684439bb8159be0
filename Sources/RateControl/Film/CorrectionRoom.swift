import Foundation
import Jobs
import Media
import RateModel

/// What a range can give or take when it is encoded again for the film's total.
///
/// Ranges of a film are planned at quantisers of their own; what is planned wrongly lands beside them, and a film that
/// was planned wrongly as a whole beside all of them alike. What shows is a range that departs from its plan further
/// than the film does: that is its deviation, and how far it may be taken is said in the same steps.
struct CorrectionRoom {
    let result: RangeResult
    /// How long its encode takes, see `ExpectedEffort`.
    let effort: Double
    /// Quantiser steps by which it is coarser than planned, beyond what the film is.
    let deviation: Double
    /// Where it is encoded, on its own rate curve; nil without one.
    private let quantizer: Double?

    /// Bits that it takes at a deviation, by its own rate curve; by six steps for each doubling where it has none.
    func bits(atDeviation wanted: Double) -> Double {
        let steps = wanted - deviation
        guard let curve = result.rateCurve, let quantizer else {
            return Double(result.bits) * exp2(-steps / RateModelParameters.standard.assumption.stepsPerOctave)
        }
        let other = min(max(quantizer + steps, 0), 69)
        return Double(result.bits) * curve.bits(atQuantizer: other) / curve.bits(atQuantizer: quantizer)
    }

    /// Bits that it gives (positive) or takes (negative) when it is taken to a deviation; 0 when it is there or beyond.
    ///
    /// - Parameter isTooLarge: true for a film that takes too many bits, whose ranges get coarser.
    func change(toDeviation wanted: Double, isTooLarge: Bool) -> Double {
        guard isTooLarge ? deviation < wanted : deviation > wanted else { return 0 }
        return Double(result.bits) - bits(atDeviation: wanted)
    }

    // MARK: - Of a film

    /// The room of every range, in film order.
    ///
    /// - Parameter effort: how long an encode takes.
    static func rooms(of film: EncodedFilm, effort: (RangeResult) -> Double) -> [CorrectionRoom] {
        let accepted = film.accepted.sorted { $0.range < $1.range }
        let quantizers = accepted.map { $0.bits > 0 ? $0.rateCurve?.quantizer(forBits: Double($0.bits)) : nil }
        let planned = planned(film)
        let departures = zip(accepted, quantizers).map { result, quantizer in
            quantizer.flatMap { at in (planned[result.range] ?? own(result)).map { at - $0 } } ?? 0
        }
        let bits = accepted.reduce(0) { $0 + Double($1.bits) }
        let weighted = zip(accepted, departures).reduce(0) { $0 + Double($1.0.bits) * $1.1 }
        let common = bits > 0 ? weighted / bits : 0
        return accepted.indices.map { index in
            CorrectionRoom(
                result: accepted[index],
                effort: effort(accepted[index]),
                deviation: departures[index] - common,
                quantizer: quantizers[index]
            )
        }
    }

    /// The quantisers that ranges were planned at in pass 2, by their numbers, where that is known.
    private static func planned(_ film: EncodedFilm) -> [Int: Double] {
        let targets = film.allocations.filter { $0.pass == 2 }.flatMap(\.targets).filter {
            $0.role == .fed && $0.statisticsPass == 1
        }
        let told = Dictionary(targets.map { ($0.range, $0) }, uniquingKeysWith: { first, _ in first })
        let analysed = film.analysis.compactMap { result -> (Int, Double)? in
            guard let target = told[result.range], let bits = target.targetBits, target.statisticsScale > 0 else {
                return nil
            }
            return result.rateCurve.map { (result.range, $0.quantizer(forBits: Double(bits) / target.statisticsScale)) }
        }
        return Dictionary(analysed, uniquingKeysWith: { first, _ in first })
    }

    /// The one at which it would have its target's bits.
    private static func own(_ result: RangeResult) -> Double? {
        guard let bits = result.targetBits, bits > 0 else { return nil }
        return result.rateCurve?.quantizer(forBits: Double(bits))
    }
}
