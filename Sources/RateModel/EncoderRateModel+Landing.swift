import Foundation
import Storage

/// The bits that a fed pass takes in the end: x265's plan, changed by its own feedback.
///
/// While it encodes, libx265 compares the bits of the frames so far with their plan, and changes the quantiser scales
/// of the frames that follow (`rateEstimateQscale`). It does so even if every frame takes exactly the planned bits,
/// because it counts one frame's share of the rate in advance, and because it plans with quantisers that it rounds to
/// whole numbers. So an encode misses its target by up to 3 %. The size of the miss follows from the statistics.
/// libx264 does the same with other weights.
extension EncoderRateModel {
    /// Bits that the pass takes in the end.
    ///
    /// - Parameters:
    ///   - quantizer: the quantiser at which x265's plan adds up to its target.
    ///   - taking: the actual bits of a frame, by its place in encode order and its quantiser scale.
    func landing(atQuantizer quantizer: Double, taking: (Int, Double) -> Double) -> Double {
        let planned = plannedScales(atQuantizer: quantizer)
        var expected: [Double] = []
        var total = 0.0
        for (entry, scale) in zip(entries, planned) {
            expected.append(total)
            total += bits(of: entry, at: scale)
        }
        guard let whole = expected.last, whole > 0 else { return total }
        var anchors: [Anchor] = []
        var (taken, predicted) = (0.0, 0.0)
        for (index, entry) in entries.enumerated() {
            let scale: Double
            if entry.type.kind == .bidirectional {
                scale = between(anchors, entry)
            } else {
                let count = Double(entries.count)
                let remaining = (max(1 - expected[index] / whole, 0) * count).squareRoot()
                // x265 compares its surplus with the bits of one second, times a factor that grows with the number of
                // frames that remain.
                let buffer = total / (count * frameSeconds) * max(remaining, 0.5)
                let surplus = taken + advance(atFrame: index) * total / count - expected[index]
                var adjusted = planned[index] / min(max((buffer - surplus) / buffer, 0.5), 2)
                if predicted > 0 { adjusted *= pow(taken / predicted, weight(atFrame: index)) }
                scale = adjusted
                anchors.append(Anchor(frame: entry.frame, isIntra: entry.type.kind == .intra, scale: adjusted))
            }
            taken += taking(index, scale)
            let rounded = (Self.quantizer(ofScale: scale) + 0.5).rounded(.down)
            predicted += bits(of: entry, at: Self.scale(ofQuantizer: rounded))
        }
        return taken
    }

    /// The quantiser scales at which x265 codes the frames of a plan without feedback, in encode order: I and P frames
    /// as planned, B frames between those around them.
    func codedScales(atQuantizer quantizer: Double) -> [Double] {
        var anchors: [Anchor] = []
        return zip(entries, plannedScales(atQuantizer: quantizer)).map { entry, planned in
            if entry.type.kind == .bidirectional { return between(anchors, entry) }
            anchors.append(Anchor(frame: entry.frame, isIntra: entry.type.kind == .intra, scale: planned))
            return planned
        }
    }

    /// Frames whose share of the rate the encoder counts before a frame in addition to those that it has coded.
    private func advance(atFrame index: Int) -> Double { options.feedback == .x265 ? Double(min(index, 1)) : 0 }

    /// How much the ratio of bits taken to bits predicted counts at a frame, 0 to 1.
    private func weight(atFrame index: Int) -> Double {
        let place = Double(index) / Double(entries.count)
        switch options.feedback {
        case .x265: return place
        case .x264: return Double(index) * frameSeconds >= 1 ? min(100 * place, 1) : 0
        }
    }

    /// An I or P picture, from which the B pictures around it derive their quantiser.
    private struct Anchor {
        let frame: Int
        let isIntra: Bool
        let scale: Double
    }

    /// The scale of a B picture: that of the P pictures on both sides, interpolated by distance, plus a step.
    private func between(_ anchors: [Anchor], _ entry: Entry) -> Double {
        guard let before = anchors.last(where: { $0.frame < entry.frame }) ?? anchors.last,
            let after = anchors.last(where: { $0.frame > entry.frame }) ?? anchors.last
        else { return Self.scale(ofQuantizer: 0) }
        let (first, second) = (Self.quantizer(ofScale: before.scale), Self.quantizer(ofScale: after.scale))
        let quantizer: Double
        switch (before.isIntra, after.isIntra) {
        case (true, true): quantizer = (first + second) / 2 + 6 * log2(options.intraRatio)
        case (true, false): quantizer = second
        case (false, true): quantizer = first
        case (false, false):
            let (left, right) = (Double(entry.frame - before.frame), Double(after.frame - entry.frame))
            let distance = left.magnitude + right.magnitude
            quantizer = distance > 0 ? (first * right.magnitude + second * left.magnitude) / distance : first
        }
        let step = 6 * log2(options.bidirectionalRatio)
        return Self.scale(ofQuantizer: quantizer + (entry.type.isReferenced ? step / 2 : step))
    }
}
