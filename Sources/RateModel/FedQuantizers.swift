import Foundation
package import Storage

/// The quantisers of a range's frames at which a fed pass takes the bits that the range is to have.
///
/// They follow from an encode of the range with the final preset. The pass keeps them, without feedback, so that its
/// bits depend smoothly on the target. Other fed passes have feedback (`FedRate`): the bits of an analysis are known
/// too roughly, and in a film of several ranges a correction may be too large for x265's model (Decisions/0083).
package struct FedQuantizers {
    private let model: EncoderRateModel

    /// Creates the model of a pass.
    ///
    /// - Parameters:
    ///   - statistics: those of all frames of the range by an encode of the final preset of x265, in any order.
    ///   - optionsLine: x265's `#options:` line of that encode.
    ///   - frameSeconds: duration of a frame at the frame rate of the encoder, positive.
    package init(_ statistics: [FrameStatistics], optionsLine: String, frameSeconds: Double) {
        model = EncoderRateModel(
            statistics,
            options: EncoderRateOptions(optionsLine: optionsLine),
            frameSeconds: frameSeconds
        )
    }

    /// The quantiser of each frame, by its number in the range, in hundredths: the one of an average P frame at which
    /// the range takes a number of bits, and what x265 makes of it for the other types.
    package func hundredths(landingOn bits: Int) -> [Int32] {
        let quantizer = EncoderRateModel.solve { quantizer in
            zip(model.entries, model.codedScales(atQuantizer: quantizer)).reduce(-Double(bits)) {
                $0 + model.bits(of: $1.0, at: $1.1)
            }
        }
        var found = [Int32](repeating: 0, count: model.entries.count)
        let scales = model.codedScales(atQuantizer: quantizer)
        for (entry, scale) in zip(model.entries, scales) where found.indices ~= entry.frame {
            let planned = X265Limits.clamped(quantizer: EncoderRateModel.quantizer(ofScale: scale))
            found[entry.frame] = Int32((planned * 100).rounded())
        }
        return found
    }
}
