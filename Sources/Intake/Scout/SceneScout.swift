package import Media

/// Scans ranges of a film for how much its frames differ.
package enum SceneScout {
    /// Measures the frames of a range.
    ///
    /// The one picture before the range is decoded too, so that the scans of any partition of a film, one after the
    /// other, equal the scan of the whole.
    ///
    /// - Parameter looking: called with each picture of the range, for what else there is to measure in it.
    /// - Throws: What the reader throws on damage.
    package static func scan(
        _ reader: MovieReader,
        frames: Range<Int>,
        looking: (Picture) -> Void = { _ in }
    ) throws(IntakeError) -> [FrameActivity] {
        guard !frames.isEmpty else { return [] }
        let pictures = try reader.pictures(in: max(frames.lowerBound - 1, 0)..<frames.upperBound)
        var meter = FrameMeter()
        var activities: [FrameActivity] = []
        while let picture = try pictures.next() {
            let activity = meter.measure(picture)
            guard frames.contains(picture.frame) else { continue }
            activities.append(activity)
            looking(picture)
        }
        return activities
    }
}
