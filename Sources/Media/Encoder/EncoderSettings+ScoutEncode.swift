extension EncoderSettings {
    /// Shortest side of the pictures that the scout encodes, in luma samples: smaller ones show too little of the film.
    private static let shortestScoutedSide = 64

    /// By which whole number the scout divides the sides of a picture, so that they are nearly half of those of the
    /// film; at least 1.
    package func divisorOfScoutEncode(of source: PictureSize) -> Int {
        let divisor = max(Int((2 * Double(source.width) / Double(max(size.width, 1))).rounded()), 1)
        return min(source.width, source.height) / divisor >= Self.shortestScoutedSide ? divisor : 1
    }

    /// The settings of the scout's encode of pictures of this size: libx265's fastest preset without cutree, one
    /// quantiser for all P pictures, one temporal level and no buffer.
    package func ofScoutEncode(_ size: PictureSize) -> EncoderSettings {
        var settings = self
        // It shows how pictures compare, for which one codec is as good as the other.
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
