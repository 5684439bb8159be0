import Foundation
import Jobs
import Media
import RateModel

/// How many bits a range can give or take when it is encoded again to correct the film's total.
///
/// Each range of a film is planned at its own quantiser. Its encode departs from that where the plan was wrong. If the
/// whole film was planned wrongly, all ranges depart alike, which is not visible. A range that departs further than the
/// film as a whole is visible. This difference, in quantiser steps, is its deviation. Corrections keep it small.
struct CorrectionRoom {
    let result: RangeResult
    /// Quantiser steps by which it is coarser than planned, less those by which the film is.
    let deviation: Double
    /// The quantiser of its encode by its own rate curve; nil without a curve.
    private let quantizer: Double?
    /// The bits that a decoder's buffer loses during the range: the most that it can take in addition.
    private let lostBits: Double
    /// Whether the buffer keeps the film from its rate.
    private let isHeld: Bool

    /// Bits that it takes at a deviation, by its own rate curve. Without a curve, six steps halve the bits.
    func bits(atDeviation wanted: Double) -> Double {
        let steps = wanted - deviation
        guard let curve = result.rateCurve, let quantizer else {
            return Double(result.bits) * exp2(-steps / RateModelParameters.standard.assumption.stepsPerOctave)
        }
        let other = X265Limits.clamped(quantizer: quantizer + steps)
        return Double(result.bits) * curve.bits(atQuantizer: other) / curve.bits(atQuantizer: quantizer)
    }

    /// Bits that it gives (positive) or takes (negative) when it is moved to a deviation; 0 when it has reached it.
    ///
    /// - Parameters:
    ///   - isTooLarge: true for a film that takes too many bits, whose ranges get coarser.
    ///   - wanted: the deviation in the direction in which the range is moved.
    func change(isTooLarge: Bool, toDeviation wanted: Double) -> Double {
        // Where a buffer holds the film, the bits that it loses cost no other range anything.
        if isHeld, !isTooLarge { return -min(lostBits, Double(result.bits)) }
        guard wanted > (isTooLarge ? deviation : -deviation) else { return 0 }
        return max(Double(result.bits) - bits(atDeviation: isTooLarge ? wanted : -wanted), -lostBits)
    }

    /// The range as a candidate for a correction of the film's total, in bits.
    ///
    /// - Parameter asks: whether its encoder asked for another pass, and missed in the direction of the film.
    func candidate(isTooLarge: Bool, asks: Bool) -> CorrectionSolver.Candidate {
        CorrectionSolver.Candidate(
            range: result.range,
            frames: result.frames.count,
            deviation: isTooLarge ? deviation : -deviation,
            asks: asks,
            isPredicted: result.rateCurve != nil,
            gain: { change(isTooLarge: isTooLarge, toDeviation: $0).magnitude }
        )
    }

    // MARK: - Of a film

    /// The room of every range, in film order.
    ///
    /// - Parameters:
    ///   - wanted: the quantisers that ranges should have, by their own curves; empty if pass 2 planned with bits.
    ///   - lostBits: the bits that the decoder's buffer loses during each range; empty for a film without a buffer.
    ///   - isHeld: whether the buffer keeps the film from its rate.
    static func rooms(
        of film: EncodedFilm,
        wanted: [Int: Double] = [:],
        lostBits: [Int: Double] = [:],
        isHeld: Bool = false
    ) -> [CorrectionRoom] {
        let accepted = film.accepted.sorted { $0.range < $1.range }
        let quantizers = accepted.map { $0.bits > 0 ? $0.rateCurve?.quantizer(forBits: Double($0.bits)) : nil }
        let planned = wanted.isEmpty ? planned(film) : wanted
        let departures = zip(accepted, quantizers).map { result, quantizer in
            quantizer.flatMap { at in (planned[result.range] ?? own(result)).map { at - $0 } } ?? 0
        }
        let bits = accepted.reduce(0) { $0 + Double($1.bits) }
        let weighted = zip(accepted, departures).reduce(0) { $0 + Double($1.0.bits) * $1.1 }
        let common = bits > 0 ? weighted / bits : 0
        return accepted.indices.map { index in
            CorrectionRoom(
                result: accepted[index],
                deviation: departures[index] - common,
                quantizer: quantizers[index],
                lostBits: lostBits[accepted[index].range] ?? .infinity,
                isHeld: isHeld
            )
        }
    }

    /// The quantisers at which ranges were planned in pass 2, by range number, where known.
    private static func planned(_ film: EncodedFilm) -> [Int: Double] {
        let targets = film.allocations.filter { $0.pass == 2 }.flatMap(\.targets).compactMap { target in
            target.fed.flatMap { $0.statisticsPass == 1 ? (target.range, $0) : nil }
        }
        let byRange = Dictionary(targets, uniquingKeysWith: { first, _ in first })
        let analysed = film.analysis.compactMap { result -> (Int, Double)? in
            guard let fed = byRange[result.range], fed.statisticsScale > 0 else { return nil }
            let bits = Double(fed.bits) / fed.statisticsScale
            return result.rateCurve.map { (result.range, $0.quantizer(forBits: bits)) }
        }
        return Dictionary(analysed, uniquingKeysWith: { first, _ in first })
    }

    /// The quantiser at which a range would take the bits of its target, by its own rate curve.
    private static func own(_ result: RangeResult) -> Double? {
        guard let bits = result.targetBits, bits > 0 else { return nil }
        return result.rateCurve?.quantizer(forBits: Double(bits))
    }
}
