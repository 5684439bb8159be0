package import Media

/// Tells from pictures alone whether their fields are of one instant: the flags of a film may be wrong.
///
/// The measure over lines is that of FFmpeg's idet filter; it is taken per block, so that small moving parts count.
package struct FieldMeter: Sendable {
    private var previous: Picture?

    /// Creates a meter that has seen nothing.
    package init() {}

    /// Looks at the next picture; the first one is unclear.
    package mutating func measure(_ picture: Picture) -> FieldSign {
        defer { previous = picture }
        guard let previous, previous.size == picture.size, previous.format == picture.format else { return .unclear }
        return FieldCount(picture, after: previous).sign
    }
}
