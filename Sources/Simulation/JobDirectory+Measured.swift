import Coordination
package import JobDocuments
package import Jobs
package import Media
package import Platform

extension JobDirectory {
    /// Everything that is published of a job, and the time that it took. Documents are trusted: no file is hashed, and
    /// nothing is removed.
    ///
    /// - Parameter clock: which time of a unit is returned: wall time or processor time.
    /// - Returns: the work, including the mux, and the seconds of each unit, without the number of its attempt. Throws
    ///   when a document cannot be read.
    package func measuredWork(
        of job: ResolvedJob,
        _ source: SourceDescription,
        by clock: KeyPath<WorkCost, Double> = \.wallSeconds
    ) throws(FarmError) -> (work: PublishedWork, seconds: [WorkUnit: Double]) {
        var work = try reader.claimedWork()
        if let selection = try selection(), selection.job == job.id { work.selection = selection }
        if let mux = try muxResult(), mux.job == job.id { work.mux = mux }
        let costs = try unitCosts(of: job, in: source.video.timeline)
        let seconds = Dictionary(costs.map { ($0.unit, $0.cost[keyPath: clock]) }) { _, last in last }
        return (work, seconds)
    }
}
