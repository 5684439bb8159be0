/// Frames of a film that calls itself progressive and is not, or not all of it.
public struct FieldStretch: Hashable, Sendable, Codable {
    /// What the frames are made of.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// Two fields of different instants in every frame.
        case interlaced
        /// Film that was brought to video by fields: of five frames, two mix two pictures of the film (3:2 pulldown).
        case telecined
    }

    /// What they are made of.
    public var kind: Kind
    /// First and last frame, and all between them.
    public var frames: Range<Int>

    /// Creates a stretch.
    public init(kind: Kind, frames: Range<Int>) {
        self.kind = kind
        self.frames = frames
    }
}
