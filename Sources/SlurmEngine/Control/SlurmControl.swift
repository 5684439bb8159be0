import Confinement
import Foundation
package import JobDocuments
import Jobs
import Media

/// Submits whole jobs to a cluster, and cancels them.
package struct SlurmControl: Sendable {
    private let access: SlurmAccess
    private let client: SlurmCommands

    /// Creates a control.
    ///
    /// - Parameter access: the options of Slurm; the program must support `resume`.
    package init(_ access: SlurmAccess) {
        self.access = access
        client = SlurmCommands(access)
    }

    /// The Slurm job, waiting or running, that coordinates a job now; nil if there is none. Throws if Slurm does not
    /// answer.
    package func coordinator(of job: JobDirectory) throws(SlurmError) -> (id: Int, state: SlurmState)? {
        let lines = try access.command.run(
            .squeue,
            ["--noheader", "--states=all", "--format=%A|%T|%j", "--name=\(SlurmCoordinator.name(job: job.id))"]
        )
        for line in lines {
            let fields = line.split(separator: "|", maxSplits: 2)
            guard fields.count == 3, let id = Int(fields[0]) else { continue }
            let state = SlurmState(fields[1])
            if state.isAlive { return (id, state) }
        }
        return nil
    }

    /// Submits the coordinator of a job whose directory is ready, and returns the id of its Slurm job. A coordinator
    /// that is already queued or running stays as it is.
    ///
    /// Slurm requeues it if its node fails. Its time limit is that of the partition: the limit of the manifest is for
    /// its tasks.
    ///
    /// - Parameter hooks: absolute path of the operator's hooks; nil for the usual one.
    package func submitCoordinator(of job: JobDirectory, hooks: String? = nil) throws -> (id: Int, isNew: Bool) {
        if let running = try coordinator(of: job) { return (running.id, false) }
        try job.slurm.writeCoordinatorScript()
        var own = access.options
        own.timeMinutes = nil
        own.cpus = 1
        var words = [
            "--parsable", "--job-name=\(SlurmCoordinator.name(job: job.id))", "--requeue", "--open-mode=append",
            "--nodes=1", "--ntasks=1", "--export=ALL", "--chdir=\(job.path)",
            "--output=\(job.paths.slurmCoordinatorLog.replacing("%", with: "%%"))",
        ]
        words += own.arguments
        if access.options.memory != .unsaid { words.append("--mem=\(SlurmCoordinator.mebibytes)M") }
        words += [job.paths.slurmCoordinatorScript, access.executable, job.path, access.sandbox.rawValue]
        if let hooks { words.append(hooks) }
        let id: Int
        do throws(SlurmError) {
            id = try SlurmCommands.id(in: try access.command.run(.sbatch, words))
        } catch {
            // Slurm may have accepted it anyway.
            guard error.verdict == .unknown, let found = try? coordinator(of: job) else { throw error }
            id = found.id
        }
        try job.slurm.publish(SlurmCoordinator(slurmJob: id, job: job.id))
        return (id, true)
    }

    /// Ends the coordinator of a job, then every task of it, and waits until Slurm has none of them, at most a minute.
    ///
    /// - Returns: how many tasks and coordinators were waiting or running.
    package func cancel(_ job: JobDirectory) throws -> Int {
        var count = 0
        if let coordinator = try coordinator(of: job) {
            count += 1
            try client.cancel(SlurmCancellation(name: SlurmCoordinator.name(job: job.id), job: coordinator.id))
            // While it runs, it may submit tasks.
            try wait(for: job) { try self.coordinator(of: job) == nil }
        }
        let names = job.slurm.submissionNames
        count += try client.queue(names: names).count(where: \.state.isAlive)
        for name in names { try client.cancel(SlurmCancellation(name: name)) }
        try wait(for: job) { try !client.queue(names: names).contains(where: \.state.isAlive) }
        for name in names { try job.slurm.removeSubmission(name) }
        try JobFiles.remove(job.paths.slurmCoordinator)
        return count
    }

    private func wait(for job: JobDirectory, until isTrue: () throws -> Bool) throws {
        for _ in 0..<30 {
            if try isTrue() { return }
            sleep(2)
        }
        throw FarmError(
            .inUse,
            attempted: "cancel the job",
            subject: job.path,
            cause: "Slurm has not ended its jobs within a minute",
            remedy: "Check them with `squeue --me`, and cancel the job again."
        )
    }
}

extension JobDirectory {
    /// Id of the job, which is the folder's name.
    package var id: String { URL(filePath: path).lastPathComponent }
}
