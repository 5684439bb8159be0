import Glibc
import Intake
package import Media
package import Quality

/// Quality of a film against its source, frame by frame: the output of `granary bench metrics`.
package struct FilmMeasurement: Sendable, Encodable {
    /// The figures of one metric.
    package struct Metric: Hashable, Sendable, Encodable {
        /// Its name.
        package var metric: FilmMetric
        /// The figure of the film.
        package var film: Double
        /// Mean, harmonic mean and percentiles of the frames' values.
        package var summary: QualitySummary
        /// One value for each frame; nil if they were not requested.
        package var frames: [Double]?
    }

    /// Size of the pictures.
    package var size: PictureSize
    /// Bits of a sample.
    package var bitDepth: Int
    /// Pictures that were compared.
    package var count: Int
    /// The metrics that apply to the film.
    package var metrics: [Metric]
    /// CPU seconds of the comparison on one core, without decoding.
    package var cpuSeconds: Double

    /// Decodes and measures a film.
    ///
    /// - Parameters:
    ///   - film: path of the film to measure.
    ///   - source: path of its source, with as many frames of the same size. The film is converted to the bit depth of
    ///     the source.
    ///   - keepsFrames: whether each frame's values are kept.
    package init(of film: String, against source: String, keepsFrames: Bool) throws {
        let (left, right) = (
            try FilmProbe.describe(path: film, hashWholeFile: false),
            try FilmProbe.describe(path: source, hashWholeFile: false)
        )
        let (count, other) = (left.video.timeline.count, right.video.timeline.count)
        let output = PictureConversion(right.video)
        var conversion = PictureConversion(left.video)
        guard count == other, conversion.size == output.size else {
            throw BenchMismatch(
                film: "\(film) has \(counted(count, "frame")) of \(conversion.size)",
                source: "\(source) has \(counted(other, "frame")) of \(output.size)"
            )
        }
        conversion.format = output.format
        let films = try FilmReader(source: left, output: conversion).pictures(in: 0..<count)
        let sources = try FilmReader(source: right, output: output).pictures(in: 0..<count)
        var meter = FilmMeter(
            framesPerSecond: right.video.timeline.nominalRate.framesPerSecond,
            colour: right.video.colour
        )
        var seconds = 0.0
        while let picture = try films.next(), let reference = try sources.next() {
            let start = Self.threadSeconds
            try meter.add(picture, against: reference)
            seconds += Self.threadSeconds - start
        }
        size = output.size
        bitDepth = output.format.bitDepth
        self.count = meter.count
        cpuSeconds = seconds
        metrics = meter.metrics.compactMap { metric in
            guard let film = meter.film(metric), let summary = meter.summary(metric) else { return nil }
            return Metric(
                metric: metric,
                film: film,
                summary: summary,
                frames: keepsFrames ? meter.frames(metric) : nil
            )
        }
    }

    /// CPU seconds of this thread so far.
    private static var threadSeconds: Double {
        var time = timespec()
        // Safe: the call only fills the structure that it gets.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
