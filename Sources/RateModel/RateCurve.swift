import Foundation
package import Storage

/// Bits that the encoder's own model plans for a range at each quantiser. These 139 numbers are what the film's rate
/// control needs to know of a range.
///
/// A curve is published with every result, so that the coordinator need not open a store. See `EncoderRateModel`.
package struct RateCurve: Hashable, Sendable, Codable {
    /// Quantiser parameters from one point to the next.
    package static let step = 0.5
    /// Number of points, 139: quantiser parameters 0 to 69.
    package static let pointCount = Int(X265Limits.highestQuantizer / step) + 1

    /// Planned bits at quantiser parameters 0, 0.5, 1, ... 69 of an average P frame; positive, never rising.
    package let bits: [Double]
    /// Duration of the range as the encoder counts it, in seconds. Its rates refer to this duration.
    package let encoderSeconds: Double
    /// Mean share of a picture that the pass coded, intra or inter, and did not skip, 0 to 1. The time of an encode
    /// depends on it, see `ExpectedEffort`.
    package let codedShare: Double

    /// Computes the curve of a range.
    ///
    /// - Parameters:
    ///   - statistics: those of all frames of the range.
    ///   - optionsLine: x265's `#options:` line of the pass that made them.
    ///   - frameSeconds: duration of a frame at the frame rate of the encoder.
    package init(_ statistics: [FrameStatistics], optionsLine: String, frameSeconds: Double) {
        let options = EncoderRateOptions(optionsLine: optionsLine)
        let model = EncoderRateModel(
            statistics.map { $0.plannedAsCoded(bidirectionalRatio: options.bidirectionalRatio) },
            options: options,
            frameSeconds: frameSeconds
        )
        var bits: [Double] = []
        for point in 0..<RateCurve.pointCount {
            let planned = model.plannedBits(atQuantizer: Double(point) * RateCurve.step)
            bits.append(max(min(planned.rounded(), bits.last ?? .infinity), 1))
        }
        self.bits = bits
        encoderSeconds = model.seconds
        let coded = statistics.reduce(0.0) {
            $0 + Double($1.intraUnitsHundredths) + Double($1.predictedUnitsHundredths)
        }
        let units = Double(max(options.unitCount, 1)) * Double(max(statistics.count, 1)) * 100
        codedShare = min(max(coded / units, 0), 1)
    }

    /// Creates a curve from its points. Precondition: there are `pointCount` of them, positive and never rising.
    package init(bits: [Double], encoderSeconds: Double, codedShare: Double = 0.3) {
        precondition(bits.count == RateCurve.pointCount, "a rate curve has \(RateCurve.pointCount) points")
        self.bits = bits
        self.encoderSeconds = encoderSeconds
        self.codedShare = codedShare
    }

    /// Planned bits at a quantiser between 0 and 69, interpolated between the points on a logarithmic scale.
    package func bits(atQuantizer quantizer: Double) -> Double {
        let (index, fraction) = Self.place(ofQuantizer: quantizer)
        return bits[index] * pow(bits[index + 1] / bits[index], fraction)
    }

    /// The point below a quantiser, and how far it is towards the next one, 0 to 1.
    static func place(ofQuantizer quantizer: Double) -> (index: Int, fraction: Double) {
        let position = min(max(quantizer / RateCurve.step, 0), Double(RateCurve.pointCount - 1))
        let index = min(Int(position), RateCurve.pointCount - 2)
        return (index, position - Double(index))
    }

    /// The quantiser at which a number of bits is planned; 0 or 69 when it is beyond the curve.
    package func quantizer(forBits wanted: Double) -> Double {
        EncoderRateModel.solve { bits(atQuantizer: $0) - wanted }
    }

    private enum CodingKeys: String, CodingKey { case bits, encoderSeconds, codedShare }

    /// Reads what `encode(to:)` wrote. Refuses curves that rise or have another number of points, and numbers that no
    /// film has: more than 10^15 bits, less than a microsecond, more than 10^9 seconds.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        bits = try container.decode([Double].self, forKey: .bits)
        encoderSeconds = try container.decode(Double.self, forKey: .encoderSeconds)
        codedShare = try container.decode(Double.self, forKey: .codedShare)
        let isFalling = zip(bits, bits.dropFirst()).allSatisfy { $0 >= $1 }
        guard bits.count == RateCurve.pointCount, isFalling, bits.allSatisfy({ $0 > 0 && $0 <= 1e15 }),
            1e-6...1e9 ~= encoderSeconds, 0...1 ~= codedShare
        else {
            throw DecodingError.dataCorruptedError(forKey: .bits, in: container, debugDescription: "no rate curve")
        }
    }
}
