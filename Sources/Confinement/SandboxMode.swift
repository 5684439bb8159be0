/// Whether processes that read films are confined. The operator chooses; it is not part of a job.
package enum SandboxMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// With everything that the kernel has. Missing features are reported.
    case auto
    /// With Landlock and a filter of system calls. Without them Granary does not read films.
    case required
    /// Not at all.
    case off
}
