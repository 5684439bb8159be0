/// What a piece of work took; of a process that was started for it, what that took from its start.
package struct WorkCost: Hashable, Sendable, Codable {
    /// CPU time in seconds, user and system.
    package var cpuSeconds: Double
    /// User part of it in seconds, where it is known.
    package var userSeconds: Double?
    /// Seconds from start to end.
    package var wallSeconds: Double
    /// Largest resident set in bytes.
    package var maximumResidentBytes: Int

    /// Creates a cost.
    package init(cpuSeconds: Double, userSeconds: Double? = nil, wallSeconds: Double, maximumResidentBytes: Int) {
        self.cpuSeconds = cpuSeconds
        self.userSeconds = userSeconds
        self.wallSeconds = wallSeconds
        self.maximumResidentBytes = maximumResidentBytes
    }
}
