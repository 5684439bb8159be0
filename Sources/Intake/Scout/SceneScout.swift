import Media

/// Scans ranges of a film for how much its frames differ.
package enum SceneScout {
    /// Measures the frames of a range.
    ///
    /// The one picture before the range is decoded too, so that the scans of any partition of a film, one after the
    /// other, equal the scan of the whole.
    ///
    /// - Throws: What the reader throws on damage.
    package static func scan(_ reader: MovieReader, frames: Range<Int>) throws(IntakeError) -> [FrameActivity] {
        guard !frames.isEmpty else { return [] }
        let pictures = try reader.pictures(in: max(frames.lowerBound - 1, 0)..<frames.upperBound)
        var meter = FrameMeter()
        var activities: [FrameActivity] = []
        while let picture = try pictures.next() {
            let activity = meter.measure(picture)
            if frames.contains(picture.frame) { activities.append(activity) }
        }
        return activities
    }
}
