package import Media

/// What a decoder returns with a picture.
extension Frame {
    /// Whether there is side data of a kind.
    package func has(_ kind: SideDataKind) -> Bool {
        // Safe: the bytes are not read.
        unsafe SideData.bytes(kind, of: raw) != nil
    }

    /// The colour metadata of the picture, which a decoder may mix with that of the container.
    package var colourMetadata: ColourMetadata {
        // Safe: the side data is copied while the frame keeps it.
        unsafe ColourMetadata(
            colour: colour,
            masteringDisplay: SideData.bytes(.masteringDisplay, of: raw).flatMap(SideData.masteringDisplay),
            contentLight: SideData.bytes(.contentLight, of: raw).flatMap(SideData.contentLight),
            // Decoders report "left" if the bitstream does not say, and left is the default.
            chromaLocation: chromaSite == .left ? nil : chromaSite.locationType
        )
    }
}
