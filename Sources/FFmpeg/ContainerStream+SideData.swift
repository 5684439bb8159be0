package import Media

/// What the container says about a stream in side data.
extension ContainerStream {
    /// The colour metadata that the container has.
    package var colourMetadata: ColourMetadata {
        // Safe: the side data lives as long as the stream, and is copied here.
        unsafe ColourMetadata(
            colour: colour,
            masteringDisplay: SideData.bytes(.masteringDisplay, of: raw).flatMap(SideData.masteringDisplay),
            contentLight: SideData.bytes(.contentLight, of: raw).flatMap(SideData.contentLight),
            chromaLocation: chromaSite.locationType
        )
    }

    /// Whether it has only a part of a mastering display, as Matroska allows.
    package var hasPartialMasteringDisplay: Bool {
        // Safe: the side data lives as long as the stream, and is copied here.
        guard let bytes = unsafe SideData.bytes(.masteringDisplay, of: raw) else { return false }
        return unsafe SideData.masteringDisplay(bytes) == nil
    }

    /// The configuration record of Dolby Vision; nil without one.
    ///
    /// FFmpeg fills it from every container that has one: boxes, Matroska's block additions, the descriptor in a
    /// transport stream.
    package var dolbyVision: DolbyVision? {
        // Safe: the side data lives as long as the stream, and is copied here.
        unsafe SideData.bytes(.dolbyVision, of: raw).flatMap(SideData.dolbyVision)
    }

    /// The nine numbers of the display matrix; nil without one.
    package var displayMatrix: [Int32]? {
        // Safe: nine numbers are read from side data whose size is checked.
        guard let bytes = unsafe SideData.bytes(.displayMatrix, of: raw), bytes.count >= 9 * MemoryLayout<Int32>.size
        else { return nil }
        return (0..<9).map { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
    }
}
