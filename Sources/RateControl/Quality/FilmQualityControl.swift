package import Jobs
import Media
import RateModel

/// The rate control of a film with a target quality: one rate factor for all ranges at which the film's mean is its
/// target, and lower ones for ranges that would fall below the floor.
///
/// The analysis measures its own encodes. They are poor, but they show well how good ranges get *compared with each
/// other*. A sample of the ranges is then encoded by the final preset. Its distance from its analysis corrects the
/// predictions of the rest. Then ranges are encoded again: every range under the floor, and as many others as bring the
/// film's mean to its target. Decisions are pure functions of results in film order, as in `FilmRateControl`.
package struct FilmQualityControl: FilmAllocating {
    let goal: QualityGoal
    let limits: PassLimits
    let scale: QualityScale
    /// x265's name of the final preset.
    let speed: String
    /// The decoder's buffer that bounds the film's rate; nil without bounds.
    package private(set) var buffer: FilmBuffer?

    private static let numbers = RateModelParameters.standard.quality
    private static let firstMargin = numbers.firstFloorMargin
    static let laterMargin = numbers.laterFloorMargin
    private static let bufferRounds = RateModelParameters.standard.buffer.qualityRounds

    /// Creates the control of a job with a target quality.
    ///
    /// - Parameters:
    ///   - speed: x265's name of the final preset.
    init(
        goal: QualityGoal,
        limits: PassLimits,
        speed: String = "medium",
        buffer: FilmBuffer? = nil
    ) {
        self.buffer = buffer
        self.goal = goal
        self.limits = limits
        self.speed = speed
        scale = QualityScale(metric: goal.metric)
    }

    package func leavingRoom(for metadata: FilmMetadata) -> FilmQualityControl {
        var control = self
        control.buffer?.metadataBits = metadata.largestBits
        return control
    }

    /// Every range at the rate factor that reaches about the target on other films.
    package func analysis(of plan: Plan) -> Allocation {
        let factor = goal.likelyFactor
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(range: $0.index, .analysis(rateFactor: factor))
            },
            explanation: "analysis at rate factor \(Quantity.words(factor)), which measures \(goal.metric.name)"
        )
    }

    /// Every range at the rate factor that reaches about the target on other films. Nothing is known about this film
    /// before it is encoded, and a single pass corrects nothing afterwards. Ranges have no target figures, as none were
    /// predicted.
    package func singlePass(of plan: Plan) -> Allocation {
        let factor = goal.likelyFactor
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(
                    range: $0.index,
                    .alone(.constantRateFactor(factor)),
                    bufferStart: buffer?.singlePassStart($0.index)
                )
            },
            explanation: "a single pass at rate factor \(Quantity.words(factor)), which reaches about "
                + "\(goal.metric.name) \(QualityGoal.words(goal.target))\(goal.metric.unit) on other films"
        )
    }

    /// The sample. In a film of few ranges, each range influences the film's mean: half of them are chosen, such that
    /// each of the others has a similar one among them. In a film of many ranges, misses by chance cancel out: a fifth
    /// of them is chosen, evenly over the qualities that the analysis measured.
    package func sample(of plan: Plan, analysis: [RangeResult]) -> Allocation {
        let count = plan.ranges.count
        let model = model(plan, analysis, [])
        let chosen: Set<Int>
        if count <= Self.numbers.fewRanges {
            chosen = representatives(of: model.ranges, count: count < 2 ? 0 : Self.partOfFewRanges(count))
        } else {
            let share = count / Self.numbers.rangesPerSampleStep * Self.numbers.sampleStep
            let size = max(Self.partOfFewRanges(Self.numbers.fewRanges), share)
            let order = model.ranges.sorted { ($0.analysed ?? 0, $0.index) < ($1.analysed ?? 0, $1.index) }
            chosen = Set((0..<size).map { order[(2 * $0 + 1) * count / (2 * size)].index })
        }
        return allocation(wave: 1, model, course(model, plan, analysis, []), "sample") { chosen.contains($0.index) }
    }

    /// The size of the sample of a film of few ranges: half of them, rounded up.
    private static func partOfFewRanges(_ count: Int) -> Int {
        (count + numbers.partOfFewRanges - 1) / numbers.partOfFewRanges
    }

    /// Ranges, by their numbers, that are similar to the others. They are chosen one by one; each choice reduces the
    /// distances of all frames from the nearest chosen kind as far as possible.
    private func representatives(of ranges: [QualityModel.Range], count: Int) -> Set<Int> {
        var chosen: Set<Int> = []
        var nearest = ranges.map { _ in Double.infinity }
        func distances(_ candidate: QualityModel.Range) -> [Double] {
            zip(ranges, nearest).map { range, nearest in
                guard let kind = range.kind, let other = candidate.kind else {
                    return range.index == candidate.index ? 0 : min(nearest, RangeKind.reach)
                }
                return min(nearest, kind.distance(to: other))
            }
        }
        func cost(_ candidate: QualityModel.Range) -> Double {
            zip(ranges, distances(candidate)).reduce(0) { $0 + Double($1.0.frames) * $1.1 }
        }
        while chosen.count < count {
            let left = ranges.filter { !chosen.contains($0.index) }.map { ($0, cost: cost($0)) }
            guard let best = left.min(by: { ($0.cost, $0.0.index) < ($1.cost, $1.0.index) })?.0 else { break }
            nearest = distances(best)
            chosen.insert(best.index)
        }
        return chosen
    }

    /// The ranges that the sample left out, at the factor that brings the film to its target together with the sample.
    package func rest(of plan: Plan, analysis: [RangeResult], results: [RangeResult]) -> Allocation {
        let done = Set(results.map(\.range))
        // The sample was encoded with the factors of its targets. They are computed again from the same results.
        let before = course(model(plan, analysis, []), plan, analysis, [])
        let model = model(plan, analysis, results.map { ($0, rounded(before.factors[$0.range])) })
        return allocation(wave: 2, model, course(model, plan, analysis, results), "the rest") {
            !done.contains($0.index)
        }
    }

    /// Accepts the newer encode when it is at least as near to its target figure. An encode under the floor never
    /// replaces one above it, and one above it always replaces one under it.
    package func accepts(_ newer: RangeResult, over older: RangeResult, target: RangeTarget) -> Bool {
        guard let new = newer.quality?.figure(goal.metric), let old = older.quality?.figure(goal.metric) else {
            return newer.quality != nil
        }
        if let floor = goal.floor, (new < floor) != (old < floor) { return new >= floor }
        guard let wanted = target.quality?.wanted else { return true }
        return (scale.level(new) - scale.level(wanted)).magnitude <= (scale.level(old) - scale.level(wanted)).magnitude
    }
}

