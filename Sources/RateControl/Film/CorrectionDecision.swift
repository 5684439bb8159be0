package import Jobs

/// Whether anything is encoded again, and why.
package struct CorrectionDecision: Hashable, Sendable {
    /// The targets of the ranges that are encoded again; nil when the film stays as it is.
    package var allocation: Allocation?
    /// Every request, granted or not, in film order.
    package var requests: [RequestDecision]
    /// Why the passes continue or end, for the report.
    package var explanation: String

    /// Creates a decision.
    package init(allocation: Allocation?, requests: [RequestDecision], explanation: String) {
        self.allocation = allocation
        self.requests = requests
        self.explanation = explanation
    }
}
