package import Jobs
import Media

/// How far a job is, by its directory alone: what `granary status` tells.
///
/// Documents are read, files are not hashed: a result whose file is damaged still counts as done here, until the job
/// goes on and finds it.
package struct JobStatus: Hashable, Sendable, Codable {
    /// What a job is doing.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// A coordinator is at work.
        case running
        /// Nobody is at work, and there is work left: the job failed, was interrupted, or its machine went down.
        case stopped
        /// The film is there under its final name.
        case finished
        /// Verification found fault: the film keeps its temporary name.
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
    /// What it is doing.
    package var state: State
    /// Who coordinates it; nil when nobody does.
    package var holder: LeaseHolder?
    /// The work it is at, or would go on with; nil when nothing is left.
    package var stage: Stage?
    /// Number of ranges; nil before the film is planned.
    package var ranges: Int?
    /// The passes that have begun, first one first; the scout is pass 0.
    package var passes: [PassStatus]
    /// Ranges of the muxed film that were decoded and compared.
    package var verifiedRanges: Int
    /// Everything that verification found.
    package var findings: [String]
    /// Id of the Slurm job that was submitted last to coordinate it; nil when none was.
    package var slurmJob: Int?
}

extension JobStatus {
    /// The same in lines for people: a sentence, then one line for each thing that has begun.
    package var lines: [String] {
        var lines = ["\(name) (\(job)): \(sentence)", "  output  \(output)", "  folder  \(directory)"]
        for pass in passes {
            let title = pass.pass == 0 ? "scout " : "pass \(pass.pass)"
            let whole: String =
                pass.pass == 0 ? counted(pass.ranges, "stretch", plural: "stretches") : counted(pass.ranges, "range")
            lines.append("  \(title)  \(pass.doneRanges) of \(whole)")
        }
        if let ranges, verifiedRanges > 0 { lines.append("  verify  \(verifiedRanges) of \(counted(ranges, "range"))") }
        return lines + findings.map { "  wrong   \($0)" }
    }

    private var sentence: String {
        let place = stage.map { " in stage \($0.rawValue)" } ?? ""
        switch state {
        case .running: return "running\(place)" + (holder.map { ", \($0)" } ?? "")
        case .stopped where slurmJob != nil:
            return "stopped\(place), or Slurm job \(slurmJob ?? 0) still waits to coordinate it; `granary submit` or "
                + "`granary resume` goes on with it"
        case .stopped: return "stopped\(place); `granary run` or `granary resume` goes on with it"
        case .finished: return "finished"
        case .faulty: return "finished, but verification failed"
        }
    }
}
