package import AVC
package import HEVC
package import Media

extension EncoderSettings {
    /// The differences between a sequence parameter set and these colours, this range and this chroma sample location:
    /// one sentence each, empty if there are none (ISO/IEC 23008-2 E.2.1).
    ///
    /// A range that is not set is limited, which is the default of a stream.
    package func signalFaults(in sequence: SequenceParameterSet) -> [String] {
        var faults = signalFaults(in: sequence.usability?.colour ?? .unspecified)
        let location = sequence.usability?.chromaLocation
        if location?.topField != codedChromaLocation || location?.bottomField != codedChromaLocation {
            let found = location?.topField == codedChromaLocation ? location?.bottomField : location?.topField
            faults.append(chromaFault(found, instead: codedChromaLocation))
        }
        return faults
    }

    /// The same for H.264 (ISO/IEC 14496-10 E.2.1), whose encoder omits a location of 0, which is the default.
    package func signalFaults(in sequence: AVCSequenceParameterSet) -> [String] {
        var faults = signalFaults(in: sequence.colour)
        if (sequence.chromaLocation ?? 0) != (self.chromaLocation ?? 0) {
            faults.append(chromaFault(sequence.chromaLocation, instead: self.chromaLocation))
        }
        return faults
    }

    private func signalFaults(in said: ColourDescription) -> [String] {
        var faults: [String] = []
        for (name, wanted, found) in [
            ("colour primaries", self.colour.primaries, said.primaries),
            ("transfer characteristics", self.colour.transfer, said.transfer),
            ("matrix coefficients", self.colour.matrix, said.matrix),
        ] where wanted != found {
            faults.append("the VUI says \(name) \(found) instead of \(wanted)")
        }
        let (isFull, saysFull) = (self.colour.isFullRange ?? false, said.isFullRange ?? false)
        if isFull != saysFull {
            faults.append(
                "the VUI says \(saysFull ? "full" : "limited") range instead of \(isFull ? "full" : "limited")"
            )
        }
        return faults
    }

    private func chromaFault(_ found: UInt8?, instead wanted: UInt8?) -> String {
        func words(_ type: UInt8?) -> String { type.map { "as type \($0)" } ?? "unspecified" }
        return "the VUI gives the chroma sample location \(words(found)) instead of \(words(wanted))"
    }

    /// The chroma sample location that the stream must declare: an option of x265 comes last and overrides it.
    private var codedChromaLocation: UInt8? { options["chromaloc"].flatMap { UInt8($0) } ?? self.chromaLocation }
}
