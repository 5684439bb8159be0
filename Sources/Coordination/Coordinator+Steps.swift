import JobDocuments
import Jobs
import Media
import RateControl
import RateModel

/// The next step of a job.
enum JobStep: Hashable, Sendable {
    case run(Wave)
    case plan(Plan)
    case allocate(Allocation)
    case select(FilmSelection)
    case place(MuxResult)
    case remake(FilmFault)
    case record(MuxResult)
    case end(FinishedFilm)
}

extension Coordinator {
    private var pipeline: Pipeline { Pipeline(job) }

    /// The rate control of the planned film, which has the bits that its dynamic HDR metadata leaves.
    private func control(_ plan: Plan) -> any FilmAllocating {
        plan.dynamicMetadata.map { allocator.leavingRoom(for: $0) } ?? allocator
    }

    /// The next step, which depends only on what is published and on how often the film was made again in this run.
    func nextStep(after work: PublishedWork) -> JobStep {
        guard let plan = work.plan else { return planStep(work) }
        guard let selection = work.selection else { return passStep(plan, work) }
        guard let mux = work.mux else {
            if let step = repeatStep(plan, selection, work) { return step }
            return .run(Wave(stage: .mux, units: [WorkUnit(stage: .mux)], selection: selection))
        }
        return finishStep(plan, selection, mux, work)
    }

    // MARK: - Scout and plan

    private func planStep(_ work: PublishedWork) -> JobStep {
        let planner = RangePlanner(timeline: timeline, joints: joints, job: job)
        guard pipeline.hasScout else {
            return .plan(Plan(job: job.id, ranges: planner.ranges(sceneCuts: []), sceneCuts: []))
        }
        if let list = work.sceneCuts {
            let ranges = planner.ranges(sceneCuts: list.cuts)
            return .plan(
                Plan(
                    job: job.id,
                    ranges: ranges,
                    sceneCuts: list.cuts,
                    light: list.light,
                    findings: list.findings,
                    scoutBits: list.scoutBits,
                    dynamicMetadata: list.dynamicMetadata,
                    colours: list.colours
                )
            )
        }
        let coarse = pipeline.ranges(of: .scout, in: timeline, nil)
        let missing = coarse.filter { !work.scouted.contains($0.index) }
        guard missing.isEmpty else {
            let units = missing.map { WorkUnit(stage: .scout, ranges: [$0.index]) }
            return .run(Wave(stage: .scout, units: units, done: coarse.count - missing.count))
        }
        return .run(Wave(stage: .scout, number: 2, units: [WorkUnit(stage: .scout)]))
    }

    // MARK: - Passes

    private func passStep(_ plan: Plan, _ work: PublishedWork) -> JobStep {
        let analysed = pipeline.hasAnalysis ? work.allocation(pass: 1, wave: 1).map { results(1, of: $0, work) } : nil
        for step in pipeline.passes {
            let next =
                switch step.extent {
                case .whole, .conclusion: wholeStep(step, plan, work)
                case .steps: nextWaveStep(step, plan, work, analysed ?? [])
                case .missedRanges: correctionStep(step, plan, work, analysed ?? [])
                }
            if let next { return next }
        }
        guard pipeline.hasAnalysis else { return .select(selection(plan, work, ["a single pass"])) }
        let reason = "passes.maximum of \(job.passes.maximum) is used up"
        let open = accepted(plan, work).compactMap { refusal(of: $0, in: plan, reason: reason) }
        return .select(selection(plan, work, [reason], requests: open))
    }

    private func wholeStep(_ step: Pipeline.Step, _ plan: Plan, _ work: PublishedWork) -> JobStep? {
        guard let allocation = work.allocation(pass: step.pass, wave: 1) else {
            let control = control(plan)
            return .allocate(step.stage == .analyse ? control.analysis(of: plan) : control.singlePass(of: plan))
        }
        return waveStep(step.stage, allocation, plan, work)
    }

    private func nextWaveStep(
        _ step: Pipeline.Step,
        _ plan: Plan,
        _ work: PublishedWork,
        _ analysed: [RangeResult]
    ) -> JobStep? {
        var results: [RangeResult] = []
        var number = 1
        while let allocation = work.allocation(pass: step.pass, wave: number) {
            if let next = waveStep(step.stage, allocation, plan, work) { return next }
            results += self.results(step.pass, of: allocation, work)
            number += 1
        }
        return control(plan).wave(
            number,
            of: plan,
            analysis: analysed,
            allocations: work.allocations,
            results: results.sorted { $0.range < $1.range }
        ).map(JobStep.allocate)
    }

