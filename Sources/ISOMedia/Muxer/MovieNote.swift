/// A value that the header of a movie cannot express exactly, and what it contains instead. The movie is complete
/// nevertheless.
package struct MovieNote: Hashable, Sendable {
    /// The kind of note; more may be added.
    package struct Code: Hashable, Sendable {
        private let name: Name

        private enum Name { case frameRateUnspecified, bitRateSaturated, colourRangeUnspecified, levelExceeded }

        /// A frame rate below 1/512 or above 65535/256 frames per second is written as 0, unspecified.
        package static let frameRateUnspecified = Code(name: .frameRateUnspecified)
        /// A bit rate above 65535 kbit/s is written as 65535.
        package static let bitRateSaturated = Code(name: .bitRateSaturated)
        /// QuickTime's `colr` does not distinguish full from limited range; only the bitstream does.
        package static let colourRangeUnspecified = Code(name: .colourRangeUnspecified)
        /// No level of HEVC allows what the samples need; the level that the encoder declared is kept.
        package static let levelExceeded = Code(name: .levelExceeded)
    }

    /// The kind of note.
    package let code: Code
    /// The track, level or box that it is about.
    package let subject: String
    /// A sentence about the value and its replacement.
    package let text: String

    /// Creates a note.
    package init(_ code: Code, _ subject: String, _ text: String) {
        self.code = code
        self.subject = subject
        self.text = text
    }

    /// A frame rate that does not fit.
    static func frameRate(_ framesIn256Seconds: UInt64, of subject: String, in box: FourCC) -> MovieNote {
        let rate = framesIn256Seconds / 256
        return MovieNote(
            .frameRateUnspecified,
            subject,
            "its frame rate of about \(rate)/s is unspecified in '\(box)', which can express 1/256 to 65535/256"
        )
    }
}
