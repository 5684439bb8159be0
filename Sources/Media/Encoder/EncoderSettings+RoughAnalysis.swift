extension EncoderSettings {
    /// Shortest side of the pictures of a rough analysis in luma samples: smaller ones show too little of the film.
    private static let shortestRoughSide = 64

    /// The settings of a rough analysis: pictures of half the width and height, libx265's fastest preset without
    /// cutree, one quantiser for all P pictures, one temporal level and no buffer.
    ///
    /// Pictures that are already small keep their size.
    package var ofRoughAnalysis: EncoderSettings {
        let half = PictureSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2).roundedUpToEven
        return roughly(min(half.width, half.height) >= Self.shortestRoughSide ? half : size)
    }

    /// By which whole number the sides of a picture are divided for a rough encode, so that it is nearly as large as
    /// those of a rough analysis; at least 1.
    package func divisorOfScoutEncode(of source: PictureSize) -> Int {
        let divisor = max(Int((2 * Double(source.width) / Double(max(size.width, 1))).rounded()), 1)
        return min(source.width, source.height) / divisor >= Self.shortestRoughSide ? divisor : 1
    }

    /// The settings of a rough encode of pictures of this size.
    package func roughly(_ size: PictureSize) -> EncoderSettings {
        var settings = self
        // Rough encodes compare ranges with each other, for which one codec is as good as the other.
        settings.codec = .hevc
        settings.size = size
        settings.speed = "ultrafast"
        settings.tune = "none"
        settings.temporalLevels = 1
        settings.buffer = nil
        settings.declaresBuffer = false
        // The quantisers of the final preset do not depend on how complex a picture is, because it has cutree.
        settings.options = ["qcomp": "1"]
        return settings
    }
}
