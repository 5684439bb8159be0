import Farm
import Foundation
import Media

/// What a job would do: settings as resolved, ranges as far as they are known, size and time forecasts.
struct DryRun {
    let job: ResolvedJob
    let source: SourceDescription
    let directory: JobDirectory

    /// The forecast as text.
    var text: String {
        get throws {
            let timeline = source.video.timeline
            let seconds = timeline.timeRange.duration.seconds
            let planned = try directory.plan()
            let ranges = planned?.ranges ?? RangePlanner(timeline: timeline, job: job).ranges(sceneCuts: [])
            var lines = [
                "job        \(job.id)  \(job.name)",
                "source     \(source.paths.joined(separator: ", then "))",
                "           \(source.video.size), \(counted(timeline.count, "frame")), \(timeline.averageRate.text) a second, "
                    + clock(seconds),
                "output     \(job.outputPath)",
                "directory  \(directory.path)",
                "rate       \(job.rate)",
            ]
            for resolution in job.resolutions {
                lines.append("           \(resolution.key): \(resolution.value) (\(resolution.reason))")
            }
            lines.append(
                "ranges     \(ranges.count)"
                    + (planned == nil ? ", before scene changes are looked for" : ", as planned")
            )
            if case .average(let bitsPerSecond) = job.rate {
                lines.append("film       about \(ByteSize(Int64(Double(bitsPerSecond) * seconds / 8))) of video")
            }
            let forecast = DiskForecast(job: job, source: source)
            lines.append(
                "disk       at most \(ByteSize(forecast.jobByteCount)) for the job's own files, "
                    + "\(ByteSize(forecast.filmByteCount)) for the film"
            )
            for line in job.warnings(about: source) { lines.append("warning    \(line)") }
            for line in job.losses(of: source) { lines.append("not kept   \(line)") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private func clock(_ seconds: Double) -> String { ProgressText.clock(seconds: seconds) }
}
