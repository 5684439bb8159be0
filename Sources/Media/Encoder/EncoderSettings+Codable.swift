extension EncoderSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case size, format, frameRate, hasConstantRate, speed, tune, keyFrameInterval, temporalLevels
        case pixelAspect, buffer, declaresBuffer, options, codec
    }

    /// Reads settings, with the values of `colourMetadata` among the others. Settings from before temporal levels
    /// existed have one level.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            size: try values.decode(PictureSize.self, forKey: .size),
            format: try values.decode(PixelFormat.self, forKey: .format),
            frameRate: try values.decode(FrameRate.self, forKey: .frameRate),
            hasConstantRate: try values.decode(Bool.self, forKey: .hasConstantRate),
            speed: try values.decode(String.self, forKey: .speed),
            tune: try values.decode(String.self, forKey: .tune),
            keyFrameInterval: try values.decode(Int.self, forKey: .keyFrameInterval),
            temporalLevels: try values.decodeIfPresent(Int.self, forKey: .temporalLevels) ?? 1,
            colourMetadata: try ColourMetadata(from: decoder),
            pixelAspect: try values.decode(PixelAspect.self, forKey: .pixelAspect),
            buffer: try values.decodeIfPresent(BufferLimits.self, forKey: .buffer),
            declaresBuffer: try values.decodeIfPresent(Bool.self, forKey: .declaresBuffer) ?? false,
            options: try values.decode([String: String].self, forKey: .options),
            codec: try values.decodeIfPresent(VideoCodec.self, forKey: .codec) ?? .hevc
        )
    }

    /// Writes settings. A single level and HEVC are omitted, so that the ID of a job without levels does not change.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(size, forKey: .size)
        try values.encode(format, forKey: .format)
        try values.encode(frameRate, forKey: .frameRate)
        try values.encode(hasConstantRate, forKey: .hasConstantRate)
        try values.encode(speed, forKey: .speed)
        try values.encode(tune, forKey: .tune)
        try values.encode(keyFrameInterval, forKey: .keyFrameInterval)
        if temporalLevels != 1 { try values.encode(temporalLevels, forKey: .temporalLevels) }
        try colourMetadata.encode(to: encoder)
        try values.encode(pixelAspect, forKey: .pixelAspect)
        try values.encodeIfPresent(buffer, forKey: .buffer)
        if declaresBuffer { try values.encode(true, forKey: .declaresBuffer) }
        try values.encode(options, forKey: .options)
        if codec != .hevc { try values.encode(codec, forKey: .codec) }
    }
}
