import Foundation
import Glibc
import Media
import Platform

extension BenchMachine {
    /// The machine that this process runs on.
    package static var current: BenchMachine {
        let processor = line(after: "model name", in: "/proc/cpuinfo") ?? line(after: "Model", in: "/proc/cpuinfo")
        let memory = line(after: "MemTotal", in: "/proc/meminfo")?.split(separator: " ").first.flatMap { Int($0) }
        let release = ProcessTree.text("/proc/sys/kernel/osrelease")?.trimmingCharacters(in: .whitespacesAndNewlines)
        return BenchMachine(
            processor: processor ?? "unknown",
            coreCount: MachineResources.current.coreCount,
            memoryByteCount: (memory ?? 0) * 1024,
            system: "Linux \(release ?? "")".trimmingCharacters(in: .whitespaces)
        )
    }

    /// The text after the colon of the first line that begins with a word.
    private static func line(after word: String, in file: String) -> String? {
        let lines = ProcessTree.text(file)?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix(word) }?.split(separator: ":", maxSplits: 1).last.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
