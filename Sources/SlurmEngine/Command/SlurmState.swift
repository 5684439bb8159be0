/// What Slurm says of a job or of a task of an array.
package enum SlurmState: Hashable, Sendable {
    /// It waits for its turn, also after it was put back.
    case pending
    /// It runs, or is about to begin or to end; also one that is suspended.
    case running
    /// It is over.
    case over(End)
    /// A word that this Granary does not know: nothing follows from it.
    case unknown

    /// How it is over.
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

    /// Reads Slurm's word: `RUNNING`, and `CANCELLED by 1000` or `COMPLETED+` as accounts have it.
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
