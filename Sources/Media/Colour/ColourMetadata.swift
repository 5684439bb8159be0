/// Colour and light metadata of a film: from its container, its bitstream, or both after they were reconciled.
package struct ColourMetadata: Hashable, Sendable, Codable {
    /// Colour tags.
    package var colour: ColourDescription
    /// Mastering display.
    package var masteringDisplay: MasteringDisplay?
    /// Content light levels.
    package var contentLight: ContentLight?
    /// Ambient viewing environment.
    package var ambientViewing: AmbientViewing?
    /// preferred_transfer_characteristics of SEI 147, a code of H.273 8.2.
    package var preferredTransfer: UInt8?
    /// chroma_sample_loc_type (ISO/IEC 23008-2 figure E.1), 0 to 5.
    package var chromaLocation: UInt8?

    /// Creates metadata; nothing is specified by default.
    package init(
        colour: ColourDescription = .unspecified,
        masteringDisplay: MasteringDisplay? = nil,
        contentLight: ContentLight? = nil,
        ambientViewing: AmbientViewing? = nil,
        preferredTransfer: UInt8? = nil,
        chromaLocation: UInt8? = nil
    ) {
        self.colour = colour
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.ambientViewing = ambientViewing
        self.preferredTransfer = preferredTransfer
        self.chromaLocation = chromaLocation
    }

    /// These values, completed with the other's where they are unspecified.
    package func filled(from other: ColourMetadata) -> ColourMetadata {
        ColourMetadata(
            colour: colour.filled(from: other.colour),
            masteringDisplay: masteringDisplay ?? other.masteringDisplay,
            contentLight: contentLight ?? other.contentLight,
            ambientViewing: ambientViewing ?? other.ambientViewing,
            preferredTransfer: preferredTransfer ?? other.preferredTransfer,
            chromaLocation: chromaLocation ?? other.chromaLocation
        )
    }

    /// The dynamic range in words, as in "HDR10".
    ///
    /// HDR10 is PQ with a mastering display. Without one, players do not know the intended brightness of the film.
    package var dynamicRange: String {
        switch colour.transfer {
        case 16: masteringDisplay == nil ? "PQ without mastering metadata" : "HDR10"
        case 18: preferredTransfer == 18 ? "HLG (by SEI 147)" : "HLG"
        case 2: "SDR, because no transfer is tagged"
        default: "SDR"
        }
    }
}
