import Foundation
package import Storage

/// The rate at which a fed pass takes the bits that its range is to have.
///
/// The allocation sets the bits of a range. The bits that x265 takes at a rate depend on the range's statistics
/// (`EncoderRateModel.landing`). Only the worker that encodes the range reads them.
package struct FedRate {
    /// What x265 plans.
    private let model: EncoderRateModel
    /// The actual bits of frames at a quantiser.
    private let truth: EncoderRateModel

    /// Creates the model of a pass.
    ///
    /// - Parameters:
    ///   - statistics: those of all frames of the range, as they are stored, in any order.
    ///   - scale: factor by which their bits are multiplied before the encoder plans with them.
    ///   - areOfEncode: true for statistics of the final preset: its referenced B pictures take the bits that these
    ///     give. After an analysis they take fewer, by about the amount that the plan leaves out.
    ///   - optionsLine: x265's `#options:` line of the pass that made them.
    ///   - frameSeconds: duration of a frame at the frame rate of the encoder, positive.
    package init(
        _ statistics: [FrameStatistics],
        scale: Double,
        areOfEncode: Bool,
        optionsLine: String,
        frameSeconds: Double
    ) {
        let options = EncoderRateOptions(optionsLine: optionsLine)
        let planned = statistics.map { $0.plannedAsCoded(bidirectionalRatio: options.bidirectionalRatio) }
        func model(_ statistics: [FrameStatistics]) -> EncoderRateModel {
            EncoderRateModel(statistics.map { $0.scaled(by: scale) }, options: options, frameSeconds: frameSeconds)
        }
        self.model = model(planned)
        truth = areOfEncode ? model(statistics) : self.model
    }

    private static let largestCorrection = RateModelParameters.standard.scale.largestRateCorrection

    /// Kilobits per second, at least 1, at which the bits of the pass are expected to be nearest to a number of bits.
    /// libx265 refuses a rate below that of the bits which do not depend on the quantiser, so it is never below that.
    ///
    /// The bits jump where x265's rounded quantisers jump. So rates around the average are tried, first in coarse and
    /// then in fine steps. Of equally good rates, the one nearest to the average is chosen.
    package func kilobitsPerSecond(landingOn bits: Int) -> Int {
        guard !model.entries.isEmpty else { return nearestKilobits(to: bits) }
        // libx265 rounds the bits of its rate down.
        let fixed = model.entries.reduce(1) { $0 + $1.misc }
        let least = (fixed / model.seconds / 1000).rounded(.up)
        return max(nearestKilobits(to: bits), Int(min(least, Double(Int32.max))))
    }

    private func nearestKilobits(to bits: Int) -> Int {
        let plain = Self.kilobits(Double(bits) / model.seconds)
        guard model.entries.count > 1, bits > 0 else { return plain }
        let plans = plans(around: Double(bits))
        let reach = Int(Double(plain) * Self.largestCorrection)
        let step = max(reach / 12, 1)
        let coarse = nearest(to: bits, around: plain, reach: reach, step: step, plans)
        return nearest(to: bits, around: coarse, reach: step - 1, step: max(step / 4, 1), plans)
    }

    /// The one of `middle` and the rates around it at which the pass takes most nearly a number of bits.
    private func nearest(
        to bits: Int,
        around middle: Int,
        reach: Int,
        step: Int,
        _ plans: [(quantizer: Double, bits: Double)]
    ) -> Int {
        let others = stride(from: step, through: reach, by: step).flatMap { [middle + $0, middle - $0] }
        var best = (miss: Double.infinity, rate: middle)
        for rate in [middle] + others {
            guard let quantizer = Self.quantizer(forBits: Double(rate) * 1000 * model.seconds, plans) else { continue }
            let taken = model.landing(atQuantizer: quantizer) { truth.bits(of: truth.entries[$0], at: $1) }
            let miss = (taken - Double(bits)).magnitude
            if miss < best.miss { best = (miss, rate) }
        }
        return best.rate
    }

    /// Quantisers with their planned bits, over all rates that are tried, the coarsest first.
    private func plans(around bits: Double) -> [(quantizer: Double, bits: Double)] {
        let coarse = model.quantizer(forBits: bits * (1 - 1.5 * Self.largestCorrection))
        let fine = model.quantizer(forBits: bits * (1 + 1.5 * Self.largestCorrection))
        return stride(from: 0.0, through: 1, by: 1.0 / 8).map { share in
            let quantizer = coarse + (fine - coarse) * share
            return (quantizer, model.plannedBits(atQuantizer: quantizer))
        }
    }

    /// The quantiser at which a number of bits is planned, interpolated between two plans; nil outside of all plans.
    private static func quantizer(forBits bits: Double, _ plans: [(quantizer: Double, bits: Double)]) -> Double? {
        guard let upper = plans.firstIndex(where: { $0.bits >= bits }), upper > 0 else { return nil }
        let (low, high) = (plans[upper - 1], plans[upper])
        guard high.bits > low.bits else { return nil }
        return low.quantizer + (high.quantizer - low.quantizer) * (bits - low.bits) / (high.bits - low.bits)
    }

    /// A rate as x265 accepts it: whole kilobits per second, at least 1 and at most 2^31 - 1.
    package static func kilobits(_ bitsPerSecond: Double) -> Int {
        Int(min(max((bitsPerSecond / 1000).rounded(), 1), Double(Int32.max)))
    }
}
