import Foundation
import Storage

/// Where a fed pass lands: x265's plan, bent by its own feedback.
///
/// While it encodes, libx265 compares what frames took with what it planned, and bends the quantiser scale of the
/// frames to come (`rateEstimateQscale`). It does so even when every frame takes what was planned: it books a frame's
/// rate in advance, and it plans with quantisers that it has rounded to whole numbers. An encode so lands up to 3 %
/// beside what it was asked for; by how much follows from the statistics.
extension EncoderRateModel {
    /// Bits that the pass takes in the end.
    ///
    /// - Parameters:
    ///   - quantizer: the one at which x265's plan adds up to what it is asked for.
    ///   - taking: what a frame takes in truth, by its place in encode order and its quantiser scale.
    func landing(atQuantizer quantizer: Double, taking: (Int, Double) -> Double) -> Double {
        let planned = plannedScales(atQuantizer: quantizer)
        var expected: [Double] = []
        var asked = 0.0
        for (entry, scale) in zip(entries, planned) {
            expected.append(asked)
            asked += bits(of: entry, at: scale)
        }
        guard let whole = expected.last, whole > 0 else { return asked }
        var anchors: [Anchor] = []
        var (taken, foreseen) = (0.0, 0.0)
        for (index, entry) in entries.enumerated() {
            let scale: Double
            if entry.type.kind == .bidirectional {
                scale = between(anchors, entry)
            } else {
                let count = Double(entries.count)
                let remaining = (max(1 - expected[index] / whole, 0) * count).squareRoot()
                // x265 measures its surplus against a second's rate, more of it the more frames there are to come.
                let buffer = asked / (count * frameSeconds) * max(remaining, 0.5)
                let surplus = taken + Double(min(index, 1)) * asked / count - expected[index]
                var bent = planned[index] / min(max((buffer - surplus) / buffer, 0.5), 2)
                if foreseen > 0 { bent *= pow(taken / foreseen, Double(index) / count) }
                scale = bent
                anchors.append(Anchor(frame: entry.frame, isIntra: entry.type.kind == .intra, scale: bent))
            }
            taken += taking(index, scale)
            let rounded = (Self.quantizer(ofScale: scale) + 0.5).rounded(.down)
            foreseen += bits(of: entry, at: Self.scale(ofQuantizer: rounded))
        }
        return taken
    }

    /// A picture from which B pictures take their quantiser.
    private struct Anchor {
        let frame: Int
        let isIntra: Bool
        let scale: Double
    }

    /// The scale of a B picture: that of the P pictures on both sides by their distance, and a step more.
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
