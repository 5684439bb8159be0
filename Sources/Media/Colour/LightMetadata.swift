/// The light metadata of a picture: the mastering display, the content light levels and the ambient viewing
/// environment.
///
/// A picture without a value keeps the previous value.
package struct LightMetadata: Hashable, Sendable, Codable {
    /// Mastering display.
    package var masteringDisplay: MasteringDisplay?
    /// Content light levels.
    package var contentLight: ContentLight?
    /// Ambient viewing environment.
    package var ambientViewing: AmbientViewing?

    /// Creates metadata; nothing is specified by default.
    package init(
        masteringDisplay: MasteringDisplay? = nil,
        contentLight: ContentLight? = nil,
        ambientViewing: AmbientViewing? = nil
    ) {
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.ambientViewing = ambientViewing
    }

    /// The part of colour metadata that is about light.
    package init(_ metadata: ColourMetadata) {
        self.init(
            masteringDisplay: metadata.masteringDisplay,
            contentLight: metadata.contentLight,
            ambientViewing: metadata.ambientViewing
        )
    }

    /// True if nothing is specified.
    package var isSilent: Bool { self == LightMetadata() }

    /// The values that apply after later metadata.
    package func followed(by later: LightMetadata) -> LightMetadata {
        LightMetadata(
            masteringDisplay: later.masteringDisplay ?? masteringDisplay,
            contentLight: later.contentLight ?? contentLight,
            ambientViewing: later.ambientViewing ?? ambientViewing
        )
    }
}
