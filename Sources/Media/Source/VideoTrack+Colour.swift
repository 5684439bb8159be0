extension VideoTrack {
    /// The reconciled colour and light metadata of the source.
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
