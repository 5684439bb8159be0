extension EncoderSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case size, format, frameRate, hasConstantRate, speed, tune, keyFrameInterval, temporalLevels, colour
        case masteringDisplay, contentLight, ambientViewing, preferredTransfer, chromaLocation, pixelAspect, buffer
        case declaresBuffer, options
    }

    /// Reads settings. Settings from before temporal levels existed have one level.
    public init(from decoder: any Decoder) throws {
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
            colour: try values.decode(ColourDescription.self, forKey: .colour),
            masteringDisplay: try values.decodeIfPresent(MasteringDisplay.self, forKey: .masteringDisplay),
            contentLight: try values.decodeIfPresent(ContentLight.self, forKey: .contentLight),
            ambientViewing: try values.decodeIfPresent(AmbientViewing.self, forKey: .ambientViewing),
            preferredTransfer: try values.decodeIfPresent(UInt8.self, forKey: .preferredTransfer),
            chromaLocation: try values.decodeIfPresent(UInt8.self, forKey: .chromaLocation),
            pixelAspect: try values.decode(PixelAspect.self, forKey: .pixelAspect),
            buffer: try values.decodeIfPresent(BufferLimits.self, forKey: .buffer),
            declaresBuffer: try values.decodeIfPresent(Bool.self, forKey: .declaresBuffer) ?? false,
            options: try values.decode([String: String].self, forKey: .options)
        )
    }

    /// Writes settings. A single level is omitted, so that the ID of a job without levels does not change.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(size, forKey: .size)
        try values.encode(format, forKey: .format)
        try values.encode(frameRate, forKey: .frameRate)
        try values.encode(hasConstantRate, forKey: .hasConstantRate)
        try values.encode(speed, forKey: .speed)
        try values.encode(tune, forKey: .tune)
        try values.encode(keyFrameInterval, forKey: .keyFrameInterval)
        if temporalLevels != 1 { try values.encode(temporalLevels, forKey: .temporalLevels) }
        try values.encode(colour, forKey: .colour)
        try values.encodeIfPresent(masteringDisplay, forKey: .masteringDisplay)
        try values.encodeIfPresent(contentLight, forKey: .contentLight)
        try values.encodeIfPresent(ambientViewing, forKey: .ambientViewing)
        try values.encodeIfPresent(preferredTransfer, forKey: .preferredTransfer)
        try values.encodeIfPresent(chromaLocation, forKey: .chromaLocation)
        try values.encode(pixelAspect, forKey: .pixelAspect)
        try values.encodeIfPresent(buffer, forKey: .buffer)
        if declaresBuffer { try values.encode(true, forKey: .declaresBuffer) }
        try values.encode(options, forKey: .options)
    }
}
