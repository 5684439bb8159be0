import Confinement
import Coordination
import Foundation
import JobDocuments
import Jobs
import LocalEngine
import Media
import RateControl
import Simulation
import Worker

/// Encodes a few excerpts of a film with the settings of its job, in a temporary folder. A forecast uses them if the
/// job itself has measured nothing yet.
struct ExcerptTrial {
    let job: ResolvedJob
    let source: SourceDescription
    /// Workers that run at the same time, so that excerpts are encoded in parallel as ranges will be.
    let workers: Int
    /// Whether they are confined.
    let sandbox: SandboxMode

    /// Encodes the excerpts. Nil if that would take too long, or if none could be encoded.
    ///
    /// - Parameter begin: called before the first excerpt, with the number of excerpts and the frames of one.
    func run(begin: (_ excerpts: Int, _ frames: Int) -> Void) async throws -> ExcerptFindings? {
        let excerpts = ExcerptPlan(job: job, source: source, workers: workers).excerpts
        guard let first = excerpts.first else { return nil }
        begin(excerpts.count, first.count)
        let film = source.picturesAlone
        let scratch = try ScratchFolder()
        defer { withExtendedLifetime(scratch) {} }
        // As in the film itself, however few ranges an excerpt has.
        let ranges = RangePlanner(source: source, job: job).ranges(sceneCuts: [])
        let jobs = try excerpts.enumerated().map { place, frames in
            try excerpt(frames, of: film, rangeCount: ranges.count, in: "\(scratch.path)/\(place)")
        }
        let isAnalysed = FilmRateControl(job: job, source: source).isAnalysed(
            rangeCount: ranges.count,
            hasScoutBits: Pipeline(job).hasScoutEncode
        )
        var findings = ExcerptFindings()
        for batch in stride(from: 0, to: jobs.count, by: workers) {
            let found = await withTaskGroup(of: (Int, (ExcerptFindings.Excerpt, WorkRates)?).self) { group in
                for place in batch..<min(batch + workers, jobs.count) {
                    let (job, source, directory) = jobs[place]
                    group.addTask {
                        (place, await Self.encoded(job, source, directory, sandbox, isAnalysed: isAnalysed))
                    }
                }
                var found: [(Int, (ExcerptFindings.Excerpt, WorkRates)?)] = []
                for await one in group { found.append(one) }
                return found.sorted { $0.0 < $1.0 }
            }
            for case (_, let (excerpt, rates)?) in found { findings.add(excerpt, rates) }
        }
        return findings.excerpts.isEmpty ? nil : findings
    }

    /// The job over some frames. Everything is the same, except that it has no audio and no further passes.
    private func excerpt(
        _ frames: Range<Int>,
        of film: SourceDescription,
        rangeCount: Int,
        in folder: String
    ) throws -> (ResolvedJob, SourceDescription, JobDirectory) {
        // From a list of films, this keeps those that contain some of the frames.
        let source = try SourceReader(sandbox: sandbox).cut(film, to: frames)
        var passes = job.passes
        passes.maximum = min(passes.maximum, 2)
        var part = ResolvedJob(
            name: "excerpt",
            outputPath: "\(folder)/film.\(job.container == .mp4 ? "mp4" : "mov")",
            source: source.identity,
            part: SourcePart(
                reading: source.reading ?? .standard,
                frames: source.cut?.frames,
                region: job.part?.region
            ),
            shownSize: job.shownSize,
            encoder: job.encoder,
            measuresLight: job.measuresLight == true,
            dynamicMetadata: job.dynamicMetadata,
            colours: job.colours,
            isPlaced: job.isPlaced == true,
            rate: job.rate,
            optimize: job.optimize,
            passes: passes,
            ranges: job.ranges,
            audio: .none,
            verification: job.verification,
            builds: job.builds
        )
        part.isExcerpt = rangeCount > 1 ? true : nil
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return (part, source, JobDirectory(path: "\(folder)/\(part.id)"))
    }

    private static func encoded(
        _ job: ResolvedJob,
        _ source: SourceDescription,
        _ directory: JobDirectory,
        _ sandbox: SandboxMode,
        isAnalysed: Bool
    ) async -> (ExcerptFindings.Excerpt, WorkRates)? {
        let runner = JobRunner(
            directory: directory,
            job: job,
            source: source,
            allocator: job.allocator(for: source, analysisUse: isAnalysed ? .always : .never),
            executor: LocalExecutor(workers: 1, sandbox: sandbox)
        )
        guard case .finished = await runner.run(),
            // Wall-clock seconds: the time for which a unit occupies a worker while other workers run.
            let (work, seconds) = try? directory.measuredWork(of: job, source)
        else { return nil }
        let excerpt = ExcerptFindings.Excerpt(
            frames: source.video.timeline.count,
            workSeconds: seconds.values.reduce(0, +),
            videoBits: work.mux?.videoBits ?? 0
        )
        return (excerpt, WorkRates(seconds, job: job, source: source, work: work))
    }
}

extension SourceDescription {
    /// The same source without audio and text. They take almost no time, and cutting them would read the whole file.
    fileprivate var picturesAlone: SourceDescription {
        var source = self
        (source.audio, source.subtitles, source.chapters) = ([], nil, nil)
        source.films = films?.map(\.picturesAlone)
        return source
    }
}
