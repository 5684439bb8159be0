/// What a stream of a container holds.
package enum MediaKind: Hashable, Sendable {
    /// Pictures.
    case video
    /// Sound.
    case audio
    /// Texts or bitmaps that are shown over pictures.
    case subtitles
    /// A file of its own, such as a font.
    case attachment
    /// Anything else, known or not.
    case other
}
