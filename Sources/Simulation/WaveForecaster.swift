import Coordination
import JobDocuments
import Jobs
import Media
import RateControl
import Storage

/// The waves of a job and the time of their units: measured for published units, estimated for the others.
struct WaveForecaster {
    private let job: ResolvedJob
    private let source: SourceDescription
    private let knowledge: ClusterSimulation.Knowledge

    /// Creates a value; the knowledge has a plan.
    init(job: ResolvedJob, source: SourceDescription, knowledge: ClusterSimulation.Knowledge) {
        self.job = job
        self.source = source
        self.knowledge = knowledge
    }

    private var work: PublishedWork { knowledge.work }
    private var pipeline: Pipeline { Pipeline(job) }
    private var ranges: [[Int]] { (work.plan?.ranges ?? []).map { [$0.index] } }
    private var control: FilmRateControl { FilmRateControl(job: job, source: source) }
    private var isAnalysed: Bool {
        control.isAnalysed(rangeCount: ranges.count, hasScoutBits: pipeline.hasScoutEncode)
    }

    /// The waves in their order.
    var waves: [SimulatedWork] {
        var waves: [SimulatedWork] = []
        for step in pipeline.steps {
            switch step.extent {
            case .whole:
                guard step.stage != .analyse || isAnalysed else { continue }
                let units = pipeline.units(of: step.stage, in: source.video.timeline, work.plan)
                waves.append(wave(step.stage.rawValue, step.stage, pass: step.pass, units))
            case .conclusion:
                waves.append(
                    SimulatedWork(name: "\(step.stage.rawValue), conclusion", seconds: [StageCost.conclusionSeconds])
                )
            case .steps: waves += steps(step)
            case .missedRanges: waves += repeated(step)
            }
        }
        return waves
    }

    // MARK: - Passes

    private func steps(_ step: Pipeline.Step) -> [SimulatedWork] {
        let counts = control.expectedSteps(of: ranges.count, isAnalysed: isAnalysed)
        var left = byEffort
        var known: [Int] = []
        return counts.enumerated().map { place, count in
            let isLast = place == counts.count - 1
            let chosen = decided(pass: step.pass, wave: place + 1) ?? expected(isLast ? left.count : count, of: left)
            left.removeAll { chosen.contains($0) }
            defer { known += chosen }
            let name = "encode, step \(place + 1)"
            return wave(name, step.stage, pass: step.pass, chosen.map { [$0] }, knowing: known)
        }
    }

    /// Some ranges, evenly spaced from the shortest to the longest.
    private func expected(_ count: Int, of ordered: [Int]) -> [Int] {
        let count = min(count, ordered.count)
        return (0..<count).map { ordered[(2 * $0 + 1) * ordered.count / (2 * count)] }.sorted()
    }

    /// A further pass. If it is not decided yet, the first further pass is estimated; no later one is expected.
    private func repeated(_ step: Pipeline.Step) -> [SimulatedWork] {
        let isFirst = step.pass == pipeline.furtherPasses.lowerBound
        let isExpected = isFirst && work.selection == nil
        guard let again = decided(pass: step.pass, wave: 1) ?? (isExpected ? expectedRepetition : nil) else {
            return []
        }
        let name = isFirst ? "encode again" : "encode again, pass \(step.pass)"
        return [wave(name, step.stage, pass: step.pass, again.map { [$0] }, knowing: ranges.flatMap(\.self))]
    }

    /// The ranges of a wave that was decided.
    private func decided(pass: Int, wave: Int) -> [Int]? {
        work.allocation(pass: pass, wave: wave).map { $0.targets.map(\.range).sorted() }
    }

    /// Ranges in the order of the time of their encodes, the shortest first.
    private var byEffort: [Int] {
        let seconds = taken(ranges.map { WorkUnit(stage: .encode, pass: 2, ranges: $0) })
        return seconds.indices.sorted { (seconds[$0], $0) < (seconds[$1], $1) }
    }

    /// The expected ranges of a further pass, with ranges of every length.
    private var expectedRepetition: [Int] {
        let share = pipeline.expectedFurtherShare
        let order = byEffort
        guard !order.isEmpty else { return [] }
        let count = max(Int((Double(order.count) * share).rounded()), 1)
        return stride(from: 0, to: order.count, by: max(order.count / count, 1)).map { order[$0] }
    }

