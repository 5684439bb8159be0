import Intake
import Media

/// Compares the decoded pictures of an encode with those of its clip, by every requested metric.
struct EncodeJudgement {
    /// The values of the metrics, in the requested order.
    let metrics: [BenchMetricValue]
    /// One value for each frame.
    let frames: BenchFrameValues
    /// Frames that were compared.
    let count: Int

    /// Decodes and compares. Throws a hole if the frames of the encode are not those of the clip.
    ///
    /// - Parameters:
    ///   - isBare: true for a stream without times, whose frames are identified by their numbers.
    ///   - folder: for files of the meters.
    ///   - isStopped: called before each frame; true cancels.
    init(
        of encode: String,
        isBare: Bool,
        clip: FoundClip,
        metrics requested: [BenchMetric],
        folder: String,
        isStopped: () -> Bool
    ) throws {
        let source = clip.source
        let output = PictureConversion(source.video)
        let encoded = try Self.described(encode, isBare: isBare, clip: clip)
        let conversion = PictureConversion(encoded.video)
        guard conversion.size == output.size, conversion.format == output.format else {
            throw BenchHole(
                .outputUnusable,
                "its pictures are \(conversion.size) with \(conversion.format.bitDepth) bits, but the clip's are "
                    + "\(output.size) with \(output.format.bitDepth)"
            )
        }
        let count = source.video.timeline.count
        guard encoded.video.timeline.count == count else {
            throw BenchHole(.outputUnusable, "it has \(encoded.video.timeline.count) frames, but the clip has \(count)")
        }
        let subject = BenchMeters.Subject(clip: source, size: output.size, format: output.format, folder: folder)
        var (meters, holes) = BenchMeters.meters(for: requested, of: subject)
        let left = try FilmReader(source: encoded, output: conversion).pictures(in: 0..<count)
        let right = try FilmReader(source: source, output: output).pictures(in: 0..<count)
        for frame in 0..<count {
            if isStopped() { throw CancellationError() }
            guard let picture = try left.next(), let reference = try right.next() else {
                throw BenchHole(.outputUnusable, "frame \(frame) of \(count) could not be decoded")
            }
            meters = meters.filter { meter in
                Self.noting(meter, &holes) { try meter.compare(picture, with: reference) } != nil
            }
        }
        var values = BenchFrameValues(metrics: [:])
        var figures: [BenchMetric: BenchMetricFigures] = [:]
        for meter in meters {
            let readings = Self.noting(meter, &holes) { try meter.finish() } ?? [:]
            for (metric, reading) in readings where requested.contains(metric) && holes[metric] == nil {
                guard reading.frames.count == count, let summary = QualitySummary(reading.frames), reading.film.isFinite
                else {
                    holes[metric] = BenchHole(.metricFailed, "it did not measure every frame")
                    continue
                }
                values[metric] = reading.frames
                figures[metric] = BenchMetricFigures(film: reading.film, frames: summary)
            }
        }
        self.count = count
        frames = values
        metrics = requested.map { metric in
            let caution = metric.isForStandardRangeOnly && source.video.colour.isHDR ? "not meant for HDR" : nil
            if let figures = figures[metric] { return BenchMetricValue(metric, .measured(figures), caution: caution) }
            let hole = holes[metric] ?? BenchHole(.metricFailed, "it was not measured")
            return BenchMetricValue(metric, .hole(hole), caution: caution)
        }
    }

    /// The result of a step of a meter. If the step fails, returns nil and adds a hole for each of the meter's metrics;
    /// the other meters continue.
    private static func noting<Value>(
        _ meter: any BenchMeter,
        _ holes: inout [BenchMetric: BenchHole],
        _ step: () throws -> Value
    ) -> Value? {
        do { return try step() } catch {
            let hole = error as? BenchHole ?? BenchHole(.metricFailed, words(of: error))
            for metric in meter.metrics { holes[metric] = hole }
            return nil
        }
    }

    private static func words(of error: any Error) -> String {
        (error as? any ExplainedError)?.cause ?? "\(error)"
    }

    private static func described(
        _ path: String,
        isBare: Bool,
        clip: FoundClip
    ) throws(BenchHole) -> SourceDescription {
        let reading = isBare ? SourceReading(frameRate: clip.source.video.timeline.averageRate) : .standard
        do throws(IntakeError) {
            return try FilmProbe.describe(path: path, hashWholeFile: false, reading: reading)
        } catch {
            throw BenchHole(.outputUnusable, "it cannot be read: \(error.cause)")
        }
    }
}
