package import Media

/// Scans ranges of a film for how much its frames differ, and for fields of unlike times.
package enum SceneScout {
    /// What was found in a range.
    package struct Scan: Hashable, Sendable {
        /// How much each frame differs from the one before.
        package var activities: [FrameActivity] = []
        /// What the fields of each frame show.
        package var fields: [FieldSign] = []
    }

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
    ) throws(IntakeError) -> Scan {
        var scan = Scan()
        guard !frames.isEmpty else { return scan }
        let pictures = try reader.pictures(in: max(frames.lowerBound - 1, 0)..<frames.upperBound)
        var (meter, fieldMeter) = (FrameMeter(), FieldMeter())
        while let picture = try pictures.next() {
            let (activity, fields) = (meter.measure(picture), fieldMeter.measure(picture))
            guard frames.contains(picture.frame) else { continue }
            scan.activities.append(activity)
            scan.fields.append(fields)
            looking(picture)
        }
        return scan
    }
}
