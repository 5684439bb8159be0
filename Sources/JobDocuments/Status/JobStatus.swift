package import Jobs
import Media

/// The progress of a job, read from its directory alone: the content of `granary status`.
///
/// Documents are read, but files are not hashed. A result with a damaged file counts as done until the job is resumed
/// and finds the damage.
package struct JobStatus: Hashable, Sendable, Codable {
    /// The state of a job.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// A coordinator is running.
        case running
        /// No coordinator is running, and there is work left: the job failed, was interrupted, or its machine failed.
        case stopped
        /// The film exists under its final name.
        case finished
        /// Verification failed: the film keeps its temporary name.
        case faulty
    }

    /// Id of the job.
    package var job: String
    /// What the user calls it.
    package var name: String
    /// Path of the job directory.
    package var directory: String
    /// Path of the film to make.
    package var output: String
    /// Its state.
    package var state: State
    /// Who coordinates it; nil if nobody does.
    package var holder: LeaseHolder?
    /// The current stage, or the stage with which it would continue; nil if nothing is left.
    package var stage: Stage?
    /// Number of ranges; nil before the film is planned.
    package var ranges: Int?
    /// The passes that have started, in order; the scout is pass 0.
    package var passes: [PassStatus]
    /// Ranges of the muxed film that were decoded and compared.
    package var verifiedRanges: Int
    /// All findings of the verification.
    package var findings: [String]
    /// Id of the Slurm job that was last submitted to coordinate it; nil if none was.
    package var slurmJob: Int?
    /// The further films of a job of several, in the order of the manifest; nil for a job of one film.
    package var furtherOutputs: [JobStatus]?
}

extension JobStatus {
    /// The same as lines for users: a sentence, then one line for each pass and the verification.
    package var lines: [String] {
        var lines = ["\(name) (\(job)): \(sentence)", "  output  \(output)", "  folder  \(directory)"]
        for pass in passes {
            let title = pass.pass == 0 ? "scout " : "pass \(pass.pass)"
            let whole: String =
                pass.pass == 0 ? counted(pass.ranges, "stretch", plural: "stretches") : counted(pass.ranges, "range")
            lines.append("  \(title)  \(pass.doneRanges) of \(whole)")
        }
        if let ranges, verifiedRanges > 0 { lines.append("  verify  \(verifiedRanges) of \(counted(ranges, "range"))") }
        lines += findings.map { "  wrong   \($0)" }
        return lines + (furtherOutputs ?? []).flatMap(\.lines)
    }

    /// The state of the job with all its films: running while one runs, finished when all are. `faulty` needs all films
    /// to be there.
    package var stateOfAll: State {
        let states = [state] + (furtherOutputs ?? []).map(\.state)
        return [State.running, .stopped, .faulty].first(where: states.contains) ?? .finished
    }

    private var sentence: String {
        let place = stage.map { " in stage \($0.rawValue)" } ?? ""
        switch state {
        case .running: return "running\(place)" + (holder.map { ", \($0)" } ?? "")
        case .stopped where slurmJob != nil:
            return "stopped\(place), or Slurm job \(slurmJob ?? 0) still waits to coordinate it; `granary submit` or "
                + "`granary resume` continues it"
        case .stopped: return "stopped\(place); `granary run` or `granary resume` continues it"
        case .finished: return "finished"
        case .faulty: return "finished, but verification failed"
        }
    }
}
