/// What a picture says of the display that the film was made on, of how bright the film gets, and of the light around
/// the viewer.
///
/// Silence is no statement: a picture that says nothing leaves what was said before it.
public struct LightMetadata: Hashable, Sendable, Codable {
    /// Mastering display.
    public var masteringDisplay: MasteringDisplay?
    /// Content light levels.
    public var contentLight: ContentLight?
    /// Light around the viewer.
    public var ambientViewing: AmbientViewing?

    /// Creates a statement; nothing is said by default.
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

    /// True when nothing is said.
    public var isSilent: Bool { self == LightMetadata() }

    /// What holds after a later statement.
    public func followed(by later: LightMetadata) -> LightMetadata {
        LightMetadata(
            masteringDisplay: later.masteringDisplay ?? masteringDisplay,
            contentLight: later.contentLight ?? contentLight,
            ambientViewing: later.ambientViewing ?? ambientViewing
        )
    }
}
