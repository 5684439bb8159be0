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
        var seconds: [WorkUnit: Double] = [:]
        let pipeline = Pipeline(job)
        for range in pipeline.ranges(of: .scout, in: source.video.timeline, nil) {
            guard let result = try scoutResult(range: range.index), result.job == job.id else { continue }
            seconds[WorkUnit(stage: .scout, ranges: [range.index]).work] = result.cost[keyPath: clock]
        }
        for (pass, results) in work.results {
            let stage = pipeline.stage(ofPass: pass)
            for (range, result) in results where result.job == job.id {
                seconds[WorkUnit(stage: stage, pass: pass, ranges: [range]).work] = result.cost[keyPath: clock]
            }
        }
        if let selection = try selection(), selection.job == job.id { work.selection = selection }
        guard let mux = try muxResult(), mux.job == job.id else { return (work, seconds) }
        work.mux = mux
        seconds[WorkUnit(stage: .mux).work] = mux.cost[keyPath: clock]
        for range in work.plan?.ranges ?? [] {
            guard let result = try verifyResult(firstRange: range.index), result.isAbout(mux) else { continue }
            seconds[WorkUnit(stage: .verify, ranges: result.ranges).work] = result.cost[keyPath: clock]
        }
        return (work, seconds)
    }
}
