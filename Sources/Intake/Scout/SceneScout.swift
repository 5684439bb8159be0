package import Media

/// Scans ranges of a film for how much its frames differ, and for fields with different times.
package enum SceneScout {
    /// The result for a range.
    package struct Scan: Hashable, Sendable {
        /// How much each frame differs from the previous one.
        package var activities: [FrameActivity] = []
        /// What the fields of each frame show.
        package var fields: [FieldSign] = []
    }

    /// Measures the frames of a range.
    ///
    /// The one picture before the range is decoded too, so that the scans of any partition of a film together equal the
    /// scan of the whole.
    ///
    /// - Parameter looking: called with each picture of the range, for further measurements.
    /// - Throws: The errors of the reader on damage, and those of `looking`.
    package static func scan(
        _ reader: FilmReader,
        frames: Range<Int>,
        looking: (Picture) throws -> Void = { _ in }
    ) throws -> Scan {
        var scan = Scan()
        guard !frames.isEmpty else { return scan }
        let pictures = try reader.pictures(in: max(frames.lowerBound - 1, 0)..<frames.upperBound)
        var (meter, fieldMeter) = (FrameMeter(), FieldMeter())
        while let picture = try pictures.next() {
            let (activity, fields) = (meter.measure(picture), fieldMeter.measure(picture))
            guard frames.contains(picture.frame) else { continue }
            scan.activities.append(activity)
            scan.fields.append(fields)
            try looking(picture)
        }
        return scan
    }
}
