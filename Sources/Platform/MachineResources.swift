import Foundation

/// The resources of this machine, or of the container in which this process runs.
package struct MachineResources: Hashable, Sendable, Codable {
    /// Number of cores on which this process may run.
    package var coreCount: Int
    /// Memory in bytes that is available without swapping.
    package var availableByteCount: Int

    /// Creates a value.
    package init(coreCount: Int, availableByteCount: Int) {
        self.coreCount = coreCount
        self.availableByteCount = availableByteCount
    }

    /// The current resources. Without `/proc` the memory is one gigabyte, which is enough for one worker at most sizes.
    package static var current: MachineResources {
        let groups = "/sys/fs/cgroup"
        return MachineResources(
            processStatus: text("/proc/self/status"),
            memoryInformation: text("/proc/meminfo"),
            groupMemoryLimit: text(groups + "/memory.max"),
            groupMemoryUse: text(groups + "/memory.current"),
            groupCoreLimit: text(groups + "/cpu.max")
        )
    }

    /// Parses texts of the kernel; empty texts are ignored.
    ///
    /// - Parameters:
    ///   - processStatus: `/proc/self/status`; its mask contains what `taskset`, Slurm or a container allow.
    ///   - memoryInformation: `/proc/meminfo`.
    ///   - groupMemoryLimit: `memory.max` of the control group, `max` for no limit.
    ///   - groupMemoryUse: `memory.current` of the control group.
    ///   - groupCoreLimit: `cpu.max` of the control group: quota and period in microseconds.
    init(
        processStatus: String,
        memoryInformation: String,
        groupMemoryLimit: String,
        groupMemoryUse: String,
        groupCoreLimit: String
    ) {
        var available = 1 << 30
        for line in memoryInformation.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
            let words = line.split(separator: " ")
            if words.count >= 2, let kilobytes = Int(words[1]) { available = kilobytes.clampedProduct(1024) }
        }
        if let limit = MachineResources.number(groupMemoryLimit) {
            available = min(available, max(limit - (MachineResources.number(groupMemoryUse) ?? 0), 0))
        }
        availableByteCount = available
        var cores = ProcessInfo.processInfo.activeProcessorCount
        for line in processStatus.split(separator: "\n") where line.hasPrefix("Cpus_allowed:") {
            let allowed = line.dropFirst("Cpus_allowed:".count).reduce(0) {
                $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount
            }
            if allowed > 0 { cores = min(cores, allowed) }
        }
        let quota = groupCoreLimit.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        if quota.count == 2, quota[0] > 0, quota[1] > 0 { cores = min(cores, max(quota[0] / quota[1], 1)) }
        coreCount = cores
    }

    private static func number(_ text: String) -> Int? {
        text.split { $0 == " " || $0 == "\n" }.first.flatMap { Int($0) }
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    }
}

extension Int {
    /// The product, or the largest integer if the product is larger.
    fileprivate func clampedProduct(_ factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
