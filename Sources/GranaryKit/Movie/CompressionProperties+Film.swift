extension CompressionProperties {
    /// Takes what a film says about its pixels, colour and light: `pixelAspectRatio`, `colour`, `isFullRange`,
    /// `chromaLocation`, `masteringDisplay`, `contentLight` and `ambientViewing`.
    public mutating func takeColour(of video: MovieReader.VideoDescription) {
        pixelAspectRatio = video.pixelAspectRatio
        colour = (video.colourPrimaries, video.transferCharacteristics, video.matrixCoefficients)
        isFullRange = video.isFullRange
        chromaLocation = video.chromaLocation
        masteringDisplay = video.masteringDisplay
        contentLight = video.contentLight
        ambientViewing = video.ambientViewing
    }
}
