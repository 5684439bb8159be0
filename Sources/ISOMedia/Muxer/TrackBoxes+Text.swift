package import Media

extension TrackBoxes {
    /// Alternate group of the subtitles: a player shows one of them.
    private static let textGroup: Int16 = 2

    /// Places the subtitle box over the lower edge of the displayed picture, in the middle.
    static func placing(
        _ track: TrackHeaderBox,
        _ text: TimedTextSampleEntry,
        over video: VideoTrackConfiguration
    ) -> TrackHeaderBox {
        let shown = shownSize(video)
        var header = track
        header.alternateGroup = textGroup
        // Some writers leave the box without a size, which means the whole available size.
        let width = text.width > 0 ? Int(text.width) : min(shown.width, 0x7FFF)
        let height = text.height > 0 ? Int(text.height) : min(max(shown.height / 5, 1), 0x7FFF)
        header.width = UInt32(width) << 16
        header.height = UInt32(height) << 16
        var numbers = TransformationMatrix.identity.values
        numbers[6] = Int32(min(max(0, (shown.width - width) / 2), 0x7FFF)) << 16
        numbers[7] = Int32(min(max(0, shown.height - height), 0x7FFF)) << 16
        header.matrix = TransformationMatrix(numbers) ?? .identity
        return header
    }

    /// Display size of pictures, rotated according to their matrix.
    static func shownSize(_ video: VideoTrackConfiguration) -> PictureSize {
        TrackHeaderBox(
            trackID: 1,
            duration: 0,
            matrix: video.displayMatrix.flatMap(TransformationMatrix.init) ?? .identity,
            width: displayWidth(video),
            height: displayHeight(video)
        ).shownSize
    }
}

extension TrackHeaderBox {
    /// Display size of pictures, rotated according to the matrix.
    package var shownSize: PictureSize {
        let (width, height) = (Int(width >> 16), Int(height >> 16))
        let isOnSide = matrix.values[0] == 0 && matrix.values[4] == 0
        return isOnSide ? PictureSize(width: height, height: width) : PictureSize(width: width, height: height)
    }
}

extension VideoTrackConfiguration {
    /// Display size of its pictures, rotated according to their matrix.
    package var shownSize: PictureSize { TrackBoxes.shownSize(self) }
}
