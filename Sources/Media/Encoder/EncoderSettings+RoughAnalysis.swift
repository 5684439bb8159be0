extension EncoderSettings {
    /// Shortest side of the pictures of a rough analysis in luma samples: smaller ones show too little of the film.
    private static let shortestRoughSide = 64

    /// The settings of a rough analysis: pictures of half the width and height, libx265's fastest preset without
    /// cutree, one quantiser for all P pictures, one temporal level and no buffer.
    ///
    /// Pictures that are already small keep their size.
    package var ofRoughAnalysis: EncoderSettings {
        var settings = self
        let half = PictureSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2).roundedUpToEven
        if min(half.width, half.height) >= Self.shortestRoughSide { settings.size = half }
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
