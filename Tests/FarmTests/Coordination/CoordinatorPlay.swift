import Coordination
import JobDocuments
import Jobs
import Media
import Platform
import RateControl

/// Runs a coordinator without files, clocks and processes: its actions change the published work immediately.
struct CoordinatorPlay {
    let job: ResolvedJob
    var coordinator: Coordinator
    var work: PublishedWork
    /// Every action in order.
    var actions: [Coordinator.Action] = []
    /// The published work before each step.
    var states: [PublishedWork] = []
    /// How a unit fails; nil if it succeeds. A unit that fails publishes nothing.
    var fails: (WorkUnit) -> UnitExit? = { _ in nil }
    /// Findings of the verification.
    var findings: [String] = []
    /// Ranges whose pictures the verification finds wrong.
    var faultyRanges: [Int] = []
    /// Called after each unit.
    var onUnit: (inout CoordinatorPlay, WorkUnit) -> Void = { _, _ in }
    /// The order in which units end.
    var ordering: ([WorkUnit]) -> [WorkUnit] = { $0 }
    /// Called before each step.
    var onStep: (inout CoordinatorPlay) -> Void = { _ in }

    init(
        _ job: ResolvedJob,
        allocator: any FilmAllocating = PlainRateControl(),
        resuming work: PublishedWork = PublishedWork()
    ) {
        self.job = job
        self.work = work
        coordinator = Coordinator(job: job, timeline: JobSample.timeline, allocator: allocator)
    }

    var events: [JobEvent] { actions.compactMap { if case .emit(let event) = $0 { event } else { nil } } }

    var runs: [[WorkUnit]] { actions.compactMap { if case .run(let units) = $0 { units } else { nil } } }

    /// The outcome of the job.
    var outcome: JobOutcome?

    /// Runs to the end of the job; `outcome` stays nil if there is none after 100 steps.
    mutating func play() {
        for _ in 0..<100 {
            onStep(&self)
            states.append(work)
            for action in coordinator.handle(.published(work)) {
                actions.append(action)
                if case .end(let outcome) = action {
                    self.outcome = outcome
                    return
                }
                obey(action)
            }
        }
    }

    private mutating func obey(_ action: Coordinator.Action) {
        switch action {
        case .run(let units):
            for unit in ordering(units) {
                let exit = fails(unit)
                if exit == nil { publish(unit) }
                onUnit(&self, unit)
                actions += coordinator.handle(
                    .ended(UnitOutcome(unit: unit, exit: exit ?? .code(0), lastWords: exit == nil ? "" : "last words"))
                )
            }
        case .publishPlan(let plan): work.plan = plan
        case .publishAllocation(let allocation): work.allocations.append(allocation)
        case .publishSelection(let selection): work.selection = selection
        case .placeFilm: work.isFilmInPlace = true
        case .recordFinish(let mux):
            work.finished = FinishedFilm(
                job: job.id,
                path: work.isFilmInPlace ? job.outputPath : mux.path,
                sha256: mux.sha256,
                byteCount: mux.byteCount,
                modificationTime: 0,
                findings: work.verifications.flatMap(\.findings),
                verification: job.verification
            )
        case .retireFilm(let fault):
            for place in fault.ranges { work.results[place.pass]?[place.range] = nil }
            (work.mux, work.isFilmInPlace, work.verifications, work.finished) = (nil, false, [], nil)
        case .emit, .cancelUnits, .removeSupersededSilos, .end: break
        }
    }

    private mutating func publish(_ unit: WorkUnit) {
        switch unit.stage {
        case .scout:
            work.scouted.formUnion(unit.ranges)
            guard unit.ranges.isEmpty else { return }
            work.sceneCuts = SceneCutList(job: job.id, cuts: JobSample.cuts, light: JobSample.light(job))
        case .analyse, .encode:
            for range in unit.ranges {
                guard let planned = work.plan?.ranges[range] else { continue }
                let isAnalysis = unit.stage == .analyse
                work.results[unit.pass, default: [:]][range] = JobSample.result(
                    job,
                    planned,
                    pass: unit.pass,
                    isAnalysis: isAnalysis
                )
            }
        case .mux:
            work.mux = MuxResult(
                job: job.id,
                path: "/films/.out.mp4",
                sha256: "cc",
                byteCount: 5,
                videoBits: 40,
                notes: [],
                cost: JobSample.cost
            )
        case .verify:
            work.verifications.append(
                VerifyResult(
                    job: job.id,
                    film: "cc",
                    ranges: unit.ranges,
                    findings: unit.ranges.contains(0) ? findings : [],
                    faultyRanges: unit.ranges.filter(faultyRanges.contains),
                    picturesCompared: 1,
                    cost: JobSample.cost
                )
            )
        }
    }
}
