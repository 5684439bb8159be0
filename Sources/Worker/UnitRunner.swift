import Confinement
import Foundation
package import JobDocuments
package import Jobs
import LocalEngine
import Media

/// Runs work units, from the job directory to the published result.
package struct UnitRunner {
    private let site: WorkSite
    /// Prevents other processes from removing the files that the unit writes.
    private let presence: UnitPresence

    /// Prepares for the units of a job; the job counts as in use from then on.
    ///
    /// - Parameters:
    ///   - confinement: confinement of this process.
    ///   - countsStart: true if this process was started for the unit: its start then counts as cost of the unit.
    ///   - say: takes messages; called on the thread that runs the unit.
    package init(
        _ directory: JobDirectory,
        confinement: UnitConfinement? = nil,
        countsStart: Bool = false,
        say: @escaping (WorkerMessage) -> Void
    ) throws {
        presence = try UnitPresence(of: directory)
        // Must precede all reads of documents that the unit depends on.
        try directory.leases.writeUnderNewest()
        site = try WorkSite(directory, confinement: confinement, countsStart: countsStart, say: say)
    }

    /// Runs a unit. Published results remain unchanged, so two copies of a unit do not harm each other.
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
