/// Why libavformat cannot open a file.
package struct OpenFailure: Error, Hashable {
    /// FFmpeg's code.
    package let code: LibraryCode
    /// The first message that it logged, or nil.
    package let complaint: String?
}
