package import Media

/// Measures pictures one after the other, each against the previous one.
package struct FrameMeter: Sendable {
    private var previous: LumaThumbnail?

    /// Creates a meter before the first picture.
    package init() {}

    /// Measures the next picture.
    package mutating func measure(_ picture: Picture) -> FrameActivity {
        let thumbnail = LumaThumbnail(picture)
        defer { previous = thumbnail }
        return FrameActivity(
            frame: picture.frame,
            brightness: Int(thumbnail.mean) * 100 / 16,
            difference: previous.map(thumbnail.difference),
            structuralDifference: previous.map(thumbnail.structuralDifference),
            histogramDifference: previous.map(thumbnail.histogramDifference),
            signature: thumbnail.signature
        )
    }
}
