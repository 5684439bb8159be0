import Media

extension VideoTrack {
    /// How RGB changes in a film of these colours, as a line for the report; nil for pictures that are already Y'CbCr.
    func lossOfRGB(in colour: ColourDescription) -> String? {
        guard isRGB == true else { return nil }
        let matrix = ColourNames.name(of: colour.matrix, in: ColourNames.matrices)
        let range = colour.isFullRange == true ? "full" : "limited"
        return "RGB (\(sourcePixelFormat)): the film is Y'CbCr 4:2:0, made with matrix \(matrix) in \(range) range"
    }
}
