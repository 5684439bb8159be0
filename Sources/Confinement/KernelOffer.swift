import CConfinement

/// What the running kernel offers to confine a process with.
package struct KernelOffer: Hashable, Sendable {
    /// Version of Landlock; 0 without it.
    package let landlock: Int
    /// Whether it filters system calls.
    package let filtersCalls: Bool

    /// What this kernel offers to this process now.
    package static var current: KernelOffer {
        KernelOffer(landlock: Int(granary_landlock_version()), filtersCalls: granary_can_filter_calls())
    }

    /// Whether it has all that `SandboxMode.required` asks for.
    package var isComplete: Bool { obstacles.isEmpty }

    /// What it does not offer, one line each.
    package var obstacles: [String] {
        [
            landlock > 0 ? nil : "the kernel offers no Landlock here",
            filtersCalls ? nil : "the kernel filters no system calls here",
        ].compactMap(\.self)
    }

    /// Refuses a mode that this kernel cannot hold.
    package func check(_ mode: SandboxMode) throws(ConfinementError) {
        if mode == .required, !isComplete { throw ConfinementError(obstacles) }
    }
}
