import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Simulation

/// What a job would do: its resolved settings, its ranges as far as they are known, and estimates of disk and time.
struct DryRun {
    let job: ResolvedJob
    let source: SourceDescription
    let directory: JobDirectory
    /// Ranges that would be encoded at the same time on this machine.
    let workers: Int
    /// What the encoded excerpts of the film showed; nil if none were encoded.
    var findings: ExcerptFindings?

    private let planned: Plan?
    private let knowledge: ClusterSimulation.Knowledge

    /// Reads what the job directory already has: measurements and a plan.
    init(job: ResolvedJob, source: SourceDescription, directory: JobDirectory, workers: Int) throws {
        self.job = job
        self.source = source
        self.directory = directory
        self.workers = workers
        var knowledge = ClusterSimulation.Knowledge()
        if directory.holdsJob { (knowledge.work, knowledge.seconds) = try directory.measuredWork(of: job, source) }
        planned = try directory.plan()
        self.knowledge = knowledge
    }

    /// Whether excerpts would improve the estimate: true until the job itself has encoded something.
    var wantsTrial: Bool { !isMeasured }

    /// Whether the job itself has encoded something.
    private var isMeasured: Bool { knowledge.seconds.keys.contains { $0.stage == .encode } }

    /// The forecast as a value.
    var forecast: JobForecast {
        var known = knowledge
        known.rates = findings?.rates
        let time = LocalForecast(job: job, source: source, knowledge: known, workers: workers)
        let ranges =
            planned?.ranges ?? RangePlanner(source: source, job: job).ranges(sceneCuts: [])
        let bits = findings?.rates?.bits(job: job, source: source)
        let disk = DiskForecast(job: job, source: source, videoBits: bits, plan: planned)
        return JobForecast(
            job: job.id,
            name: job.name,
            source: source.path,
            output: job.outputPath,
            directory: directory.path,
            rate: "\(job.rate)",
            passes: job.passes,
            resolutions: job.resolutions,
            ranges: ranges.map { JobForecast.Range(start: $0.timeRange.start.seconds, frames: $0.frames.count) },
            isPlanned: planned != nil,
            filmBytes: disk.filmByteCount,
            jobBytes: disk.jobByteCount,
            diskBasis: diskBasis,
            diskUncertainty: diskUncertainty,
            workers: workers,
            wallSeconds: time.wallSeconds,
            remainingSeconds: time.remainingSeconds,
            workSeconds: time.workSeconds,
            waves: time.waves,
            timeBasis: timeBasis,
            timeUncertainty: timeUncertainty,
            warnings: job.warnings(about: source),
            notCarried: job.losses(of: source)
        )
    }

    // MARK: - Basis of the estimates

    private var timeBasis: String {
        if let findings {
            return "measured with \(counted(findings.excerpts.count, "excerpt")), "
                + "\(counted(findings.frames, "frame")) in total, under the current load of this machine"
        }
        if isMeasured { return "measured in the finished work of this job" }
        return "only estimated from the size and number of the pictures; it may be wrong by a factor of a few"
    }

    private var timeUncertainty: Double? {
        findings?.timeUncertainty ?? (isMeasured ? 0.2 : nil)
    }

    private var diskBasis: String {
        if case .average = job.rate { return "from the requested rate" }
        if let findings { return "from \(counted(findings.excerpts.count, "excerpt")) of the film" }
        return "assumed to be as large as the source, because nothing was encoded yet"
    }

    private var diskUncertainty: Double? {
        if case .average = job.rate { return 0.1 }
        return findings?.bitUncertainty
    }

    // MARK: - Text

    /// The forecast as text.
    var text: String {
        let forecast = forecast
        let timeline = source.video.timeline
        var lines = [
            "job        \(job.id)  \(job.name)",
            "source     \(source.paths.joined(separator: ", then "))",
            "           \(source.video.size), \(counted(timeline.count, "frame")), \(timeline.averageRate.text) a "
                + "second, "
                + ProgressText.clock(seconds: timeline.timeRange.duration.seconds),
            "output     \(job.outputPath)",
            "directory  \(directory.path)",
            "rate       \(job.rate)",
        ]
        for resolution in job.resolutions {
            lines.append("           \(resolution.key): \(resolution.value) (\(resolution.reason))")
        }
        lines.append(rangeLine(forecast))
        lines.append(
            "film       about \(ByteSize(forecast.filmBytes))\(Self.words(forecast.diskUncertainty)), "
                + "\(forecast.diskBasis)"
        )
        lines.append("disk       about \(ByteSize(forecast.jobBytes)) for the files of the job, besides the film")
        lines += timeLines(forecast)
        for line in forecast.warnings { lines.append("warning    \(line)") }
        for line in forecast.notCarried { lines.append("not kept   \(line)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func rangeLine(_ forecast: JobForecast) -> String {
        let frames = forecast.ranges.map(\.frames)
        let lengths =
            frames.min() == frames.max()
            ? "of \(counted(frames.first ?? 0, "frame"))" : "of \(frames.min() ?? 0) to \(frames.max() ?? 0) frames"
        return "ranges     \(frames.count) \(lengths)"
            + (forecast.isPlanned ? ", as planned" : ", before scene changes are known")
    }

    private func timeLines(_ forecast: JobForecast) -> [String] {
        func clock(_ seconds: Double) -> String { ProgressText.clock(seconds: seconds) }
        let isBegun = forecast.remainingSeconds < forecast.wallSeconds * 0.999
        let left = isBegun ? ", of which \(clock(forecast.remainingSeconds)) are left" : ""
        let stages = forecast.waves.filter { $0.wallSeconds >= 0.5 }.map { "\($0.name) \(clock($0.wallSeconds))" }
        return [
            "time       about \(clock(forecast.wallSeconds))\(Self.words(forecast.timeUncertainty)) with "
                + "\(counted(workers, "worker"))\(left): \(forecast.timeBasis)",
            stages.isEmpty ? nil : "           \(stages.joined(separator: ", "))",
        ].compactMap(\.self)
    }

    private static func words(_ uncertainty: Double?) -> String {
        uncertainty.map { ", plus or minus \(Int(($0 * 100).rounded(.up))) %" } ?? ""
    }
}
