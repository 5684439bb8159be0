/// What a `DecompressionSession` made of a sample: its picture, or the reason why there is none.
public struct DecodedFrame: Sendable {
    /// When the sample is presented.
    public let presentationTime: MediaTime
    /// How long it is presented.
    public let duration: MediaTime
    /// The picture, with the times of the sample. Or the error, whose `subject` names the time of the sample:
    /// `damaged`, `missingReference`, `noPicture`, `formatChange`, `unsupportedFilm` for a picture that cannot be
    /// converted to 4:2:0, or `unavailable`.
    public let result: Result<Picture, GranaryError>

    /// The picture; nil if there is an error.
    public var picture: Picture? { try? result.get() }

    /// Why there is no picture; nil if there is one.
    public var error: GranaryError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }
}
