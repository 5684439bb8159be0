import Jobs
import Media
import Platform

extension JobDirectory {
    /// The progress of the job. Throws if the folder has no job, or documents of it that cannot be read.
    package func status() throws -> JobStatus {
        let job = try job()
        let plan = try plan()
        let allocations = try allocations()
        let mux = try muxResult()
        let finished = try finishedFilm()
        let holder = JobLease.holder(of: self)
        let isWhole = finished.map { FileStatus(path: $0.path)?.byteCount == $0.byteCount } ?? false
        let checked = try mux.map { try verifications(of: $0, plan) } ?? []

        var passes: [PassStatus] = []
        let pipeline = Pipeline(job)
        if pipeline.hasScout { passes.append(try scoutStatus(pipeline, isPlanned: plan != nil)) }
        if let plan {
            passes += Set(allocations.filter { !$0.targets.isEmpty }.map(\.pass)).sorted().map { pass in
                // The targets of the first two passes are decided wave by wave, but both passes cover the whole film.
                let asked = allocations.filter { $0.pass == pass }.flatMap { $0.targets.map(\.range) }
                let ranges = Pipeline.isFurther(pass: pass) ? asked : plan.ranges.map(\.index)
                let done = ranges.count { FileStatus(path: paths.result(pass: pass, range: $0)) != nil }
                return PassStatus(pass: pass, doneRanges: done, ranges: ranges.count)
            }
        }
        let stage: Stage? =
            if isWhole {
                nil
            } else if mux != nil {
                .verify
            } else if try selection() != nil {
                .mux
            } else {
                stage(pipeline, isPlanned: plan != nil, passes)
            }
        return JobStatus(
            job: job.id,
            name: job.name,
            directory: path,
            output: job.outputPath,
            state: isWhole
                ? (finished?.findings.isEmpty == true ? .finished : .faulty) : holder == nil ? .stopped : .running,
            holder: holder,
            stage: stage,
            ranges: plan?.ranges.count,
            passes: passes,
            verifiedRanges: Set(checked.flatMap(\.ranges)).count,
            findings: finished?.findings ?? checked.flatMap(\.findings),
            slurmJob: try slurm.coordinator()?.slurmJob,
            furtherOutputs: try job.furtherOutputs?.map { try output($0).status() }
        )
    }

    private func scoutStatus(_ pipeline: Pipeline, isPlanned: Bool) throws -> PassStatus {
        let coarse = pipeline.ranges(of: .scout, in: try source().video.timeline, nil)
        // The plan is made from the scout's results, which may be removed afterwards.
        let done =
            isPlanned
            ? coarse.count : coarse.count { FileStatus(path: paths.result(pass: 0, range: $0.index)) != nil }
        return PassStatus(pass: 0, doneRanges: done, ranges: coarse.count)
    }

    private func verifications(of mux: MuxResult, _ plan: Plan?) throws -> [VerifyResult] {
        try (plan?.ranges ?? []).compactMap { try verifyResult(firstRange: $0.index) }.filter { $0.isAbout(mux) }
    }

    private func stage(_ pipeline: Pipeline, isPlanned: Bool, _ passes: [PassStatus]) -> Stage {
        guard isPlanned else { return .scout }
        let isAnalysed = passes.contains { $0.pass > 1 || $0.pass == 1 && $0.doneRanges == $0.ranges }
        return pipeline.hasAnalysis && !isAnalysed ? .analyse : .encode
    }
}
