extension VideoTrack {
    /// What the source says of colour and light, settled.
    public var colourMetadata: ColourMetadata {
        ColourMetadata(
            colour: colour,
            masteringDisplay: masteringDisplay,
            contentLight: contentLight,
            ambientViewing: ambientViewing,
            preferredTransfer: preferredTransfer,
            chromaLocation: chromaLocation
        )
    }
}
