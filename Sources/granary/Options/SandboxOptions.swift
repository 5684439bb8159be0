import ArgumentParser
import Confinement
import Foundation
import Jobs

/// Whether processes that read films are confined: for every command that reads one.
struct SandboxOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Confine the processes that read films: auto (as far as the kernel can), required, or off.",
            discussion:
                "Confined processes reach no network, no other process, and only the files of the film, the job and "
                + "the system. Default: $GRANARY_SANDBOX, else auto. `granary doctor` shows what the kernel supports.",
            valueName: "how"
        )
    )
    var sandbox: SandboxMode?

    /// The mode of the option, else of the environment, else `auto`.
    var mode: SandboxMode { sandbox ?? Self.environmentMode ?? .auto }

    private static var environmentMode: SandboxMode? {
        ProcessInfo.processInfo.environment["GRANARY_SANDBOX"].flatMap { SandboxMode(rawValue: $0) }
    }

    /// Confines this process, which reads films itself, and ends it if a film makes it compute forever.
    ///
    /// - Parameters:
    ///   - tidied: folders of which it may remove empty folders: those that contain its own.
    ///   - computingSeconds: processor time in which nothing may be read.
    func confine(
        readable: [String],
        writable: [String] = [],
        tidied: [String] = [],
        computingSeconds: Double = ComputingLimit.standardSeconds
    ) throws {
        let limits = Confinement.Limits(memoryByteCount: WorkerMemory.probeLimit)
        _ = try Confinement(readable: readable, writable: writable, tidied: tidied, limits: limits).apply(mode)
        if mode != .off { ComputingLimit.start(of: readable.joined(separator: ", "), seconds: computingSeconds) }
    }

    func validate() throws {
        let choice = ProcessInfo.processInfo.environment["GRANARY_SANDBOX"] ?? ""
        if sandbox == nil, !choice.isEmpty, Self.environmentMode == nil {
            throw ValidationError("GRANARY_SANDBOX must be auto, required or off, not '\(choice)'.")
        }
    }
}

extension SandboxMode: ExpressibleByArgument {}