    // MARK: - Units

    /// A wave over some ranges.
    ///
    /// - Parameter known: the ranges of the same stage that were done before the wave. By them the engine knows the
    ///   time of a range.
    private func wave(
        _ name: String,
        _ stage: Stage,
        pass: Int = 0,
        _ ranges: [[Int]],
        knowing known: [Int] = []
    ) -> SimulatedWork {
        let units = ranges.map { WorkUnit(stage: stage, pass: pass, ranges: $0) }
        let seconds = taken(units)
        let expected =
            knowledge.expectedSeconds.map { given in units.map { _ in given } }
            ?? forecast(units, knowing: known, seconds)
        let bytes = units.reduce(0) { $0 + byteCount(of: $1) }
        let pairs = zip(expected, seconds).map { SimulatedWork.Unit(expectedSeconds: $0, seconds: $1) }
        return SimulatedWork(name: name, units: pairs, byteCount: bytes)
    }

    /// The times that the engine expects of units before they are done.
    ///
    /// For encodes, it is the expectation in the job that the rates are from. For other stages, it is an estimate from
    /// the pictures while nothing of the stage is done, and later about the actual time of the units.
    private func forecast(_ units: [WorkUnit], knowing known: [Int], _ seconds: [Double]) -> [Double] {
        let likeBefore = expectedAsBefore(units)
        guard known.isEmpty else { return likeBefore ?? seconds }
        var ignorant = PublishedWork()
        ignorant.plan = work.plan
        let forecast = WorkForecast(units, job: job, source: source, work: ignorant)
        let estimated = units.map { forecast.need(of: $0).seconds }
        guard let likeBefore else { return estimated }
        // The analysis shows which of them take longer. The time of all of them was not measured yet.
        let scale = estimated.reduce(0, +) / max(likeBefore.reduce(0, +), .leastNormalMagnitude)
        return likeBefore.map { $0 * scale }
    }

    /// The times that the engine would have expected of units in the other job; nil where they are not known.
    private func expectedAsBefore(_ units: [WorkUnit]) -> [Double]? {
        guard let rates = knowledge.rates else { return nil }
        guard !knowledge.seconds.contains(where: { $0.key.stage == .encode }) else { return nil }
        let expected = units.enumerated().compactMap { place, unit in
            rates.expectedSeconds(of: unit, place: place, job: job, source: source, plan: work.plan)
        }
        return expected.count == units.count ? expected : nil
    }

    /// The times of units: as measured, or else by other units of their stage, or else by the rates of another job, or
    /// else estimated from the pictures.
    private func taken(_ units: [WorkUnit]) -> [Double] {
        let forecast = WorkForecast(units, job: job, source: source, work: work)
        return units.enumerated().map { place, unit in
            if let seconds = knowledge.seconds[unit.work] { return seconds }
            let isCalibrated = knowledge.seconds.contains { $0.key.stage == unit.stage && unit.pass > 0 }
            let rated = knowledge.rates.flatMap {
                $0.seconds(of: unit, place: place, job: job, source: source, plan: work.plan)
            }
            if !isCalibrated, let rated { return rated }
            return forecast.need(of: unit).seconds
        }
    }

    /// The bytes that a unit publishes: as published, or else about the bits of the requested rate.
    private func byteCount(of unit: WorkUnit) -> Int {
        guard unit.stage.isPass, let range = unit.ranges.first else { return 0 }
        if let result = work.result(pass: unit.pass, range: range) {
            return Int((result.storage?.byteCount ?? 0) + (result.silo?.byteCount ?? 0))
        }
        guard unit.stage == .encode, let plan = work.plan?.ranges[safely: range] else { return 0 }
        let share = plan.timeRange.duration.seconds / max(source.video.timeline.timeRange.duration.seconds, 0.001)
        let bits: Double? =
            if case .average(let rate) = job.rate { Double(rate) * plan.timeRange.duration.seconds } else {
                knowledge.rates?.bits(job: job, source: source).map { $0 * share }
            }
        return Int((bits ?? 0) / 8)
    }
}
