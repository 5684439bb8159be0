/// A range of frames that the film declares progressive, but that are not.
package struct FieldStretch: Hashable, Sendable, Codable {
    /// The composition of the frames.
    package enum Kind: String, Hashable, Sendable, Codable {
        /// Two fields of different times in every frame.
        case interlaced
        /// Telecined film: of five frames, two mix two pictures of the film (3:2 pulldown).
        case telecined
    }

    /// The composition of the frames.
    package var kind: Kind
    /// First and last frame of the range.
    package var frames: Range<Int>

    /// Creates a stretch.
    package init(kind: Kind, frames: Range<Int>) {
        self.kind = kind
        self.frames = frames
    }
}
