package import Platform

/// What an executor knows about a unit that ended. It is only a hint: published documents decide.
package struct UnitOutcome: Hashable, Sendable {
    /// The unit.
    package var unit: WorkUnit
    /// How it ended.
    package var exit: UnitExit
    /// The last lines of output of the worker or its codec; empty without any.
    package var lastWords: String
    /// The error with which the worker failed, if it reported one.
    package var failure: UnitFailure?
    /// Its cost, if known.
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
