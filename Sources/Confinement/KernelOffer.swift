import CConfinement

/// Features of the running kernel that can confine a process.
package struct KernelOffer: Hashable, Sendable {
    /// Version of Landlock; 0 without it.
    package let landlock: Int
    /// Whether it filters system calls.
    package let filtersCalls: Bool

    /// The features that this kernel has for this process now.
    package static var current: KernelOffer {
        KernelOffer(landlock: Int(granary_landlock_version()), filtersCalls: granary_can_filter_calls())
    }

    /// Whether it has everything that `SandboxMode.required` needs.
    package var isComplete: Bool { obstacles.isEmpty }

    /// Missing features, one line each.
    package var obstacles: [String] {
        [
            landlock > 0 ? nil : "the kernel has no Landlock here",
            filtersCalls ? nil : "the kernel cannot filter system calls here",
        ].compactMap(\.self)
    }

    /// Throws if this kernel cannot provide the mode.
    package func check(_ mode: SandboxMode) throws(ConfinementError) {
        if mode == .required, !isComplete { throw ConfinementError(obstacles) }
    }
}
