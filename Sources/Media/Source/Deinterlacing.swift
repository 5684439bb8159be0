/// How pictures of two fields become pictures of one time.
package enum Deinterlacing: String, Hashable, Sendable, Codable, CaseIterable {
    /// Pictures that are flagged as interlaced become one picture each; the others stay as they are.
    case auto
    /// Every picture becomes one, of its first field's time.
    case frame
    /// Every field becomes a picture: twice as many.
    case field
}

/// The times of a film of which each field becomes a frame.
package struct FieldTimes: Hashable, Sendable, Codable {
    /// The film's own times, by frames.
    package let own: FrameTimeline
    /// Number of the first field, counted from the start of the film.
    package let first: Int

    /// Creates the times of a film, or of a part of it that begins at this field.
    package init(of own: FrameTimeline, first: Int = 0) { (self.own, self.first) = (own, max(first, 0)) }
}
