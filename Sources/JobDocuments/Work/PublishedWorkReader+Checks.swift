import Jobs
import Media

extension PublishedWorkReader {
    /// The selection, if there is one. Throws if it does not fit the plan.
    func checked(
        _ selection: FilmSelection?,
        of job: ResolvedJob,
        _ plan: Plan
    ) throws(FarmError) -> FilmSelection? {
        guard let selection else { return nil }
        let passes = 1...max(job.passes.maximum, 1)
        guard selection.job == job.id, selection.passes.count == plan.ranges.count,
            selection.passes.allSatisfy({ passes.contains($0) })
        else { throw DocumentFile(paths.selection).unreadable("it does not fit the plan") }
        return selection
    }

    /// Throws if an allocation does not belong to the job or does not fit the plan.
    func check(_ allocations: [Allocation], of job: ResolvedJob, _ plan: Plan) throws(FarmError) {
        for allocation in allocations where allocation.job ?? job.id != job.id {
            throw DocumentFile(paths.allocation(pass: allocation.pass, wave: allocation.wave))
                .unreadable("it belongs to job \(allocation.job ?? "")")
        }
        for allocation in allocations where !allocation.targets.allSatisfy({ plan.ranges.indices.contains($0.range) }) {
            let path = paths.allocation(pass: allocation.pass, wave: allocation.wave)
            throw DocumentFile(path).unreadable("it refers to a range that is not in the plan")
        }
    }

    /// What is wrong with a result, not counting its files; nil if it is valid.
    func flaw(
        of result: RangeResult,
        pass: Int,
        range: Int,
        _ job: ResolvedJob,
        _ plan: Plan
    ) -> String? {
        let path = paths.result(pass: pass, range: range)
        guard result.job == job.id, result.pass == pass, result.range == range,
            result.frames == plan.ranges[safely: range]?.frames
        else { return "\(path): it does not match its job, pass, range or frames" }
        let isAnalysis = Pipeline(job).stage(ofPass: pass) == .analyse
        guard isAnalysis ? result.storage != nil : result.silo != nil && result.parameterSets != nil else {
            return "\(path): it lacks the files of its pass"
        }
        guard result.figures?.isWhole(result.frames.count) ?? true else {
            return "\(path): its quality values do not match its frames"
        }
        if let metric = job.judgedMetric, result.quality?.figure(metric)?.isFinite != true {
            return "\(path): it has no \(metric.name), which the goal of the film needs"
        }
        return nil
    }
}
