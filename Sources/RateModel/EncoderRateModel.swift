import Foundation
import Storage

/// How many bits libx265 plans for a range at a given rate factor: libx265's two-pass model, computed outside of it.
///
/// A fed pass of libx265 gets an average rate. It searches for the rate factor at which its model of the range's
/// statistics adds up to that rate. To encode every range of a film at *one* rate factor, the allocation uses the same
/// model in reverse: it computes each range's rate from the film's rate factor.
///
/// The model is x265's `analyseABR2Pass`:
///
/// - The bits of a frame fall with the quantiser scale as `tex * (q1/q)^1.1 + mv * (q1/q)^0.5 + misc`.
/// - The scales of I and B frames follow those of P frames by `ipratio` and `pbratio`.
/// - With cutree, all P frames share one scale. Without it, complex frames get a larger scale, by `qcomp`.
/// - Scales are smoothed over three frames of a type, and limited to `qpmin` and `qpmax` by a smooth curve.
package struct EncoderRateModel: Sendable {
    /// What the model needs to know of one frame.
    struct Entry {
        /// Place in presentation order.
        let frame: Int
        let type: PictureType
        let texture: Double
        let motion: Double
        let misc: Double
        let scale: Double
        /// Share of intra units, 0 to 1.
        let intraShare: Double
        var blurredComplexity = 1.0
    }

    /// The frames, in encode order.
    let entries: [Entry]
    let options: EncoderRateOptions
    /// Duration of a frame at x265's constant frame rate.
    let frameSeconds: Double

    /// Creates the model of a range from the statistics of its analysis.
    ///
    /// - Parameters:
    ///   - statistics: those of all frames of the range, in any order.
    ///   - options: those of the analysis.
    ///   - frameSeconds: duration of a frame as the encoder counts it, at the film's average rate.
    init(_ statistics: [FrameStatistics], options: EncoderRateOptions, frameSeconds: Double) {
        self.options = options
        self.frameSeconds = frameSeconds
        var entries = statistics.sorted { $0.encodeOrder < $1.encodeOrder }.map { frame in
            Entry(
                frame: frame.frame,
                type: frame.type,
                texture: Double(frame.textureBits),
                motion: Double(frame.motionBits),
                misc: Double(frame.miscBits),
                scale: EncoderRateModel.scale(ofQuantizer: Double(frame.qpHundredths) / 100),
                intraShare: options.unitCount > 0
                    ? min(Double(frame.intraUnitsHundredths) / 100 / Double(options.unitCount), 1) : 0
            )
        }
        if !options.usesCutree { EncoderRateModel.blurComplexity(of: &entries, options, frameSeconds) }
        self.entries = entries
    }

    /// Duration of the range as the encoder counts it, in seconds.
    var seconds: Double { Double(entries.count) * frameSeconds }

    /// Bits planned for the range when P frames are coded at a rate factor. They fall as the factor rises.
    ///
    /// The factor here is the quantiser parameter of an average P frame before adaptive quantisation and cutree, and
    /// before the smooth limit to `qpmin` and `qpmax`. That limit changes 20 to 20.8, 30 to 30.0 and 40 to 40.0.
    func plannedBits(atQuantizer quantizer: Double) -> Double {
        zip(entries, plannedScales(atQuantizer: quantizer)).reduce(0) { $0 + bits(of: $1.0, at: $1.1) }
    }

    /// The quantiser parameter that the encoder plans for each frame at a rate factor, in encode order.
    ///
    /// I and P frames start from these values; feedback from the frames already coded then changes them. B frames
    /// follow their references instead.
    func plannedQuantizers(atQuantizer quantizer: Double) -> [Double] {
        plannedScales(atQuantizer: quantizer).map(EncoderRateModel.quantizer(ofScale:))
    }

    func plannedScales(atQuantizer quantizer: Double) -> [Double] {
        var scales = rawScales(EncoderRateModel.scale(ofQuantizer: quantizer))
        limitDifferences(&scales)
        return smoothed(scales).map(squeezed)
    }

    /// The quantiser parameter at which the planned bits are nearest to a number of bits.
    func quantizer(forBits bits: Double) -> Double {
        EncoderRateModel.solve { plannedBits(atQuantizer: $0) - bits }
    }

    /// Finds the quantiser, 0 to 69, at which a falling function crosses zero. The result is 69 for a function that is
    /// positive everywhere, and 0 for one that is negative everywhere.
    package static func solve(_ excess: (Double) -> Double) -> Double {
        var (low, high) = (0.0, X265Limits.highestQuantizer)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if excess(middle) > 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    static func scale(ofQuantizer quantizer: Double) -> Double { 0.85 * exp2((quantizer - 12) / 6) }

    static func quantizer(ofScale scale: Double) -> Double { 12 + 6 * log2(scale / 0.85) }

    func bits(of entry: Entry, at scale: Double) -> Double {
        let scale = max(scale, 0.1)
        return (entry.texture + 0.1) * pow(entry.scale / scale, 1.1)
            + entry.motion * pow(max(entry.scale, 1) / max(scale, 1), 0.5)
            + entry.misc
    }

    /// With cutree, one scale for all frames; without it, complex frames get larger ones. A frame without coded
    /// residual takes the scale of the last frame of its type. The first of its type takes that of x265's standard
    /// complexity.
    private func rawScales(_ base: Double) -> [Double] {
        // Relative to the range's mean, so that the factor is still the quantiser of an average P frame.
        let exponent = 1 - options.quantizerCompression
        let complexities = entries.map { options.usesCutree ? 1 : pow($0.blurredComplexity, exponent) }
        let mean = max(complexities.reduce(0, +) / Double(max(complexities.count, 1)), 1e-9)
        let standard =
            options.usesCutree
            ? pow(EncoderRateModel.clipped(frameSeconds) / 0.04, exponent)
            : pow(options.standardComplexity, exponent) / mean
        var last: [PictureType.Kind: Double] = [:]
        return zip(entries, complexities).map { entry, complexity in
            let scale =
                entry.texture + entry.motion == 0
                ? last[entry.type.kind] ?? base * standard : base * complexity / mean
            last[entry.type.kind] = scale
            return scale
        }
    }

    /// The duration of a frame as x265's rate control counts it, in seconds.
    private static func clipped(_ frameSeconds: Double) -> Double { min(max(frameSeconds, 0.01), 1) }

    /// Sets the scales of I and B frames by those of P frames, and limits the steps between frames of a type.
    private func limitDifferences(_ scales: inout [Double]) {
        var lastOfKind: [PictureType.Kind: Double] = [:]
        var lastNonB: PictureType.Kind?
        var lastNorm = 1.0
        var norm = 0.0
        var weighted = 0.0
        for index in scales.indices {
            let entry = entries[index]
            let kind = entry.type.kind
            var scale = scales[index]
            switch kind {
            case .intra:
                let predicted = norm > 0 ? EncoderRateModel.scale(ofQuantizer: weighted / norm) : scale
                if norm >= 1 {
                    scale = predicted / options.intraRatio
                } else if norm > 0 {
                    scale = norm * predicted / options.intraRatio + (1 - norm) * scale
                }
            case .bidirectional:
                if let lastNonB, let reference = lastOfKind[lastNonB] { scale = reference }
                if !entry.type.isReferenced { scale *= options.bidirectionalRatio }
            case .predicted:
                if lastNonB == .predicted, entry.texture == 0, let last = lastOfKind[.predicted] { scale = last }
            }
            if lastNonB == kind, kind != .intra || lastNorm < 1, let last = lastOfKind[kind] {
                scale = min(max(scale, last / options.stepScale), last * options.stepScale)
            }
            lastOfKind[kind] = scale
            if kind != .bidirectional { lastNonB = kind }
            if kind == .intra {
                lastNorm = norm
                norm = 0
                weighted = 0
            }
            if kind == .predicted {
                let mask = 1 - entry.intraShare * entry.intraShare
                weighted = mask * (EncoderRateModel.quantizer(ofScale: scale) + weighted)
                norm = mask * (1 + norm)
            }
            scales[index] = scale
        }
    }

    /// Means over neighbours of the same type, weighted by `exp(-d^2 / qblur^2)`: three frames at the default `qblur`.
    private func smoothed(_ scales: [Double]) -> [Double] {
        let blur = options.quantizerBlur
        let reach = (Int(blur * 4) | 1) / 2
        guard reach > 0 else { return scales }
        return scales.indices.map { index in
            var (sum, weights) = (0.0, 0.0)
            for other in max(index - reach, 0)...min(index + reach, scales.count - 1)
            where entries[other].type.kind == entries[index].type.kind {
                let distance = Double(other - index)
                let weight = blur == 0 ? 1 : exp(-distance * distance / (blur * blur))
                sum += scales[other] * weight
                weights += weight
            }
            return sum / weights
        }
    }

    /// The scale within `qpmin` and `qpmax`: a logistic curve, nearly straight in the middle.
    private func squeezed(_ scale: Double) -> Double {
        let low = log(EncoderRateModel.scale(ofQuantizer: options.quantizerMinimum))
        let high = log(EncoderRateModel.scale(ofQuantizer: options.quantizerMaximum))
        // Equal limits allow one quantiser only, as in x265.
        guard high > low else { return exp(low) }
        let position = (log(scale) - low) / (high - low) - 0.5
        return exp(low + (high - low) / (1 + exp(-4 * position)))
    }

    /// Averages the complexity of each frame over its neighbours, up to the next scene change. Only needed without
    /// cutree.
    private static func blurComplexity(of entries: inout [Entry], _ options: EncoderRateOptions, _ seconds: Double) {
        let reach = Int(options.complexityBlur * 2)
        let units = clipped(seconds) / 0.04
        func complexity(_ entry: Entry) -> Double {
            ((entry.texture + 0.1) * pow(entry.scale, 1.1) + entry.motion * pow(max(entry.scale, 1), 0.5)) / units
        }
        for index in entries.indices {
            var (sum, weights, weight) = (0.0, 0.0, 1.0)
            for distance in 1..<max(reach, 1) where index + distance < entries.count {
                weight *= 1 - entries[index + distance].intraShare * entries[index + distance].intraShare
                if weight < 0.0001 { break }
                let gaussian = weight * exp(-Double(distance * distance) / 200)
                weights += gaussian
                sum += gaussian * complexity(entries[index + distance])
            }
            weight = 1
            for distance in 0...reach where index - distance >= 0 {
                let entry = entries[index - distance]
                let gaussian = weight * exp(-Double(distance * distance) / 200)
                weights += gaussian
                sum += gaussian * complexity(entry)
                weight *= 1 - entry.intraShare * entry.intraShare
                if weight < 0.0001 { break }
            }
            entries[index].blurredComplexity = max(sum / weights, 1e-9)
        }
    }
}
