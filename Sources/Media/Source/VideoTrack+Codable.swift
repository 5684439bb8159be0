extension VideoTrack: Codable {
    private enum CodingKeys: String, CodingKey {
        case streamIndex, codec, size, sourcePixelFormat, chromaSampling, sourceBitDepth, isRGB, format, timeline
        case stretches, openingColour, colourProfile, dolbyVision, dynamicMetadata, colourWarnings
        case cleanAperture, pixelAspect, displayMatrix, isInterlaced, language
    }

    /// Reads a track, with the values of `colourMetadata` among the others.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            streamIndex: try values.decode(Int.self, forKey: .streamIndex),
            codec: try values.decode(String.self, forKey: .codec),
            size: try values.decode(PictureSize.self, forKey: .size),
            sourcePixelFormat: try values.decode(String.self, forKey: .sourcePixelFormat),
            chromaSampling: try values.decodeIfPresent(String.self, forKey: .chromaSampling),
            sourceBitDepth: try values.decodeIfPresent(Int.self, forKey: .sourceBitDepth),
            isRGB: try values.decodeIfPresent(Bool.self, forKey: .isRGB),
            format: try values.decode(PixelFormat.self, forKey: .format),
            timeline: try values.decode(FrameTimeline.self, forKey: .timeline),
            stretches: try values.decodeIfPresent([PictureStretch].self, forKey: .stretches),
            colourMetadata: try ColourMetadata(from: decoder),
            openingColour: try values.decodeIfPresent(ColourDescription.self, forKey: .openingColour),
            colourProfile: try values.decodeIfPresent(ColourProfile.self, forKey: .colourProfile),
            dolbyVision: try values.decodeIfPresent(DolbyVision.self, forKey: .dolbyVision),
            dynamicMetadata: try values.decodeIfPresent(DynamicMetadataSummary.self, forKey: .dynamicMetadata),
            colourWarnings: try values.decode([String].self, forKey: .colourWarnings),
            cleanAperture: try values.decodeIfPresent(CleanAperture.self, forKey: .cleanAperture),
            pixelAspect: try values.decode(PixelAspect.self, forKey: .pixelAspect),
            displayMatrix: try values.decodeIfPresent([Int32].self, forKey: .displayMatrix),
            isInterlaced: try values.decode(Bool.self, forKey: .isInterlaced),
            language: try values.decode(String.self, forKey: .language)
        )
    }

    /// Writes a track, with the values of `colourMetadata` among the others.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(streamIndex, forKey: .streamIndex)
        try values.encode(codec, forKey: .codec)
        try values.encode(size, forKey: .size)
        try values.encode(sourcePixelFormat, forKey: .sourcePixelFormat)
        try values.encodeIfPresent(chromaSampling, forKey: .chromaSampling)
        try values.encodeIfPresent(sourceBitDepth, forKey: .sourceBitDepth)
        try values.encodeIfPresent(isRGB, forKey: .isRGB)
        try values.encode(format, forKey: .format)
        try values.encode(timeline, forKey: .timeline)
        try values.encodeIfPresent(stretches, forKey: .stretches)
        try colourMetadata.encode(to: encoder)
        try values.encodeIfPresent(openingColour, forKey: .openingColour)
        try values.encodeIfPresent(colourProfile, forKey: .colourProfile)
        try values.encodeIfPresent(dolbyVision, forKey: .dolbyVision)
        try values.encodeIfPresent(dynamicMetadata, forKey: .dynamicMetadata)
        try values.encode(colourWarnings, forKey: .colourWarnings)
        try values.encodeIfPresent(cleanAperture, forKey: .cleanAperture)
        try values.encode(pixelAspect, forKey: .pixelAspect)
        try values.encodeIfPresent(displayMatrix, forKey: .displayMatrix)
        try values.encode(isInterlaced, forKey: .isInterlaced)
        try values.encode(language, forKey: .language)
    }
}
