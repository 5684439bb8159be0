import Coordination
import Foundation
import Intake
import JobDocuments
import Jobs
import Media
import Platform

/// An export in this process: a reader, a session and a writer.
final class InProcessExport: ExportRun {
    private let job: ExportJob
    private let isCancelled = Locked(false)

    init(_ job: ExportJob) { self.job = job }

    func cancel() { isCancelled.withLock { $0 = true } }

    func plan(_ target: URL) throws -> ExportPlan {
        try job.check(target: target)
        let resolved = try ExportResolution(job, output: target)
        let sample = try ExcerptSample(resolved, checkCancellation).measure()
        let forecast = DiskForecast(job: resolved.job, source: resolved.source, videoBits: sample?.videoBits)
        return ExportPlan(
            maximumPasses: resolved.job.passes.maximum,
            passesReason: resolved.job.passes.reason,
            estimatedByteCount: forecast.filmByteCount,
            estimateUncertainty: sample.map(\.uncertainty) ?? resolved.rateUncertainty,
            estimateBasis: sample.map { "from \(counted($0.count, "excerpt")) of the film" } ?? resolved.rateBasis,
            resolutions: resolved.job.resolutions.map {
                ExportPlan.Resolution(key: $0.key, value: $0.value, reason: $0.reason)
            },
            losses: resolved.losses
        )
    }

    func export(_ target: URL, report: @escaping @Sendable (ExportProgress) -> Void) throws -> ExportedFilm {
        try job.check(target: target)
        let resolved = try ExportResolution(job, output: target)
        let (source, settled) = (resolved.source, resolved.job)
        let reader = try translating {
            let output = PictureConversion(of: source.video, for: settled.encoder, shown: settled.shownSize)
            return try FilmReader(source: source, output: output)
        }
        let film = source.video.timeline
        let properties = CompressionProperties(settled)
        let writer = try MovieWriter(url: target, video: properties, timeRange: TimeRange(film.timeRange))
        // Until the film is finished there is nothing to keep.
        defer { writer.cancelWriting() }
        var meter = ExportMeter(settled, source)
        while let ranges = try writer.beginNextPass() {
            meter.begin(pass: writer.pass, frames: ranges.reduce(0) { $0 + film.frames(in: $1.wrapped).count })
            for range in ranges {
                let pictures = try translating { try reader.pictures(in: film.frames(in: range.wrapped)) }
                while let picture = try translating({ try pictures.next() }) {
                    try checkCancellation()
                    try writer.append(Picture(picture))
                    if let progress = meter.encoded() { report(progress) }
                }
            }
            try writer.endPass()
        }
        try addSound(of: resolved, to: writer)
        writer.metadata = (source.metadata ?? []).map(MetadataItem.init)
        try writer.finishWriting()
        return ExportedFilm(
            url: target,
            byteCount: FileStatus(path: target.path)?.byteCount ?? 0,
            isVerified: false,
            misses: writer.missedGoal.map { [$0] } ?? []
        )
    }

    private func addSound(of resolved: ExportResolution, to writer: MovieWriter) throws {
        for index in resolved.copiedTracks {
            let track = MovieReader.AudioDescription(resolved.source.audio[index], index: index)
            let packets = try AudioPackets(track, of: resolved.source)
            let input = try writer.addAudioTrack(track)
            while let packet = try packets.next() {
                try checkCancellation()
                try input.append(packet)
            }
        }
    }

    private func checkCancellation() throws(GranaryError) {
        if isCancelled.withLock({ $0 }) { throw job.cancelled }
    }
}
