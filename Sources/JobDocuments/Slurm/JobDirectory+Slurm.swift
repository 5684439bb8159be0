import Foundation
package import Jobs
import Media
import Platform

extension JobDirectory {
    /// The script of every task. It does not depend on the job, whose names are arguments.
    static let slurmScript = """
        #!/bin/sh
        # Runs a task of a Granary job array. Arguments: the program, the job directory, the name of the submission,
        # and whether workers are confined.
        exec "$1" task "$2" --submission "$3" --sandbox "${4:-auto}"

        """

    /// Writes the description of a submission's tasks, and their script. Doing it again changes nothing.
    package func write(_ submission: SlurmSubmission) throws {
        try JobFiles.createFolder(paths.logFolder)
        try JobFiles.createFolder(paths.slurmFolder(submission.name))
        try replace(submission, at: paths.slurmSubmission(submission.name))
        do {
            let script = URL(filePath: paths.slurmScript(submission.name))
            try Data(Self.slurmScript.utf8).write(to: script, options: .atomic)
        } catch {
            throw FarmError(
                .notWritten,
                attempted: "write the script of a submission",
                subject: paths.slurmScript(submission.name),
                cause: error.localizedDescription,
                remedy: "Check permissions and free space of the job directory."
            )
        }
    }

    /// A submission; nil if it was not written. Throws if it cannot be read or belongs to another job.
    package func slurmSubmission(_ name: String) throws(FarmError) -> SlurmSubmission? {
        let path = paths.slurmSubmission(name)
        guard let found = try document(SlurmSubmission.self, at: path, version: SlurmSubmission.currentVersion) else {
            return nil
        }
        guard found.name == name else { throw DocumentFile(path).unreadable("it is for submission \(found.name)") }
        return found
    }

    /// Names of the written submissions, of this coordinator or of an earlier one.
    package var slurmSubmissionNames: [String] {
        JobFiles.names(in: paths.slurmFolder).filter { FileStatus(path: paths.slurmSubmission($0)) != nil }
    }

    /// Removes the files of a submission; its logs stay.
    package func removeSlurmSubmission(_ name: String) throws {
        // The document goes first: without it, no submission owns the folder.
        try JobFiles.remove(paths.slurmSubmission(name))
        try JobFiles.remove(paths.slurmFolder(name))
    }

    /// Reports the end of a unit, in place of a report by another copy of the task.
    package func report(_ outcome: UnitOutcome, unit number: Int, of submission: String) throws {
        try replace(SlurmReport(outcome), at: paths.slurmReport(submission, unit: number))
    }

    /// Numbers of the units of a submission whose ends are reported.
    package func reportedUnits(of submission: String) -> [Int] {
        JobFiles.names(in: paths.slurmFolder(submission)).compactMap { name in
            guard name.hasPrefix("unit-"), name.hasSuffix(".json") else { return nil }
            return Int(name.dropFirst("unit-".count).dropLast(".json".count))
        }.sorted()
    }

    /// The reported outcome of a unit; nil if there is no readable report.
    package func slurmReport(of submission: String, unit number: Int) -> UnitOutcome? {
        let path = paths.slurmReport(submission, unit: number)
        return try? document(SlurmReport.self, at: path, version: SlurmReport.currentVersion)?.outcome
    }
}

/// How a unit of a task ended: `JOB/slurm/NAME/unit-N.json`. Like every outcome it is only a hint.
struct SlurmReport: Codable, CheckedDocument {
    static let currentVersion = 1

    var version: Int
    var unit: WorkUnit
    var exit: UnitExit
    var lastWords: String
    var failure: UnitFailure?
    var cost: WorkCost?

    init(_ outcome: UnitOutcome) {
        version = Self.currentVersion
        unit = outcome.unit
        exit = outcome.exit
        lastWords = outcome.lastWords
        failure = outcome.failure
        cost = outcome.cost
    }

    var outcome: UnitOutcome {
        UnitOutcome(unit: unit, exit: exit, lastWords: lastWords, failure: failure, cost: cost)
    }

    var flaw: String? { lastWords.utf8.count < 1 << 20 ? nil : "its last lines are too long" }
}
