import Confinement
import Foundation
package import JobDocuments
package import Jobs
import LocalEngine
import Media

/// Does one work unit, from the job directory to the published result.
package struct UnitRunner {
    private let site: WorkSite
    /// Keeps others from removing what the unit is writing.
    private let presence: UnitPresence

    /// Prepares for the units of a job, which counts as being at work on it.
    ///
    /// - Parameters:
    ///   - confinement: what holds this process.
    ///   - countsStart: true when this process was started for the unit: what that took is the unit's.
    ///   - say: takes progress; called from the thread that works.
    package init(
        _ directory: JobDirectory,
        confinement: UnitConfinement? = nil,
        countsStart: Bool = false,
        say: @escaping (WorkerMessage) -> Void
    ) throws {
        presence = try UnitPresence(of: directory)
        // Before anything is read that the unit depends on.
        try directory.writeUnderNewestEpoch()
        site = try WorkSite(directory, confinement: confinement, countsStart: countsStart, say: say)
    }

    /// Does a unit. What of it is published already is left as it is: two copies of a unit do no harm to each other.
    package func run(_ unit: WorkUnit) throws {
        defer { withExtendedLifetime(presence) {} }
        switch unit.stage {
        case .scout: try ScoutStage(site).run(unit)
        case .analyse, .encode: try EncodeStage(site).run(unit)
        case .mux: try MuxStage(site).run(unit)
        case .verify: try VerifyStage(site).run(unit)
        }
    }
}
