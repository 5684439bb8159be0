/// Whether processes that read films are confined: the operator's choice, no part of a job.
package enum SandboxMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// With all that the kernel offers; what it does not offer is said.
    case auto
    /// With Landlock and a filter of system calls, or not at all: without them nothing is read.
    case required
    /// Not at all.
    case off
}
