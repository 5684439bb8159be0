/// A range of frames that the film declares progressive, but that are not.
public struct FieldStretch: Hashable, Sendable, Codable {
    /// The composition of the frames.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// Two fields of different times in every frame.
        case interlaced
        /// Telecined film: of five frames, two mix two pictures of the film (3:2 pulldown).
        case telecined
    }

    /// The composition of the frames.
    public var kind: Kind
    /// First and last frame of the range.
    public var frames: Range<Int>

    /// Creates a stretch.
    public init(kind: Kind, frames: Range<Int>) {
        self.kind = kind
        self.frames = frames
    }
}
