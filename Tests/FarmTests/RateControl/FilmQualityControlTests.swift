import Foundation
import Media
import Testing

@testable import Jobs
@testable import Platform
@testable import RateControl
@testable import RateModel
@testable import Reporting

@Suite("Rate control of films with a target quality")
struct FilmQualityControlTests {
    private static let metrics = QualityMetric.allCases

    /// The mean level of a film in a metric at rate factor 24.
    private static func middle(_ metric: QualityMetric) -> Double {
        switch metric {
        case .psnr, .xpsnr: 42
        case .ssim: 17
        case .vmaf: 12
        }
    }

    @Test("The film's mean is within the tolerance of its target", arguments: metrics, [-5.0, 0, 6])
    func reaches(metric: QualityMetric, away: Double) throws {
        let scale = QualityScale(metric: metric)
        let factorsAway = away * (metric == .vmaf ? 0.5 : 1)
        let target = scale.value(atLevel: Self.middle(metric) - factorsAway * scale.levelsPerFactor)
        let goal = try #require(QualityGoal(metric: metric, target: target))
        var film = QualityFilm(goal, ranges: 20, middle: Self.middle(metric))
        film.encode()
        #expect(scale.isWithinTolerance(film.mean, of: target), "\(film.mean) for \(target), \(film.story)")
        #expect(film.framesAgain <= Double(film.plan.frameCount) * 0.2)
    }

