package import Media

/// Determines from pictures alone whether their fields have the same time: the flags of a film may be wrong.
///
/// The measure over lines is that of FFmpeg's idet filter. It is taken per block, so that small moving parts count.
package struct FieldMeter: Sendable {
    private var previous: Picture?

    /// Creates a meter before the first picture.
    package init() {}

    /// Measures the next picture; the first one is unclear.
    package mutating func measure(_ picture: Picture) -> FieldSign {
        defer { previous = picture }
        guard let previous, previous.size == picture.size, previous.format == picture.format else { return .unclear }
        return FieldCount(picture, after: previous).sign
    }
}