extension FilmQualityControl {
    /// Targets of a wave of pass 2 for some of the ranges.
    private func allocation(
        wave: Int,
        _ model: QualityModel,
        _ course: QualityCourse,
        _ what: String,
        _ contains: (QualityModel.Range) -> Bool
    ) -> Allocation {
        let targets = model.ranges.filter(contains).map { range in
            var target = target(range, factor: course.factors[range.index], model)
            target.bufferStart = course.starts?[range.index]
            return target
        }
        let common = rounded(course.common)
        func count(_ differs: (Double) -> Bool) -> Int {
            targets.count { rounded(course.factors[$0.range]) != common && differs(course.factors[$0.range]) }
        }
        let (lower, higher) = (count { $0 < course.common }, count { $0 > course.common })
        return Allocation(
            pass: 2,
            wave: wave,
            targets: targets,
            explanation: "\(what) at rate factor \(Quantity.words(common)), predicted to bring the film to "
                + "\(scale.words(goal.target))" + (lower > 0 ? "; \(lower) lower because of the floor" : "")
                + (higher > 0 ? "; \(higher) higher because of the buffer" : "")
        )
    }

    /// The factors of a film: one for all, lower ones because of the floor, higher ones because of the buffer.
    ///
    /// - Parameter results: encodes that stay as they are; `model` contains them, too.
    private func course(
        _ model: QualityModel,
        _ plan: Plan,
        _ analysis: [RangeResult],
        _ results: [RangeResult]
    ) -> QualityCourse {
        var course = QualityCourse(common: 0, factors: [], starts: nil)
        var offsets = model.ranges.map { _ in 0.0 }
        // Other ranges make up for the quality that the buffer takes from one, which changes the buffer's needs again.
        for _ in 0..<(buffer == nil ? 1 : Self.bufferRounds) {
            course.common = model.filmFactor(for: goal.target) { range, factor in
                if let last = range.encodes.last { return last.level }
                return model.level(of: range, at: self.factor(of: range, common: factor, offsets, model))
            }
            let own = model.ranges.map { factor(of: $0, common: course.common, [], model) }
            course.factors = own
            guard let buffer else { break }
            let planned = bufferPlan(buffer, own, model, plan, analysis, results)
            offsets = planned.ranges.map(\.offset)
            course.factors = zip(own, offsets).map { min($0 + $1, QualityModel.factors.upperBound) }
            course.starts = planned.ranges.map { buffer.encoderStart($0.startBits) }
        }
        return course
    }

