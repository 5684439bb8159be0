package import Media

extension PictureConversion {
    /// The conversion from the pictures of a source to those that an encoder takes.
    ///
    /// - Parameters:
    ///   - region: the part of a source picture that is encoded; nil for all of it.
    ///   - shown: the part of a coded picture that the source picture fills; nil for all of it.
    package init(
        of source: VideoTrack,
        for encoder: EncoderSettings,
        region: PictureRegion? = nil,
        shown: PictureSize? = nil
    ) {
        self.init(
            size: encoder.size,
            format: encoder.format,
            region: region,
            shown: shown,
            sourceIsFullRange: source.colour.isFullRange ?? encoder.colour.isFullRange,
            matrix: source.isRGB == true ? encoder.colour.matrix : nil,
            isFullRange: encoder.colour.isFullRange
        )
    }

    /// Places the pictures of a source in the frame, which is `size`.
    package mutating func place(_ placement: PicturePlacement, of source: VideoTrack) {
        region = placement.region.size == source.size ? nil : placement.region
        turn = placement.turn
        place = placement.place.size == size ? nil : placement.place
        shown = nil
    }
}
