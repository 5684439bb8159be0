/// Time and memory of an encode. Times are compared between runs only as ratios to an anchor of the same run.
package struct BenchCost: Hashable, Sendable, Codable {
    /// Seconds from start to end.
    package var wallSeconds: Double
    /// CPU seconds, user and system, of all processes.
    package var cpuSeconds: Double
    /// Largest memory of the encode in bytes: the sum over its processes, sampled four times a second.
    package var peakMemoryBytes: Int

    /// Creates a cost.
    package init(wallSeconds: Double, cpuSeconds: Double, peakMemoryBytes: Int) {
        self.wallSeconds = wallSeconds
        self.cpuSeconds = cpuSeconds
        self.peakMemoryBytes = peakMemoryBytes
    }
}
