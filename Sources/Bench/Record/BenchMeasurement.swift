/// Cost and quality of one encode.
package struct BenchMeasurement: Hashable, Sendable, Codable {
    /// The commands that made it, each with its arguments; the commands of a pipeline follow one another.
    package var commands: [[String]]
    /// Bytes of all video samples, container excluded.
    package var videoByteCount: Int
    /// Bytes of the file as a whole.
    package var fileByteCount: Int
    /// Bits of video per second over the clip's presented duration.
    package var bitsPerSecond: Double
    /// Time, CPU time and memory of the encode with its decoding and child processes, without the measurement.
    package var cost: BenchCost
    /// Share of CPU time that was spent on ranges encoded before, 0 to 1; nil for encoders without such passes.
    package var repeatedShare: Double?
    /// Frames that were compared.
    package var frameCount: Int
    /// The figures of each metric, or the reason why it has none, in the order of the record.
    package var metrics: [BenchMetricValue]
    /// File with each frame's values (`BenchFrameValues`), relative to the run's folder; nil if it was not kept.
    package var framesFile: String?
    /// The encoded file, relative to the run's folder, as long as it is kept; nil afterwards.
    package var outputFile: String?
    /// Peculiarities that readers of the figures must know; usually empty.
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

    /// The figures of a metric; nil if it is a hole or was not requested.
    package func value(of metric: BenchMetric) -> BenchMetricFigures? {
        guard case .measured(let figures) = metrics.first(where: { $0.metric == metric })?.outcome else { return nil }
        return figures
    }
}
