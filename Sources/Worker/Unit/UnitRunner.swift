package import Farm
import Foundation
import Media

/// Does one work unit, from the job directory to the published result.
package struct UnitRunner {
    private let site: WorkSite

    /// Prepares for the units of a job.
    ///
    /// - Parameters:
    ///   - countsStart: true when this process was started for the unit: what that took is the unit's.
    ///   - say: takes progress; called from the thread that works.
    package init(
        _ directory: JobDirectory,
        countsStart: Bool = false,
        say: @escaping (WorkerMessage) -> Void
    ) throws {
        site = try WorkSite(directory, countsStart: countsStart, say: say)
    }

    /// Does a unit. What of it is published already is left as it is: two copies of a unit do no harm to each other.
    package func run(_ unit: WorkUnit) throws {
        switch unit.stage {
        case .scout: try ScoutStage(site).run(unit)
        case .analyse, .encode: try EncodeStage(site).run(unit)
        case .mux: try MuxStage(site).run(unit)
        case .verify: try VerifyStage(site).run(unit)
        }
    }
}