    /// The film's rate factor, or a lower one where a range would fall below the floor, plus the offset that the buffer
    /// requires.
    private func factor(
        of range: QualityModel.Range,
        common: Double,
        _ offsets: [Double],
        _ model: QualityModel
    ) -> Double {
        let factor = factor(of: range, common: common, model)
        return offsets.isEmpty ? factor : min(factor + offsets[range.index], QualityModel.factors.upperBound)
    }

    /// The film's rate factor, or a lower one where a range would fall below the floor.
    private func factor(of range: QualityModel.Range, common: Double, _ model: QualityModel) -> Double {
        guard let floor = goal.floor else { return common }
        let lowest = scale.level(floor) + Self.firstMargin
        // The floor may be the target itself. Then there is no margin between them.
        let wanted = min(lowest, max(scale.level(goal.target), scale.level(floor)))
        return min(common, model.factor(of: range, forLevel: wanted))
    }

    /// The target of a range at a rate factor.
    func target(_ range: QualityModel.Range, factor: Double, _ model: QualityModel) -> RangeTarget {
        let factor = rounded(factor)
        return RangeTarget(
            range: range.index,
            .alone(.constantRateFactor(factor)),
            quality: QualityAim(
                metric: goal.metric,
                wanted: scale.value(atLevel: model.level(of: range, at: factor)),
                floor: goal.floor,
                tolerance: tolerance(of: model.level(of: range, at: factor), ranges: model.ranges.count)
            )
        )
    }

    /// How far a range may be from its prediction before it asks for another pass, in the metric's own unit. Misses of
    /// single ranges cancel out, so each may be larger than the film's by the square root of the number of ranges.
    private func tolerance(of level: Double, ranges: Int) -> Double {
        let step = QualityScale.tolerance * Double(max(ranges, 1)).squareRoot()
        return (scale.value(atLevel: level + step) - scale.value(atLevel: level)).magnitude
    }

    /// What is known about the film: its analysis, and encodes with their factors.
    func model(
        _ plan: Plan,
        _ analysis: [RangeResult],
        _ encodes: [(result: RangeResult, factor: Double)]
    ) -> QualityModel {
        QualityModel(
            scale: scale,
            analysisFactor: goal.likelyFactor,
            speed: speed,
            ranges: plan.ranges.map { range in
                let analysed = analysis.first { $0.range == range.index }
                return QualityModel.Range(
                    index: range.index,
                    frames: range.frames.count,
                    analysed: analysed?.quality?.figure(goal.metric).map(scale.level),
                    kind: analysed.flatMap(RangeKind.init),
                    encodes: encodes.filter { $0.result.range == range.index }.compactMap { encode in
                        encode.result.quality?.figure(goal.metric).map {
                            QualityModel.Encode(factor: encode.factor, level: scale.level($0))
                        }
                    }
                )
            },
            reach: .wide
        )
    }

    /// Rounded to hundredths, so that the factor of the encode is the one that is written and shown.
    func rounded(_ factor: Double) -> Double { (factor * 100).rounded() / 100 }
}