    @Test("No range stays under the floor, and the film's mean reaches its target", arguments: metrics)
    func floors(metric: QualityMetric) throws {
        let scale = QualityScale(metric: metric)
        let level = Self.middle(metric)
        let goal = try #require(
            QualityGoal(metric: metric, target: scale.value(atLevel: level), floor: scale.value(atLevel: level - 1.5))
        )
        var film = QualityFilm(goal, ranges: 20, middle: level)
        film.encode()
        #expect(film.underFloor.isEmpty, "\(film.story)")
        #expect(scale.isWithinTolerance(film.mean, of: goal.target), "\(film.mean), \(film.story)")
        let factors = Set(film.factors.values)
        #expect(factors.count > 1)
    }

    @Test("With a floor equal to the target, every range reaches it")
    func floorIsTarget() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 42, floor: 42))
        var film = QualityFilm(goal, ranges: 12, middle: 42)
        film.encode()
        #expect(film.underFloor.isEmpty, "\(film.story)")
        #expect(film.mean >= 42 && film.mean < 42.4, "\(film.mean), \(film.story)")
    }

    @Test("Ranges under the floor are raised even with a budget of 0")
    func budget() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 42, floor: 41))
        var film = QualityFilm(goal, ranges: 20, middle: 42, budget: 0)
        film.encode()
        #expect(film.underFloor.isEmpty, "\(film.story)")
    }

    @Test(
        "A range beyond the budget is moved by at most two rate factors, in the last pass by four"
    )
    func step() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 42))
        var film = QualityFilm(goal, ranges: 6, middle: 42, budget: 0)
        film.encode()
        let encoded = EncodedFilm(
            plan: film.plan,
            analysis: film.analysed,
            accepted: film.accepted,
            history: film.accepted.map { [$0] },
            allocations: [
                Allocation(
                    pass: 2,
                    targets: film.accepted.map {
                        RangeTarget(range: $0.range, .alone(.constantRateFactor(24)))
                    }
                )
            ]
        )
        // Two decibels are more than one range of six can correct in either case.
        let far = FilmQualityControl(
            goal: try #require(QualityGoal(metric: .psnr, target: film.mean - 2)),
            limits: PassLimits(maximum: 4, budget: 0, reason: "test")
        )
        for (pass, step) in [(3, 2.0), (4, 4.0)] {
            let targets = try #require(far.correction(of: encoded, pass: pass).allocation?.targets)
            #expect(targets.count == 1)
            #expect(film.factor(targets[0]) == 24 + step, "pass \(pass)")
        }
    }

    @Test("A range that is encoded again because of its floor reaches the film's target in the same pass")
    func floorOfOneRange() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 42, floor: 39))
        var film = QualityFilm(goal, ranges: 1, middle: 37)
        film.encode()
        #expect(QualityScale(metric: .psnr).isWithinTolerance(film.mean, of: 42), "\(film.mean), \(film.story)")
    }

    @Test("Films of one, two and three ranges reach their target", arguments: [1, 2, 3])
    func small(count: Int) throws {
        let goal = try #require(QualityGoal(metric: .ssim, target: 0.97))
        var film = QualityFilm(goal, ranges: count, middle: 17)
        film.encode()
        #expect(QualityScale(metric: .ssim).isWithinTolerance(film.mean, of: 0.97), "\(film.mean), \(film.story)")
    }

    @Test(
        "A single pass encodes every range at the rate factor of the analysis, without target figures",
        arguments: metrics
    )
    func onePass(metric: QualityMetric) throws {
        let scale = QualityScale(metric: metric)
        let target = scale.value(atLevel: Self.middle(metric))
        let film = QualityFilm(
            try #require(
                QualityGoal(metric: metric, target: target, floor: scale.value(atLevel: Self.middle(metric) - 1.5))
            ),
            ranges: 7,
            middle: Self.middle(metric)
        )
        let single = film.control.singlePass(of: film.plan)
        #expect(single.pass == 1 && single.targets.map(\.range) == Array(0..<7))
        #expect(single.targets.map(\.rate) == film.control.analysis(of: film.plan).targets.map(\.rate))
        #expect(single.targets.allSatisfy { $0.role == .alone && $0.quality == nil && $0.bufferStart == nil })
        #expect(single.explanation.contains("single pass") && single.explanation.contains("on other films"))
    }

    @Test("A target that no rate factor reaches gives the best possible film and a report of what it misses")
    func impossible() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 80, floor: 79))
        var film = QualityFilm(goal, ranges: 6, middle: 42)
        film.encode()
        let outcome = try #require(film.outcome)
        #expect(!outcome.isOnTarget && outcome.rangesUnderFloor.count == 6)
        #expect(outcome.misses.count == 2 && outcome.misses[0].contains("below its target of PSNR 80.00 dB"))
        #expect(film.factors.values.allSatisfy { $0 == 0 })
    }

    @Test("Decisions about a film with a target quality do not depend on the order of results")
    func anyOrder() throws {
        let goal = try #require(QualityGoal(metric: .vmaf, target: 92, floor: 88))
        let film = QualityFilm(goal, ranges: 20, middle: 12)
        let analysis = film.analysed
        #expect(
            film.control.sample(of: film.plan, analysis: analysis.reversed())
                == film.control.sample(of: film.plan, analysis: analysis)
        )
        let sample = film.control.sample(of: film.plan, analysis: analysis).targets.map { film.result($0, pass: 2) }
        #expect(
            film.control.rest(of: film.plan, analysis: analysis.reversed(), results: sample.reversed())
                == film.control.rest(of: film.plan, analysis: analysis, results: sample)
        )
    }

    @Test("A worse encode is not accepted, and an encode above the floor is preferred to one under it")
    func accepts() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 42, floor: 40))
        let film = QualityFilm(goal, ranges: 1, middle: 42)
        let target = RangeTarget(
            range: 0,
            .alone(.constantRateFactor(20)),
            quality: QualityAim(metric: .psnr, wanted: 42, floor: 40, tolerance: 0.1)
        )
        func result(_ value: Double) -> RangeResult { film.result(0, value: value, pass: 2) }
        #expect(film.control.accepts(result(42.1), over: result(41.5), target: target))
        #expect(!film.control.accepts(result(41.4), over: result(42.2), target: target))
        #expect(film.control.accepts(result(45), over: result(39.9), target: target))
        #expect(!film.control.accepts(result(39.9), over: result(45), target: target))
    }

    @Test("Conversion to levels is invertible, and a better figure has a higher level", arguments: metrics)
    func scales(metric: QualityMetric) {
        let scale = QualityScale(metric: metric)
        let bounds = metric.targets
        let figures = (0...20).map { bounds.lowerBound + (bounds.upperBound - bounds.lowerBound) * Double($0) / 20 }
        for figure in figures {
            #expect(abs(scale.value(atLevel: scale.level(figure)) - figure) < 1e-9 * max(figure, 1))
        }
        #expect(zip(figures, figures.dropFirst()).allSatisfy { scale.level($0) < scale.level($1) })
        let mean = scale.mean([(value: figures[4], frames: 10), (value: figures[8], frames: 30)]) ?? 0
        #expect(mean > figures[4] && mean < figures[8])
        #expect(scale.mean([]) == nil)
    }

    @Test("Conversion of factors to positions is invertible, and positions rise with the factor", arguments: metrics)
    func positions(metric: QualityMetric) {
        let trend = QualityTrend(scale: QualityScale(metric: metric), speed: "medium", reach: .wide)
        let positions = (0...102).map { trend.position(ofFactor: Double($0) / 2) }
        for (half, position) in positions.enumerated() {
            #expect(abs(trend.factor(atPosition: position) - Double(half) / 2) < 1e-9)
        }
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(trend.position(ofFactor: 29) - trend.position(ofFactor: 28) - 1) < 0.02)
    }

    @Test("In a film of few ranges the sample is half of them, with one of each kind")
    func representatives() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 42))
        let film = QualityFilm(goal, ranges: 7, middle: 42)
        // Still, busy and typical scenes, and one that differs from all others.
        let kinds: [(bits: Int, coded: Double)] = [
            (20, 0.01), (900, 0.5), (150, 0.3), (21, 0.012), (930, 0.5), (150, 0.28), (5000, 0.9),
        ]
        let analysis = film.analysed.map { result in
            var result = result
            let kind = kinds[result.range]
            result.bits = kind.bits * result.frames.count
            result.rateCurve = RateCurve(
                bits: FilmFixture.curve(bitsAtQuantizer30: Double(result.bits), frames: result.frames.count).bits,
                encoderSeconds: 1,
                codedShare: kind.coded
            )
            return result
        }
        let sample = film.control.sample(of: film.plan, analysis: analysis).targets.map(\.range)
        #expect(sample.count == 4)
        for group in [[0, 3], [1, 4], [2, 5], [6]] { #expect(group.contains { sample.contains($0) }, "\(sample)") }
    }

    @Test("The final preset is predicted to gain more over the analysis in still ranges", arguments: metrics)
    func stillness(metric: QualityMetric) {
        let trend = QualityTrend(scale: QualityScale(metric: metric), speed: "medium", reach: .wide)
        let gains = [0.5, 0.15, 0.05, 0.01].map { share in
            trend.finalOverAnalysis(of: RangeKind(bitsPerFrame: 1000, codedShare: share))
        }
        #expect(gains[0] == trend.finalOverAnalysis(of: nil) && gains[0] == gains[1])
        #expect(gains[1] < gains[2] && gains[2] < gains[3])
    }

    @Test("A range requests another pass when it is under the floor or too far from its prediction")
    func asking() {
        let aim = QualityAim(metric: .ssim, wanted: 0.98, floor: 0.97, tolerance: 0.002)
        func quality(_ ssim: Double) -> RangeQuality {
            RangeQuality(psnrY: 40, psnrU: 40, psnrV: 40, ssim: ssim, frameCount: 10)
        }
        #expect(!aim.isMissed(by: quality(0.9815)))
        #expect(aim.isMissed(by: quality(0.983)))
        #expect(aim.isMissed(by: quality(0.9699)))
        #expect(QualityAim(metric: .vmaf, wanted: 90, floor: nil, tolerance: 1).isMissed(by: quality(0.98)))
    }
}

