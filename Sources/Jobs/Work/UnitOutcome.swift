package import Platform

/// What an executor knows of a work unit that ended: a hint. What was published is the truth.
package struct UnitOutcome: Hashable, Sendable {
    /// The unit.
    package var unit: WorkUnit
    /// How it ended.
    package var exit: UnitExit
    /// The last lines that it, or the codec in it, wrote; empty when there are none.
    package var lastWords: String
    /// The error that the worker ended with, where it could name one.
    package var failure: UnitFailure?
    /// What it took, where that is known.
    package var cost: WorkCost?

    /// Creates an outcome.
    package init(
        unit: WorkUnit,
        exit: UnitExit,
        lastWords: String = "",
        failure: UnitFailure? = nil,
        cost: WorkCost? = nil
    ) {
        self.unit = unit
        self.exit = exit
        self.lastWords = lastWords
        self.failure = failure
        self.cost = cost
    }
}
