import Jobs
import Platform

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
