import Media

/// A decoder inside of a `DecompressionSession`. It knows samples by their numbers.
protocol SampleDecoding {
    /// Most samples that may be given before the first of them in presentation order has its picture.
    var lookahead: Int { get }

    /// Why a sample cannot be one of this stream; nil if it can. The decoder does not change.
    func refusal(of bytes: [UInt8]) -> SampleFailure?

    /// Decodes a sample, and passes on what became of this one or of earlier ones.
    ///
    /// - Parameter expected: the hash of its picture; nil if it is unknown.
    func decode(_ bytes: [UInt8], number: Int, expected: PictureHash?, _ settle: (SampleFate) -> Void)

    /// Passes on what became of the samples that are left.
    func finish(_ settle: (SampleFate) -> Void)
}

/// What became of a sample.
struct SampleFate {
    /// The number of the sample.
    let number: Int
    /// Its picture, whose times are not set, or why it has none.
    let result: Result<Media.Picture, SampleFailure>
    /// True if no picture follows that is presented earlier.
    var isInOrder = false
}

/// Why a sample has no picture, without its time.
struct SampleFailure: Error {
    let code: GranaryError.Code
    let cause: String
    var remedy = ""

    /// The error for the sample with a presentation time.
    func error(at time: Media.MediaTime) -> GranaryError {
        GranaryError(
            code,
            attempted: "decode a sample",
            subject: "the sample at \(MediaTime(time))",
            cause: cause,
            remedy: remedy
        )
    }

    /// Samples of another format.
    static func formatChange(_ cause: String) -> SampleFailure {
        SampleFailure(
            code: .formatChange,
            cause: cause,
            remedy: "Finish the session, and begin another one with the new format."
        )
    }
}
