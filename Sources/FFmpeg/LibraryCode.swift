/// The result of a call of FFmpeg: negative for an error, which may be a negated errno.
package struct LibraryCode: Error, Hashable, Sendable {
    /// FFmpeg's number.
    package let rawValue: CInt

    /// Wraps a number that FFmpeg returned.
    init(_ rawValue: CInt) { self.rawValue = rawValue }

    /// The code of an error of the operating system.
    package init(errno code: CInt) { rawValue = -code }

    /// Whether the call did not succeed.
    package var isFailure: Bool { rawValue < 0 }

    /// Whether the callee needs input first.
    package var isAgain: Bool { Library.isAgain(rawValue) }

    /// Whether nothing follows.
    package var isEnd: Bool { Library.isEnd(rawValue) }

    /// Whether the input is damaged.
    package var isInvalidData: Bool { Library.isInvalidData(rawValue) }

    /// FFmpeg's text for it, as in "Invalid data found when processing input".
    package var words: String { Library.words(of: rawValue) }
}
