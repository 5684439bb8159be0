import Foundation
package import Jobs
import Media
import Platform

extension JobDirectory {
    /// Folder of all submissions.
    package var slurmFolder: String { path + "/slurm" }
    /// Folder of a submission.
    package func slurmFolder(_ name: String) -> String { "\(slurmFolder)/\(name)" }
    /// Path of the document that says what the tasks of a submission do.
    package func slurmSubmissionPath(_ name: String) -> String { slurmFolder(name) + "/submission.json" }
    /// Path of the script of a submission.
    package func slurmScriptPath(_ name: String) -> String { slurmFolder(name) + "/task.sh" }
    /// What the paths of the logs of a submission's tasks begin with.
    package func slurmLogStem(_ name: String) -> String { "\(logFolder)/\(name)" }
    /// Path of the report of a unit's end.
    func slurmReportPath(_ name: String, unit number: Int) -> String { "\(slurmFolder(name))/unit-\(number).json" }

    /// The script of every task: it holds nothing of a job, whose names come as arguments.
    static let slurmScript = """
        #!/bin/sh
        # What a task of a Granary job array runs: the program, the job directory, the name of the submission,
        # and whether workers are confined.
        exec "$1" task "$2" --submission "$3" --sandbox "${4:-auto}"

        """

    /// Writes down what a submission's tasks do, and their script. Doing it again changes nothing.
    package func write(_ submission: SlurmSubmission) throws {
        try createFolder(logFolder)
        try createFolder(slurmFolder(submission.name))
        try replace(submission, at: slurmSubmissionPath(submission.name))
        do {
            let script = URL(filePath: slurmScriptPath(submission.name))
            try Data(Self.slurmScript.utf8).write(to: script, options: .atomic)
        } catch {
            throw FarmError(
                .notWritten,
                attempted: "write the script of a submission",
                subject: slurmScriptPath(submission.name),
                cause: error.localizedDescription,
                remedy: "Check permissions and free space of the job directory."
            )
        }
    }

    /// A submission as it was written down; nil when it was not. Throws when it cannot be read, or is another job's.
    package func slurmSubmission(_ name: String) throws(FarmError) -> SlurmSubmission? {
        let path = slurmSubmissionPath(name)
        guard let found = try document(SlurmSubmission.self, at: path, version: SlurmSubmission.currentVersion) else {
            return nil
        }
        guard found.name == name else { throw foreign(path, "it is about submission \(found.name)") }
        return found
    }

    /// Names of the submissions that are written down, of this coordinator or of one before it.
    package var slurmSubmissionNames: [String] {
        names(in: slurmFolder).filter { FileStatus(path: slurmSubmissionPath($0)) != nil }
    }

    /// Removes what was written down of a submission; its logs stay.
    package func removeSlurmSubmission(_ name: String) throws {
        // The document first: without it the folder is nobody's.
        try remove(slurmSubmissionPath(name))
        try remove(slurmFolder(name))
    }

    /// Reports the end of a unit, in place of what another copy of the task reported.
    package func report(_ outcome: UnitOutcome, unit number: Int, of submission: String) throws {
        try replace(SlurmReport(outcome), at: slurmReportPath(submission, unit: number))
    }

    /// Numbers of the units of a submission whose ends are reported.
    package func reportedUnits(of submission: String) -> [Int] {
        names(in: slurmFolder(submission)).compactMap { name in
            guard name.hasPrefix("unit-"), name.hasSuffix(".json") else { return nil }
            return Int(name.dropFirst("unit-".count).dropLast(".json".count))
        }.sorted()
    }

    /// What was reported of a unit; nil when nothing can be read.
    package func slurmReport(of submission: String, unit number: Int) -> UnitOutcome? {
        let path = slurmReportPath(submission, unit: number)
        return try? document(SlurmReport.self, at: path, version: SlurmReport.currentVersion)?.outcome
    }
}

/// How a unit of a task ended: `JOB/slurm/NAME/unit-N.json`, a hint as every outcome is.
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

    var flaw: String? { lastWords.utf8.count < 1 << 20 ? nil : "its last words are too many" }
}
