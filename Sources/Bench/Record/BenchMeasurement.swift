/// What one encode took and how good it is.
package struct BenchMeasurement: Hashable, Sendable, Codable {
    /// The commands that made it, each with its arguments; those that ran into each other's pipe follow one another.
    package var commands: [[String]]
    /// Bytes of all video samples, container excluded.
    package var videoByteCount: Int
    /// Bytes of the file as a whole.
    package var fileByteCount: Int
    /// Bits of video a second over the clip's presented duration.
    package var bitsPerSecond: Double
    /// Seconds, CPU seconds and memory of the encode with its decoding, its children included; measuring is not in it.
    package var cost: BenchCost
    /// CPU share of passes over ranges that had been encoded before, 0 to 1; nil for encoders that have no such passes.
    package var repeatedShare: Double?
    /// Frames that were compared.
    package var frameCount: Int
    /// What each metric says, or why it says nothing; by the metric's name in the order of the record.
    package var metrics: [BenchMetricValue]
    /// File with each frame's values (`BenchFrameValues`), relative to the run's folder; nil when it was not kept.
    package var framesFile: String?
    /// The encoded file, relative to the run's folder, as long as it is kept; nil afterwards.
    package var outputFile: String?
    /// Odd things that a reader of the figures should know; usually empty.
    package var remarks: [String]

    /// Creates a measurement.
    package init(
        commands: [[String]],
        videoByteCount: Int,
        fileByteCount: Int,
        bitsPerSecond: Double,
        cost: BenchCost,
        repeatedShare: Double?,
        frameCount: Int,
        metrics: [BenchMetricValue],
        framesFile: String?,
        outputFile: String?,
        remarks: [String]
    ) {
        self.commands = commands
        self.videoByteCount = videoByteCount
        self.fileByteCount = fileByteCount
        self.bitsPerSecond = bitsPerSecond
        self.cost = cost
        self.repeatedShare = repeatedShare
        self.frameCount = frameCount
        self.metrics = metrics
        self.framesFile = framesFile
        self.outputFile = outputFile
        self.remarks = remarks
    }

    /// What a metric says; nil when it is a hole or was not asked for.
    package func value(of metric: BenchMetric) -> BenchMetricFigures? {
        guard case .measured(let figures) = metrics.first(where: { $0.metric == metric })?.outcome else { return nil }
        return figures
    }
}
