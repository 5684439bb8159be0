import Jobs
package import Media
package import Platform

/// How many workers a machine takes, and why.
package struct WorkerCount: Hashable, Sendable, Codable {
    /// Number of workers, at least 1.
    package let count: Int
    /// Why it is this many, for the `resolved` event and the report.
    package let reason: String

    /// As many workers as the user asked for.
    package static func asked(_ count: Int) -> WorkerCount {
        WorkerCount(count: max(count, 1), reason: "asked for")
    }

    /// One single-threaded encoder on each core, or as many as the memory holds; never less than one.
    ///
    /// - Parameters:
    ///   - machine: what there is.
    ///   - settings: what is encoded.
    ///   - sourceSize: size of the pictures that are decoded.
    package static func fitting(
        _ machine: MachineResources,
        settings: EncoderSettings,
        sourceSize: PictureSize
    ) -> WorkerCount {
        let need = WorkerMemory.estimatedByteCount(settings: settings, sourceSize: sourceSize)
        let cores = max(machine.coreCount, 1)
        // A fifth stays free for the page cache, for the coordinator and for what the estimate does not know.
        let budget = machine.availableByteCount / 5 * 4
        let fitting = budget / need
        let sizes = "\(megabytes(need)) MB a worker, \(megabytes(machine.availableByteCount)) MB available"
        if fitting >= cores {
            return WorkerCount(count: cores, reason: cores == 1 ? "one core" : "one for each of \(cores) cores")
        }
        if fitting >= 1 {
            return WorkerCount(count: fitting, reason: "memory allows \(fitting) on \(cores) cores: \(sizes)")
        }
        return WorkerCount(count: 1, reason: "at least one, though memory is short: \(sizes)")
    }

    private static func megabytes(_ byteCount: Int) -> Int { byteCount / 1_000_000 }
}
