package import Jobs
package import Media
package import Platform

/// What the work of a published unit took.
package struct UnitCost: Hashable, Sendable {
    /// The unit, without the number of its attempt.
    package let unit: WorkUnit
    /// Its time and memory.
    package let cost: WorkCost

    /// Creates a value.
    package init(_ unit: WorkUnit, _ cost: WorkCost) {
        self.unit = unit.work
        self.cost = cost
    }
}

extension JobDirectory {
    /// What every published unit of a job took, in the order of the stages: the one list of documents with a cost.
    ///
    /// Documents are trusted: no file is hashed, and nothing is removed. Throws when a document cannot be read.
    package func unitCosts(of job: ResolvedJob, in timeline: FrameTimeline) throws(FarmError) -> [UnitCost] {
        let pipeline = Pipeline(job)
        var costs: [UnitCost] = []
        for range in pipeline.ranges(of: .scout, in: timeline, nil) {
            guard let result = try scoutResult(range: range.index), result.job == job.id else { continue }
            costs.append(UnitCost(WorkUnit(stage: .scout, ranges: [range.index]), result.cost))
        }
        let ranges = try plan()?.ranges ?? []
        for pass in try passes() where pass > 0 {
            for range in ranges {
                guard let result = try result(pass: pass, range: range.index), result.job == job.id else { continue }
                let unit = WorkUnit(stage: pipeline.stage(ofPass: pass), pass: pass, ranges: [range.index])
                costs.append(UnitCost(unit, result.cost))
            }
        }
        guard let mux = try muxResult(), mux.job == job.id else { return costs }
        costs.append(UnitCost(WorkUnit(stage: .mux), mux.cost))
        for range in ranges {
            guard let result = try verifyResult(firstRange: range.index), result.isAbout(mux) else { continue }
            costs.append(UnitCost(WorkUnit(stage: .verify, ranges: result.ranges), result.cost))
        }
        return costs
    }
}
