/// The state of a Slurm job, or of a task of an array.
package enum SlurmState: Hashable, Sendable {
    /// It waits for its turn, also after it was requeued.
    case pending
    /// It runs, starts, ends, or is suspended.
    case running
    /// It is over.
    case over(End)
    /// A state that this Granary does not know: it decides nothing.
    case unknown

    /// How it ended.
    package enum End: String, Hashable, Sendable {
        case completed = "COMPLETED"
        case failed = "FAILED"
        case cancelled = "CANCELLED"
        case timeout = "TIMEOUT"
        case deadline = "DEADLINE"
        case nodeFailed = "NODE_FAIL"
        case bootFailed = "BOOT_FAIL"
        case preempted = "PREEMPTED"
        case outOfMemory = "OUT_OF_MEMORY"
        case revoked = "REVOKED"
    }

    /// Reads the name of a state: `RUNNING`, or in accounts also `CANCELLED by 1000` or `COMPLETED+`.
    package init(_ text: some StringProtocol) {
        let word = String(text.prefix { $0.isUppercase || $0 == "_" })
        switch word {
        case "PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD", "CONFIGURING":
            self = .pending
        case "RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "RESIZING", "STAGE_OUT":
            self = .running
        default:
            self = End(rawValue: word).map(SlurmState.over) ?? .unknown
        }
    }

    /// True unless it is over.
    package var isAlive: Bool {
        if case .over = self { return false }
        return true
    }
}