/// A film with simulated encodes. Its ranges differ in quality and in how fast quality falls with the rate factor.
private struct QualityFilm {
    let control: FilmQualityControl
    let plan: Plan
    private let goal: QualityGoal
    private let scale: QualityScale
    private let middle: Double
    private(set) var accepted: [RangeResult] = []
    private(set) var factors: [Int: Double] = [:]
    private(set) var framesAgain = 0.0
    private(set) var story: [String] = []

    init(_ goal: QualityGoal, ranges count: Int, middle: Double, budget: Double = 0.1) {
        self.goal = goal
        self.middle = middle
        scale = QualityScale(metric: goal.metric)
        control = FilmQualityControl(
            goal: goal,
            limits: PassLimits(maximum: 4, budget: budget, reason: "test")
        )
        var start = 0
        let ranges = (0..<count).map { index in
            let frames = start..<start + 50 + index * 37 % 100
            start = frames.upperBound
            let times = TimeRange(
                start: MediaTime(value: Int64(frames.lowerBound), timescale: 24),
                end: MediaTime(value: Int64(frames.upperBound), timescale: 24)
            )
            return PlannedRange(index: index, frames: frames, timeRange: times)
        }
        plan = Plan(job: "job", ranges: ranges, sceneCuts: [])
    }

    /// The actual level of a range at a rate factor. Ranges are up to 5 levels apart, slopes differ by up to a third,
    /// and curves are bent.
    private func level(_ range: Int, _ factor: Double) -> Double {
        let base = middle + Double(range * 7 % 11) * 0.5 - 2.5
        let slope = scale.levelsPerFactor * (0.8 + Double(range * 5 % 7) * 0.06)
        let away = factor - 24
        return min(base + slope * away + 0.002 * away * away, 99)
    }

