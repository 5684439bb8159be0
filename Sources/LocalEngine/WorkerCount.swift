import Jobs
package import Media
package import Platform

/// The number of workers for a machine, and the reason for it.
package struct WorkerCount: Hashable, Sendable, Codable {
    /// Number of workers, at least 1.
    package let count: Int
    /// The reason for the number.
    package let reason: String

    /// The number of workers that the user requested.
    package static func requested(_ count: Int) -> WorkerCount {
        WorkerCount(count: max(count, 1), reason: "requested")
    }

    /// One single-threaded encoder for each core, or as many as the memory allows; at least one.
    ///
    /// - Parameters:
    ///   - machine: cores and memory of the machine.
    ///   - settings: settings of the encoder.
    ///   - sourceSize: size of the pictures that are decoded.
    package static func fitting(
        _ machine: MachineResources,
        settings: EncoderSettings,
        sourceSize: PictureSize
    ) -> WorkerCount {
        let need = WorkerMemory.estimatedByteCount(settings: settings, sourceSize: sourceSize)
        let cores = max(machine.coreCount, 1)
        let fitting = budget(of: machine) / need
        let sizes = "\(megabytes(need)) MB per worker, \(megabytes(machine.availableByteCount)) MB available"
        if fitting >= cores {
            return WorkerCount(count: cores, reason: cores == 1 ? "one core" : "one for each of \(cores) cores")
        }
        if fitting >= 1 {
            return WorkerCount(count: fitting, reason: "memory allows \(fitting) on \(cores) cores: \(sizes)")
        }
        return WorkerCount(count: 1, reason: "at least one, although memory is short: \(sizes)")
    }

    /// Bytes of memory for all workers of a machine: a fifth is left for the page cache, the coordinator, and errors of
    /// the estimate.
    static func budget(of machine: MachineResources) -> Int { machine.availableByteCount / 5 * 4 }

    private static func megabytes(_ byteCount: Int) -> Int { byteCount / 1_000_000 }
}
