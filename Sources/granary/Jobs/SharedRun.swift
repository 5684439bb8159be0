import LocalEngine

/// What several jobs share that are made at the same time.
struct SharedRun: Sendable {
    /// The slots of this machine; nil for a cluster.
    let pool: WorkerPool?
    /// The display that shows all of them.
    let display: ProgressDisplay
    /// What the user requests for all of them.
    let interruptions: Interruptions
}
