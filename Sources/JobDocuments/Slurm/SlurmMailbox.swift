import Foundation
package import Jobs
import Media
import Platform

/// What coordinators and Slurm's tasks leave for each other in a job directory: submissions, reports about units, the
/// record of a coordinator that is itself a Slurm job, and the scripts of both.
///
/// A coordinator writes a submission before Slurm gets it. Its tasks read it on their nodes, and report the end of each
/// unit beside it. The next coordinator finds all of this again.
package struct SlurmMailbox: Sendable {
    private let paths: JobPaths

    /// Creates a value for a job directory.
    init(_ paths: JobPaths) { self.paths = paths }

    // MARK: - Submissions

    /// Writes the description of a submission's tasks, and their script. Doing it again changes nothing.
    package func write(_ submission: SlurmSubmission) throws {
        try JobFiles.createFolder(paths.logFolder)
        try JobFiles.createFolder(paths.slurmFolder(submission.name))
        try DocumentFile(paths.slurmSubmission(submission.name)).replace(submission)
        try write(
            Self.taskScript,
            at: paths.slurmScript(submission.name),
            attempted: "write the script of a submission"
        )
    }

    /// A submission; nil if it was not written. Throws if it cannot be read or belongs to another job.
    package func submission(_ name: String) throws(FarmError) -> SlurmSubmission? {
        let file = DocumentFile(paths.slurmSubmission(name))
        guard let found = try file.read(SlurmSubmission.self, version: SlurmSubmission.currentVersion) else {
            return nil
        }
        guard found.name == name else { throw file.unreadable("it is for submission \(found.name)") }
        return found
    }

    /// Names of the written submissions, of this coordinator or of an earlier one.
    package var submissionNames: [String] {
        JobFiles.names(in: paths.slurmFolder).filter { FileStatus(path: paths.slurmSubmission($0)) != nil }
    }

    /// Removes the files of a submission; its logs stay.
    package func removeSubmission(_ name: String) throws {
        // The document goes first: without it, no submission owns the folder.
        try JobFiles.remove(paths.slurmSubmission(name))
        try JobFiles.remove(paths.slurmFolder(name))
    }

    // MARK: - Reports

    /// Reports the end of a unit, in place of a report by another copy of the task.
    package func report(_ outcome: UnitOutcome, unit number: Int, of submission: String) throws {
        try DocumentFile(paths.slurmReport(submission, unit: number)).replace(SlurmReport(outcome))
    }

    /// Numbers of the units of a submission whose ends are reported.
    package func reportedUnits(of submission: String) -> [Int] {
        JobFiles.names(in: paths.slurmFolder(submission)).compactMap { name in
            guard name.hasPrefix("unit-"), name.hasSuffix(".json") else { return nil }
            return Int(name.dropFirst("unit-".count).dropLast(".json".count))
        }.sorted()
    }

    /// The reported outcome of a unit; nil if there is no readable report.
    package func report(of submission: String, unit number: Int) -> UnitOutcome? {
        let file = DocumentFile(paths.slurmReport(submission, unit: number))
        return try? file.read(SlurmReport.self, version: SlurmReport.currentVersion)?.outcome
    }

    // MARK: - Coordinator

    /// The coordinator that was submitted last; nil if none was.
    package func coordinator() throws(FarmError) -> SlurmCoordinator? {
        try DocumentFile(paths.slurmCoordinator)
            .read(SlurmCoordinator.self, version: SlurmCoordinator.currentVersion)
    }

    /// Records the coordinator that was submitted.
    package func publish(_ coordinator: SlurmCoordinator) throws {
        try DocumentFile(paths.slurmCoordinator).replace(coordinator)
    }

    /// Writes the script of a coordinator, which is the same for every job.
    package func writeCoordinatorScript() throws {
        try JobFiles.createFolder(paths.logFolder)
        try JobFiles.createFolder(paths.slurmFolder)
        try write(
            Self.coordinatorScript,
            at: paths.slurmCoordinatorScript,
            attempted: "write the script of the coordinator"
        )
    }

    // MARK: - Scripts

    /// The script of every task. It does not depend on the job, whose names are arguments.
    private static let taskScript = """
        #!/bin/sh
        # Runs a task of a Granary job array. Arguments: the program, the job directory, the name of the submission,
        # and whether workers are confined.
        exec "$1" task "$2" --submission "$3" --sandbox "${4:-auto}"

        """

    /// The script of every coordinator.
    private static let coordinatorScript = """
        #!/bin/sh
        # Runs a Granary coordinator as a Slurm job. Arguments: the program, the job directory, whether workers are
        # confined, and the file of the operator's hooks.
        exec "$1" resume "$2" --engine slurm --progress plain --leave-tasks --sandbox "${3:-auto}" ${4:+--hooks "$4"}

        """

    private func write(_ script: String, at path: String, attempted: String) throws {
        do {
            try Data(script.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw FarmError(
                .notWritten,
                attempted: attempted,
                subject: path,
                cause: error.localizedDescription,
                remedy: "Check permissions and free space of the job directory."
            )
        }
    }
}
