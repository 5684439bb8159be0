import Coordination
import JobDocuments
import Jobs
import LocalEngine
import Media
import Platform
import Worker

/// Prints what a job would do, and the time and disk space it would take.
struct JobForecasting {
    /// How it would be run.
    let options: RunOptions

    /// Prints text, or with --json one document.
    func print(_ job: PreparedJob) async throws {
        var runs: [DryRun] = []
        for (film, directory) in zip(job.films, job.directories) {
            runs.append(try await dryRun(of: film, job.source, in: directory))
        }
        if options.json {
            var forecast = runs[0].forecast
            if runs.count > 1 { forecast.furtherOutputs = runs.dropFirst().map(\.forecast) }
            return try StandardOutput.write(json: forecast)
        }
        StandardOutput.write(runs.map(\.text).joined(separator: "\n"))
    }

    /// What making a film would take, by encoding excerpts if that tells more.
    private func dryRun(
        of job: ResolvedJob,
        _ source: SourceDescription,
        in directory: JobDirectory
    ) async throws -> DryRun {
        var dryRun = try DryRun(
            job: job,
            source: source,
            directory: directory,
            workers: options.workerCount(for: job, source).count
        )
        if !options.noTrial, dryRun.wantsTrial {
            let trial = ExcerptTrial(job: job, source: source, workers: dryRun.workers, sandbox: options.sandbox.mode)
            dryRun.findings = try await trial.run { excerpts, frames in
                guard options.progress != .none else { return }
                StandardError.write(
                    "granary: encoding \(counted(excerpts, "excerpt")) of \(counted(frames, "frame")); "
                        + "--no-trial skips this\n"
                )
            }
        }
        return dryRun
    }
}

extension RunOptions {
    /// How many ranges of a job alone are encoded at the same time on this machine.
    func workerCount(for job: ResolvedJob, _ source: SourceDescription) -> WorkerCount {
        workers.map(WorkerCount.requested)
            ?? WorkerCount.fitting(.current, settings: job.encoder, sourceSize: source.video.size)
    }
}
