package import Confinement
import Foundation
import Glibc
package import Platform

/// Measures what this process uses.
package struct CostMeter {
    private let startCPU: (user: Double, system: Double)
    private let startWall: ContinuousClock.Instant
    private let sandbox: HeldConfinement?

    /// Begins to measure.
    ///
    /// - Parameters:
    ///   - countsStart: true to count what the process took before, since it was started, too.
    ///   - sandbox: what holds the process.
    package init(countsStart: Bool = false, sandbox: HeldConfinement? = nil) {
        self.sandbox = sandbox
        startCPU = countsStart ? (0, 0) : CostMeter.processorSeconds()
        startWall = countsStart ? .now - (ProcessAge.now ?? .zero) : .now
    }

    /// What was used since the meter began. The resident set is the process' largest so far.
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
        // With that of children that have ended: a judge may run beside the encoder.
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