    private func correctionStep(
        _ step: Pipeline.Step,
        _ plan: Plan,
        _ work: PublishedWork,
        _ analysed: [RangeResult]
    ) -> JobStep? {
        if let allocation = work.allocation(pass: step.pass, wave: 1) {
            return waveStep(step.stage, allocation, plan, work)
        }
        let decision = control(plan).correction(of: encodedFilm(plan, work, analysed), pass: step.pass)
        guard var allocation = decision.allocation, !allocation.targets.isEmpty else {
            return .select(selection(plan, work, [decision.explanation], requests: decision.requests))
        }
        allocation.requests = decision.requests
        if allocation.explanation.isEmpty { allocation.explanation = decision.explanation }
        return .allocate(allocation)
    }

    /// The units of a wave that have no result yet, longest work first; nil when there are none.
    private func waveStep(_ stage: Stage, _ allocation: Allocation, _ plan: Plan, _ work: PublishedWork) -> JobStep? {
        let missing = allocation.targets.map(\.range).filter { work.result(pass: allocation.pass, range: $0) == nil }
        guard !missing.isEmpty else { return nil }
        return .run(
            Wave(
                stage: stage,
                pass: allocation.pass,
                number: allocation.wave,
                units: units(stage, pass: allocation.pass, ranges: missing, plan, work),
                done: allocation.targets.count - missing.count
            )
        )
    }

    private func units(_ stage: Stage, pass: Int, ranges: [Int], _ plan: Plan, _ work: PublishedWork) -> [WorkUnit] {
        let expectation = ExpectedEffort(pictureSamples: job.encoder.size.width * job.encoder.size.height)
        let targets = work.targets(pass: pass)
        let efforts = ranges.map { range in
            let effort = expectation.effort(
                frames: plan.ranges[range].frames.count,
                bits: targets[range]?.targetBits,
                codedShare: work.result(pass: 1, range: range)?.rateCurve?.codedShare
            )
            return (range: range, effort: effort)
        }
        return efforts.sorted { ($1.effort, $0.range) < ($0.effort, $1.range) }.map {
            WorkUnit(stage: stage, pass: pass, ranges: [$0.range])
        }
    }

    /// Encodes again the ranges whose results were lost or damaged after the selection. Pass and target are the same,
    /// so the bytes are, too.
    ///
    /// - Parameter needed: the ranges that are needed now; nil for all.
    private func repeatStep(
        _ plan: Plan,
        _ selection: FilmSelection,
        _ work: PublishedWork,
        needed: Set<Int>? = nil
    ) -> JobStep? {
        let missing = plan.ranges.filter {
            needed?.contains($0.index) ?? true && work.result(pass: selection.passes[$0.index], range: $0.index) == nil
        }
        guard !missing.isEmpty else { return nil }
        let unfed = missing.map(\.index).compactMap { range in
            missingFeed(of: range, pass: selection.passes[range], work).map { (range: range, pass: $0) }
        }
        if let pass = unfed.map(\.pass).min() {
            let ranges = unfed.filter { $0.pass == pass }.map(\.range)
            let stage = pipeline.stage(ofPass: pass)
            return .run(Wave(stage: stage, pass: pass, units: units(stage, pass: pass, ranges: ranges, plan, work)))
        }
        let pass = missing.map { selection.passes[$0.index] }.min() ?? 1
        let ranges = missing.map(\.index).filter { selection.passes[$0] == pass }
        return .run(Wave(stage: .encode, pass: pass, units: units(.encode, pass: pass, ranges: ranges, plan, work)))
    }

    /// The first pass that feeds a pass over a range and that has no result any more; nil if none is missing.
    private func missingFeed(of range: Int, pass: Int, _ work: PublishedWork) -> Int? {
        guard let fed = work.target(pass: pass, range: range)?.fed else { return nil }
        return [1, fed.statisticsPass].first {
            work.target(pass: $0, range: range) != nil && work.result(pass: $0, range: range) == nil
        }
    }

    // MARK: - Accepted results

    private func results(_ pass: Int, of allocation: Allocation, _ work: PublishedWork) -> [RangeResult] {
        allocation.targets.map(\.range).sorted().compactMap { work.result(pass: pass, range: $0) }
    }

