import Coordination
import JobDocuments
import Jobs
import Media
import Storage

/// Which waves a job goes through, and what their units take: as published as far as it has gone, and foretold from
/// there on.
struct WaveForecaster {
    private let job: ResolvedJob
    private let source: SourceDescription
    private let knowledge: ClusterSimulation.Knowledge

    /// Seconds of the scout's conclusion, which publishes no cost: it reads a few lists of numbers.
    private static let conclusionSeconds = 0.1

    /// Creates a value; the knowledge has a plan.
    init(job: ResolvedJob, source: SourceDescription, knowledge: ClusterSimulation.Knowledge) {
        self.job = job
        self.source = source
        self.knowledge = knowledge
    }

    private var work: PublishedWork { knowledge.work }
    private var pipeline: Pipeline { Pipeline(job) }
    private var ranges: [[Int]] { (work.plan?.ranges ?? []).map { [$0.index] } }

    /// The waves in their order.
    var waves: [SimulatedWork] {
        var waves: [SimulatedWork] = []
        for step in pipeline.steps {
            switch step.extent {
            case .whole:
                let units = pipeline.units(of: step.stage, in: source.video.timeline, work.plan)
                waves.append(wave(step.stage.rawValue, step.stage, pass: step.pass, units))
            case .conclusion:
                waves.append(
                    SimulatedWork(name: "\(step.stage.rawValue), conclusion", seconds: [Self.conclusionSeconds])
                )
            case .sampleThenRest: waves += sampled(step)
            case .missedRanges: waves += repeated(step)
            }
        }
        return waves
    }

    // MARK: - Passes

    private func sampled(_ step: Pipeline.Step) -> [SimulatedWork] {
        let sample = decided(pass: step.pass, wave: 1) ?? expectedSample
        let isSample = Set(sample)
        let rest = decided(pass: step.pass, wave: 2) ?? ranges.flatMap(\.self).filter { !isSample.contains($0) }
        return [
            wave("encode, sample", step.stage, pass: step.pass, sample.map { [$0] }),
            wave("encode", step.stage, pass: step.pass, rest.map { [$0] }, knowing: sample),
        ]
    }

    /// A further pass: as it was decided, else, of the first one, as it is expected; no later one is expected.
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

    /// Ranges in the order of their encodes, the shortest first.
    private var byEffort: [Int] {
        let seconds = taken(ranges.map { WorkUnit(stage: .encode, pass: 2, ranges: $0) })
        return seconds.indices.sorted { (seconds[$0], $0) < (seconds[$1], $1) }
    }

    /// A fifth goes first, as the rate control has it for films of many ranges: of middle length.
    private var expectedSample: [Int] {
        let count = ranges.count < 4 ? 0 : max(2, ranges.count / 10 * 2)
        return byEffort.dropFirst((ranges.count - count) / 2).prefix(count).sorted()
    }

    /// Half of what the job allows for further passes, in ranges of every length.
    private var expectedRepetition: [Int] {
        let share = pipeline.repeatableShare / 2
        let order = byEffort
        guard !order.isEmpty else { return [] }
        let count = max(Int((Double(order.count) * share).rounded()), 1)
        return stride(from: 0, to: order.count, by: max(order.count / count, 1)).map { order[$0] }
    }

    // MARK: - Units

    /// A wave over some ranges.
    ///
    /// - Parameter known: the ranges of the same stage that were done before it: the engine then knows what such a
    ///   range takes.
    private func wave(
        _ name: String,
        _ stage: Stage,
        pass: Int = 0,
        _ ranges: [[Int]],
        knowing known: [Int] = []
    ) -> SimulatedWork {
        let units = ranges.map { WorkUnit(stage: stage, pass: pass, ranges: $0) }
        let seconds = taken(units)
        let foretold =
            knowledge.foretold.map { told in units.map { _ in told } } ?? forecast(units, knowing: known, seconds)
        let bytes = units.reduce(0) { $0 + byteCount(of: $1) }
        let pairs = zip(foretold, seconds).map { SimulatedWork.Unit(foretold: $0, seconds: $1) }
        return SimulatedWork(name: name, units: pairs, byteCount: bytes)
    }

    /// What the engine knows of units before they are done: of encodes, as much as it knew of those of the job whose
    /// work they are taken from; else, of a stage of which nothing was done before, what is reckoned from pictures;
    /// later, about what they take.
    private func forecast(_ units: [WorkUnit], knowing known: [Int], _ seconds: [Double]) -> [Double] {
        let told = told(units)
        guard known.isEmpty else { return told ?? seconds }
        var ignorant = PublishedWork()
        ignorant.plan = work.plan
        let forecast = WorkForecast(units, job: job, source: source, work: ignorant)
        let reckoned = units.map { forecast.need(of: $0).seconds }
        guard let told else { return reckoned }
        // Which of them take longer the analysis says; how long all of them take nobody has measured yet.
        let scale = reckoned.reduce(0, +) / max(told.reduce(0, +), .leastNormalMagnitude)
        return told.map { $0 * scale }
    }

    /// What the engine would have foretold of units, had it been the other job's; nil where it cannot be told.
    private func told(_ units: [WorkUnit]) -> [Double]? {
        guard let rates = knowledge.rates else { return nil }
        guard !knowledge.seconds.contains(where: { $0.key.stage == .encode }) else { return nil }
        let told = units.enumerated().compactMap { place, unit in
            rates.foretold(of: unit, place: place, job: job, source: source, plan: work.plan)
        }
        return told.count == units.count ? told : nil
    }

    /// What units take: as published, else by what others of their stage took, else by the rates of another job, else
    /// as it is reckoned.
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

    /// What a unit publishes: as it is published, else about the bits that the film asks for.
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
