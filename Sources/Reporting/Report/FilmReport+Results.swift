package import JobDocuments
package import Jobs
package import Media
import RateControl

extension FilmReport {
    /// Creates a report from the documents of a job.
    ///
    /// - Parameters:
    ///   - costs: what each published unit took.
    ///   - analysis: results of pass 1 where it was an analysis.
    ///   - encodes: every encode of every range, in any order.
    ///   - allocations: every published allocation, in any order.
    ///   - selection: which encodes are in the film; nil before that is decided.
    ///   - verification: every result of the verification.
    ///   - wallSeconds: wall time of the run.
    ///   - failure: why the job failed.
    package init(
        job: ResolvedJob,
        source: SourceDescription,
        plan: Plan,
        costs: [UnitCost] = [],
        analysis: [RangeResult],
        encodes: [RangeResult],
        allocations: [Allocation],
        selection: FilmSelection? = nil,
        mux: MuxResult? = nil,
        verification: [VerifyResult] = [],
        finished: FinishedFilm? = nil,
        wallSeconds: Double? = nil,
        failure: String? = nil
    ) {
        let all = (analysis + encodes).sorted { ($0.pass, $0.range) < ($1.pass, $1.range) }
        let analysisPasses = Set(analysis.map(\.pass))
        var targets: [PassOfRange: RangeTarget] = [:]
        for allocation in allocations {
            for target in allocation.targets {
                targets[PassOfRange(pass: allocation.pass, range: target.range)] = target
            }
        }
        let byRange = Dictionary(grouping: all, by: \.range)
        let decisions = allocations.sorted { ($0.pass, $0.wave) < ($1.pass, $1.wave) }.flatMap(\.requests)
        let requests = Dictionary(grouping: decisions + (selection?.requests ?? []), by: \.range)
        let cuts = Set(plan.sceneCuts)

        version = Self.currentVersion
        self.job = job
        self.source = source
        passes = Dictionary(grouping: all, by: \.pass).sorted { $0.key < $1.key }.compactMap {
            PassReport(pass: $0.key, results: $0.value, allocations: allocations)
        }
        ranges = plan.ranges.enumerated().map { position, range in
            let accepted = selection.flatMap { position < $0.passes.count ? $0.passes[position] : nil }
            let results = byRange[range.index] ?? []
            let finals = results.filter { !analysisPasses.contains($0.pass) }
            func target(_ result: RangeResult) -> RangeTarget? {
                targets[PassOfRange(pass: result.pass, range: result.range)]
            }
            return RangeReport(
                range,
                startsScene: position == 0 || cuts.contains(range.frames.lowerBound),
                encodes: results.map { result in
                    let target = target(result)
                    let isAnalysis = analysisPasses.contains(result.pass)
                    return EncodeReport(
                        result,
                        role: target?.role ?? (isAnalysis ? .analysis : nil),
                        target: target,
                        isUsed: result.pass == accepted && !isAnalysis
                    )
                },
                requests: requests[range.index] ?? [],
                curves: RateDistortion(
                    job.judgedMetric ?? .psnr,
                    of: range,
                    analysis: results.first { analysisPasses.contains($0.pass) }.map { ($0, target($0)) },
                    first: finals.first.flatMap(target),
                    encodes: finals,
                    used: finals.first { $0.pass == accepted }
                )
            )
        }
        curves = RateDistortion(job.judgedMetric ?? .psnr, ofFilm: ranges)
        stages = Dictionary(grouping: costs, by: \.unit.stage).sorted { $0.key < $1.key }
            .compactMap { StageReport($0.key, $0.value.map(\.cost)) }
        sandbox = SandboxReport.reports(of: costs.map(\.cost))
        let framesEncoded = encodes.reduce(0) { $0 + $1.frames.count }
        let firstEncodes = Dictionary(grouping: encodes, by: \.range).values.reduce(0) { sum, encodes in
            sum + (encodes.first?.frames.count ?? 0)
        }
        let used = selection.map { selection in
            plan.ranges.compactMap { range in
                encodes.first {
                    $0.range == range.index
                        && $0.pass == (range.index < selection.passes.count ? selection.passes[range.index] : nil)
                }
            }
        }
        var control = FilmRateControl(job: job, source: source)
        if let metadata = plan.dynamicMetadata { control = control.leavingRoom(for: metadata) }
        let metadataBits = plan.dynamicMetadata?.bits ?? 0
        totals = FilmTotals(
            used: ranges.compactMap(\.used),
            of: plan,
            goal: job.rate,
            tolerance: job.passes.tolerance,
            framesEncodedAgain: framesEncoded - firstEncodes,
            passes: passes,
            bitsWithinBounds: used.flatMap { control.bitsWithinBounds(of: $0, in: plan) }.map { $0 + metadataBits }
        )
        if let metric = job.optimize { totals.optimization = OptimizationOutcome(of: metric, ranges: ranges) }
        buffer = used.flatMap { control.passage(of: $0, in: plan) }
        dynamicMetadata = plan.dynamicMetadata
        light = LightReport(job: job, source: source, plan: plan)
        conclusion = selection?.explanation ?? ""
        notCarried = job.losses(of: source)
        warnings = job.warnings(about: source) + job.warnings(about: plan, source.video.timeline)
        missing = source.damage
        let places = zip(plan.ranges, selection?.passes ?? [])
        let damage = places.flatMap { range, pass in
            encodes.first { $0.range == range.index && $0.pass == pass }?.damage ?? []
        }
        self.damage = damage.isEmpty ? nil : damage
        self.mux = mux
        self.verification = mux.map {
            VerificationReport(extent: job.verification, results: verification, film: $0.sha256)
        }
        self.finished = finished
        self.wallSeconds = wallSeconds
        self.failure = failure
    }

    private struct PassOfRange: Hashable {
        let pass: Int
        let range: Int
    }
}