    /// Every encode of a range, oldest first.
    private func encodes(of range: Int, _ work: PublishedWork) -> [RangeResult] {
        pipeline.encodingPasses.compactMap { work.result(pass: $0, range: range) }
    }

    /// The result that counts for each range: the newest that was accepted over the ones before it.
    private func accepted(_ plan: Plan, _ work: PublishedWork) -> [RangeResult] {
        let encodes = plan.ranges.map { self.encodes(of: $0.index, work) }
        var film = encodes.compactMap(\.first)
        let later = encodes.flatMap { $0.dropFirst() }.sorted { ($0.pass, $0.range) < ($1.pass, $1.range) }
        for newer in later {
            guard let place = film.firstIndex(where: { $0.range == newer.range }),
                let target = work.target(pass: newer.pass, range: newer.range),
                control(plan).accepts(newer, over: film[place], target: target, in: film, of: plan)
            else { continue }
            film[place] = newer
        }
        return film
    }

    private func encodedFilm(_ plan: Plan, _ work: PublishedWork, _ analysed: [RangeResult]) -> EncodedFilm {
        EncodedFilm(
            plan: plan,
            analysis: analysed,
            accepted: accepted(plan, work),
            history: plan.ranges.map { encodes(of: $0.index, work) },
            allocations: work.allocations
        )
    }

    private func selection(
        _ plan: Plan,
        _ work: PublishedWork,
        _ explanation: [String],
        requests: [RequestDecision] = []
    ) -> FilmSelection {
        let accepted = accepted(plan, work)
        return FilmSelection(
            job: job.id,
            passes: accepted.map(\.pass),
            requests: requests,
            explanation: explanation.joined(separator: "; "),
            misses: control(plan).misses(of: accepted, in: plan)
        )
    }

    private func refusal(of result: RangeResult, in plan: Plan, reason: String) -> RequestDecision? {
        guard !result.furtherPasses.isEmpty else { return nil }
        let missedBy = result.targetBits.map { $0 > 0 ? Double(result.bits - $0) / Double($0) : 0 } ?? 0
        return RequestDecision(
            range: result.range,
            pass: result.pass,
            timeRange: plan.ranges[result.range].timeRange,
            missedBy: missedBy,
            isGranted: false,
            reason: reason
        )
    }

    // MARK: - Verify and finish

    private func finishStep(
        _ plan: Plan,
        _ selection: FilmSelection,
        _ mux: MuxResult,
        _ work: PublishedWork
    ) -> JobStep {
        let bundles = pipeline.verificationBundles(of: plan)
        let missing = bundles.filter { bundle in !work.verifications.contains { $0.ranges == bundle } }
        if let finished = work.finished, finished.satisfies(job.verification) {
            guard !finished.findings.isEmpty, let fault = fault(of: mux, selection, work) else { return .end(finished) }
            return .remake(fault)
        }
        guard missing.isEmpty else {
            // Decoded pictures are compared with the hashes that the encoders stored, so these results are needed.
            if let step = repeatStep(plan, selection, work, needed: Set(missing.joined())) { return step }
            let units = missing.map { WorkUnit(stage: .verify, ranges: $0) }
            return .run(Wave(stage: .verify, units: units, done: bundles.count - missing.count))
        }
        // A fault that was found stays a fault, even if less is verified now.
        let isGood = work.verifications.allSatisfy(\.isGood)
        if isGood { return work.isFilmInPlace ? .record(mux) : .place(mux) }
        return fault(of: mux, selection, work).map(JobStep.remake) ?? .record(mux)
    }

    /// The work to repeat for a film with faults; nil when the film stays as it is.
    ///
    /// At first the film is muxed again, as its file may be damaged. If the new file has wrong pictures, too, their
    /// ranges are encoded again. Each is done once in a run.
    private func fault(of mux: MuxResult, _ selection: FilmSelection, _ work: PublishedWork) -> FilmFault? {
        guard job.verification != .none, remakes < 2 else { return nil }
        let findings = work.verifications.flatMap(\.findings) + (work.finished?.findings ?? [])
        let ranges = Set(work.verifications.flatMap { $0.faultyRanges ?? [] }).sorted()
            .filter(selection.passes.indices.contains)
        guard remakes > 0 else { return FilmFault(mux: mux, finding: findings.first ?? "", ranges: []) }
        guard !ranges.isEmpty else { return nil }
        return FilmFault(
            mux: mux,
            finding: findings.first ?? "",
            ranges: ranges.map { FilmFault.Place(range: $0, pass: selection.passes[$0]) }
        )
    }
}
