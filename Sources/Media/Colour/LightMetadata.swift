/// The light metadata of a picture: the mastering display, the content light levels and the ambient viewing
/// environment.
///
/// A picture without a value keeps the previous value.
public struct LightMetadata: Hashable, Sendable, Codable {
    /// Mastering display.
    public var masteringDisplay: MasteringDisplay?
    /// Content light levels.
    public var contentLight: ContentLight?
    /// Ambient viewing environment.
    public var ambientViewing: AmbientViewing?

    /// Creates metadata; nothing is specified by default.
    public init(
        masteringDisplay: MasteringDisplay? = nil,
        contentLight: ContentLight? = nil,
        ambientViewing: AmbientViewing? = nil
    ) {
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.ambientViewing = ambientViewing
    }

    /// The part of colour metadata that is about light.
    public init(_ metadata: ColourMetadata) {
        self.init(
            masteringDisplay: metadata.masteringDisplay,
            contentLight: metadata.contentLight,
            ambientViewing: metadata.ambientViewing
        )
    }

    /// True if nothing is specified.
    public var isSilent: Bool { self == LightMetadata() }

    /// The values that apply after later metadata.
    public func followed(by later: LightMetadata) -> LightMetadata {
        LightMetadata(
            masteringDisplay: later.masteringDisplay ?? masteringDisplay,
            contentLight: later.contentLight ?? contentLight,
            ambientViewing: later.ambientViewing ?? ambientViewing
        )
    }
}
