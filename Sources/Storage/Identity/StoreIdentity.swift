package import Media

/// What a store was made from. Two stores with the same identity hold the same bytes in the same records.
package struct StoreIdentity: Hashable, Sendable, Codable {
    /// Hash of the resolved settings of the job.
    package var jobHash: String
    /// Hash that identifies the source.
    package var sourceHash: String
    /// Build of Granary.
    package var granaryBuild: String
    /// Build of the encoder library.
    package var encoderBuild: String
    /// Builds of the libraries that read and convert the source.
    package var readerBuild: String
    /// Number of the range in the plan, from 0.
    package var range: Int
    /// Number of the pass, from 1.
    package var pass: Int
    /// The film's frames that the range covers.
    package var frames: Range<Int>
    /// The time range of the film that the store covers: presentation time and, in a silo, decode time.
    package var timeRange: TimeRange
    /// x265's resolved options as it writes them to its statistics; empty until the encoder is open.
    package var encoderOptions: String

    /// Creates an identity.
    package init(
        jobHash: String,
        sourceHash: String,
        granaryBuild: String,
        encoderBuild: String,
        readerBuild: String,
        range: Int,
        pass: Int,
        frames: Range<Int>,
        timeRange: TimeRange,
        encoderOptions: String = ""
    ) {
        self.jobHash = jobHash
        self.sourceHash = sourceHash
        self.granaryBuild = granaryBuild
        self.encoderBuild = encoderBuild
        self.readerBuild = readerBuild
        self.range = range
        self.pass = pass
        self.frames = frames
        self.timeRange = timeRange
        self.encoderOptions = encoderOptions
    }

    /// The first field that differs, with both values: that of this store and the expected one.
    ///
    /// The encoder's options are compared only if they are expected: they are unknown before the encoder is open.
    func firstMismatch(with expected: StoreIdentity) -> (field: String, found: String, expected: String)? {
        let fields: [(String, String, String)] = [
            ("settings", jobHash, expected.jobHash),
            ("source", sourceHash, expected.sourceHash),
            ("granary build", granaryBuild, expected.granaryBuild),
            ("encoder build", encoderBuild, expected.encoderBuild),
            ("reader build", readerBuild, expected.readerBuild),
            ("range", "\(range)", "\(expected.range)"),
            ("pass", "\(pass)", "\(expected.pass)"),
            ("frames", "\(frames)", "\(expected.frames)"),
        ]
        if let (field, found, expected) = fields.first(where: { $0.1 != $0.2 }) { return (field, found, expected) }
        if timeRange != expected.timeRange { return ("time range", "\(timeRange)", "\(expected.timeRange)") }
        if !expected.encoderOptions.isEmpty, encoderOptions != expected.encoderOptions {
            return ("encoder options", encoderOptions, expected.encoderOptions)
        }
        return nil
    }
}
