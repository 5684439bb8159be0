extension CompressionProperties {
    /// Creates properties for the pictures of a film, with their size, format, rate, shape, colour and light. All other
    /// properties have their defaults.
    ///
    /// - Parameters:
    ///   - video: what a `MovieReader` says about them.
    ///   - goal: the aim for the new film.
    public init(of video: MovieReader.VideoDescription, goal: Goal) {
        self.init(
            width: video.width,
            height: video.height,
            pixelFormat: video.pixelFormat,
            expectedFrameDuration: video.averageFrameDuration,
            goal: goal
        )
        hasConstantFrameRate = video.hasConstantFrameRate
        pixelAspectRatio = video.pixelAspectRatio
        colour = (video.colourPrimaries, video.transferCharacteristics, video.matrixCoefficients)
        isFullRange = video.isFullRange
        chromaLocation = video.chromaLocation
        masteringDisplay = video.masteringDisplay
        contentLight = video.contentLight
        ambientViewing = video.ambientViewing
    }
}
