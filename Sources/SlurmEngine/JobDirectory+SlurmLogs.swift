import JobDocuments
import Platform

extension JobDirectory {
    /// Slurm's entry for a task, corrected by the log of the task if that knows more.
    ///
    /// Only with control groups does Slurm report a task that used too much memory as OUT_OF_MEMORY. If Slurm itself
    /// checks every few seconds (OverMemoryKill), the task counts as failed or cancelled, and only its log has the
    /// reason.
    func explained(_ entry: SlurmQueueEntry) -> SlurmQueueEntry {
        guard case .over(let end) = entry.state, end == .failed || end == .cancelled else { return entry }
        let words = UnitLog.lastWords(of: "\(paths.slurmLogStem(entry.name))-\(entry.task).log").lowercased()
        let isShort =
            words.contains("exceeded") && words.contains("memory limit") || words.contains("oom-kill event")
            || words.contains("oom_kill event")
        guard isShort else { return entry }
        var explained = entry
        explained.state = .over(.outOfMemory)
        return explained
    }
}