    /// Results of the analysis, which is worse by about the same amount in all ranges.
    var analysed: [RangeResult] {
        control.analysis(of: plan).targets.map { target in
            let trend = QualityTrend(scale: scale, speed: "medium", reach: .wide)
            let lower = trend.finalOverAnalysis(of: nil) + 0.4 + Double(target.range % 3) * 0.1
            return result(
                target.range,
                value: scale.value(atLevel: level(target.range, factor(target)) - lower),
                pass: 1
            )
        }
    }

    func factor(_ target: RangeTarget) -> Double {
        target.rateFactor ?? .nan
    }

    func result(_ target: RangeTarget, pass: Int) -> RangeResult {
        let value = scale.value(atLevel: level(target.range, factor(target)))
        var result = result(target.range, value: value, pass: pass)
        if let quality = result.quality, let aim = target.quality, aim.isMissed(by: quality) {
            result.furtherPasses = [plan.ranges[target.range].timeRange]
        }
        return result
    }

    func result(_ range: Int, value: Double, pass: Int) -> RangeResult {
        let metric = goal.metric
        return RangeResult(
            job: "job",
            range: range,
            pass: pass,
            frames: plan.ranges[range].frames,
            storage: nil,
            silo: nil,
            parameterSets: nil,
            bits: 1000,
            targetBits: nil,
            quality: RangeQuality(
                psnrY: metric == .psnr ? value : 40,
                psnrU: 40,
                psnrV: 40,
                ssim: metric == .ssim ? value : 0.9,
                frameCount: plan.ranges[range].frames.count,
                xpsnrY: metric == .xpsnr ? value : nil,
                vmaf: metric == .vmaf ? value : nil
            ),
            furtherPasses: [],
            optionsLine: "",
            cost: WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1),
            host: "",
            attempt: 1
        )
    }

    /// Runs all passes as the coordinator does.
    mutating func encode() {
        let analysis = analysed
        var allocations = [control.analysis(of: plan)]
        let sample = control.sample(of: plan, analysis: analysis)
        var results = sample.targets.map { result($0, pass: 2) }
        let rest = control.rest(of: plan, analysis: analysis, results: results)
        results += rest.targets.map { result($0, pass: 2) }
        allocations += [sample, rest]
        accepted = results.sorted { $0.range < $1.range }
        for target in sample.targets + rest.targets { factors[target.range] = factor(target) }
        var history = accepted.map { [$0] }
        story = [sample.explanation, rest.explanation, "\(mean)"]
        for pass in 3...4 {
            let film = EncodedFilm(
                plan: plan,
                analysis: analysis,
                accepted: accepted,
                history: history,
                allocations: allocations
            )
            let decision = control.correction(of: film, pass: pass)
            story.append(decision.explanation)
            guard let allocation = decision.allocation else { return }
            allocations.append(allocation)
            for target in allocation.targets {
                let newer = result(target, pass: pass)
                history[target.range].append(newer)
                framesAgain += Double(newer.frames.count)
                guard control.accepts(newer, over: accepted[target.range], target: target) else { continue }
                accepted[target.range] = newer
                factors[target.range] = factor(target)
            }
            story.append("\(allocation.targets.count) again: \(mean)")
        }
    }

    var outcome: QualityOutcome? {
        QualityOutcome(
            of: goal,
            ranges: accepted.compactMap { result in result.quality.map { (index: result.range, quality: $0) } }
        )
    }

    var mean: Double { outcome?.mean ?? .nan }

    var underFloor: [Int] { outcome?.rangesUnderFloor ?? [] }
}
