package import Confinement
import Foundation
import Glibc
package import Platform

/// Measures processor time, wall time and memory of this process.
package struct CostMeter {
    private let startCPU: (user: Double, system: Double)
    private let startWall: ContinuousClock.Instant
    private let sandbox: HeldConfinement?

    /// Starts the measurement.
    ///
    /// - Parameters:
    ///   - countsStart: true to count from the start of the process.
    ///   - sandbox: confinement of the process, for the record.
    package init(countsStart: Bool = false, sandbox: HeldConfinement? = nil) {
        self.sandbox = sandbox
        startCPU = countsStart ? (0, 0) : CostMeter.processorSeconds()
        startWall = countsStart ? .now - (ProcessAge.now ?? .zero) : .now
    }

    /// The cost since the start of the measurement. The resident set is the largest of the process so far.
    package var cost: WorkCost {
        let cpu = CostMeter.processorSeconds()
        let wall = startWall.duration(to: .now).components
        return WorkCost(
            cpuSeconds: cpu.user + cpu.system - startCPU.user - startCPU.system,
            userSeconds: cpu.user - startCPU.user,
            wallSeconds: Double(wall.seconds) + Double(wall.attoseconds) / 1e18,
            maximumResidentBytes: CostMeter.usage().ru_maxrss * 1024,
            sandbox: sandbox
        )
    }

    private static func processorSeconds() -> (user: Double, system: Double) {
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        // Includes children that have ended: a VMAF program may run during the encode.
        let (own, children) = (usage(), usage(of: RUSAGE_CHILDREN.rawValue))
        return (
            seconds(own.ru_utime) + seconds(children.ru_utime), seconds(own.ru_stime) + seconds(children.ru_stime)
        )
    }

    private static func usage(of who: Int32 = RUSAGE_SELF.rawValue) -> rusage {
        var usage = rusage()
        // Safe: the call fills the structure that it is lent; it cannot fail for the process itself.
        unsafe getrusage(__rusage_who_t(who), &usage)
        return usage
    }
}
