/// Limits of a run.
package struct BenchLimits: Hashable, Sendable {
    /// Seconds that one encode may take before it is killed.
    package var encodeSeconds: Double = 4 * 3600
    /// Bytes that the benchmark's folder may hold.
    package var diskBytes: Int64 = 20 << 30
    /// Folders of earlier runs that are kept, with the values of their frames.
    package var runsKept = 14

    /// Creates the default limits.
    package init() {}
}
