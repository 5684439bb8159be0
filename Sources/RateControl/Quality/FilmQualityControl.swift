package import Jobs
import Media
import RateModel

/// The rate control of a film that aims at a quality: one rate factor for all ranges at which the film's mean is its
/// target, and a lower one for ranges that would fall below the floor.
///
/// The analysis measures what it encodes. It is a poor encode, but how good each range gets *beside the others* it
/// knows well. A sample of the ranges is then encoded by the final preset; how far it lies from its analysis moves the
/// forecasts of the rest. What still misses is encoded again: every range under the floor, and as many others as bring
/// the film's mean to its target. Pure and in film order, as `FilmRateControl` is.
package struct FilmQualityControl: FilmAllocating {
    let goal: QualityGoal
    let limits: PassLimits
    let scale: QualityScale
    /// x265's name of the final preset.
    let speed: String
    /// What bounds the film's rate from moment to moment; nil for nothing.
    package let buffer: FilmBuffer?

    private static let firstMargin = RateModelParameters.standard.quality.firstFloorMargin
    static let laterMargin = RateModelParameters.standard.quality.laterFloorMargin
    private static let fewRanges = RateModelParameters.standard.quality.fewRanges
    private static let bufferRounds = RateModelParameters.standard.buffer.qualityRounds

    /// Creates the control of a job that aims at a quality.
    ///
    /// - Parameter speed: x265's name of the final preset.
    init(goal: QualityGoal, limits: PassLimits, speed: String = "medium", buffer: FilmBuffer? = nil) {
        self.buffer = buffer
        self.goal = goal
        self.limits = limits
        self.speed = speed
        scale = QualityScale(metric: goal.metric)
    }

    /// Every range at the rate factor that comes near the target on other films.
    package func analysis(of plan: Plan) -> Allocation {
        let factor = goal.likelyFactor
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(range: $0.index, role: .analysis, rate: .constantRateFactor(factor))
            },
            explanation: "analysis at rate factor \(Quantity.words(factor)), which measures \(goal.metric.name)"
        )
    }

    /// Every range at the rate factor that comes near the target on other films: of this one nothing is known before it
    /// is encoded, and one pass does nothing after that. No range is asked for a figure of its own, as none was
    /// predicted.
    package func singlePass(of plan: Plan) -> Allocation {
        let factor = goal.likelyFactor
        return Allocation(
            pass: 1,
            targets: plan.ranges.map {
                RangeTarget(
                    range: $0.index,
                    role: .alone,
                    rate: .constantRateFactor(factor),
                    bufferStart: buffer?.singlePassStart($0.index)
                )
            },
            explanation: "a single pass at rate factor \(Quantity.words(factor)), which comes near \(goal.metric.name) "
                + "\(QualityGoal.words(goal.target))\(goal.metric.unit) on other films"
        )
    }

    /// Of few ranges half, such that each of the others has its like among them, because each moves the film's mean; of
    /// many a fifth, spread over the qualities that the analysis found, because what they miss by chance cancels out.
    package func sample(of plan: Plan, analysis: [RangeResult]) -> Allocation {
        let count = plan.ranges.count
        let model = model(plan, analysis, [])
        let chosen: Set<Int>
        if count <= Self.fewRanges {
            chosen = likes(model.ranges, count: count < 2 ? 0 : (count + 1) / 2)
        } else {
            let size = max((Self.fewRanges + 1) / 2, count / 10 * 2)
            let order = model.ranges.sorted { ($0.analysed ?? 0, $0.index) < ($1.analysed ?? 0, $1.index) }
            chosen = Set((0..<size).map { order[(2 * $0 + 1) * count / (2 * size)].index })
        }
        return allocation(wave: 1, model, course(model, plan, analysis, []), "sample") { chosen.contains($0.index) }
    }

    /// Ranges, by their numbers, such that the others' frames are as near to their like as they can be brought one by
    /// one.
    private func likes(_ ranges: [QualityModel.Range], count: Int) -> Set<Int> {
        var chosen: Set<Int> = []
        var nearest = ranges.map { _ in Double.infinity }
        func distances(_ candidate: QualityModel.Range) -> [Double] {
            zip(ranges, nearest).map { range, nearest in
                guard let kind = range.kind, let other = candidate.kind else {
                    return range.index == candidate.index ? 0 : min(nearest, FinalScale.reach)
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

    /// The ranges that the sample left out, at the factor that with the sample's outcome brings the film to its target.
    package func rest(of plan: Plan, analysis: [RangeResult], results: [RangeResult]) -> Allocation {
        let done = Set(results.map(\.range))
        // What the sample was encoded with is what its target said: the forecast is made again from the same results.
        let before = course(model(plan, analysis, []), plan, analysis, [])
        let model = model(plan, analysis, results.map { ($0, rounded(before.factors[$0.range])) })
        return allocation(wave: 2, model, course(model, plan, analysis, results), "the rest") {
            !done.contains($0.index)
        }
    }

    /// The newer encode when it is nearer to what it was asked for; but never one under the floor for one above it.
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
    /// Targets of a wave of pass 2 for some of the ranges; what is encoded already stays as it is.
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
        func count(_ isApart: (Double) -> Bool) -> Int {
            targets.count { rounded(course.factors[$0.range]) != common && isApart(course.factors[$0.range]) }
        }
        let (lower, higher) = (count { $0 < course.common }, count { $0 > course.common })
        return Allocation(
            pass: 2,
            wave: wave,
            targets: targets,
            explanation: "\(what) at rate factor \(Quantity.words(common)), predicted to bring the film to "
                + "\(scale.words(goal.target))" + (lower > 0 ? "; \(lower) lower for the floor" : "")
                + (higher > 0 ? "; \(higher) higher for the buffer's sake" : "")
        )
    }

    /// The factors of a film: one for all, lower ones for the floor, higher ones where a buffer binds.
    ///
    /// - Parameter results: encodes that stay as they are; `model` knows them, too.
    private func course(
        _ model: QualityModel,
        _ plan: Plan,
        _ analysis: [RangeResult],
        _ results: [RangeResult]
    ) -> QualityCourse {
        var course = QualityCourse(common: 0, factors: [], starts: nil)
        var offsets = model.ranges.map { _ in 0.0 }
        // What the buffer takes from one range, others make up for, which moves the buffer's bounds again.
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

    /// The film's rate factor, or a lower one where a range would fall below the floor; higher by what the buffer asks
    /// for.
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
        // The floor may be the target itself: then no margin fits in between, and none is asked for.
        let wanted = min(lowest, max(scale.level(goal.target), scale.level(floor)))
        return min(common, model.factor(of: range, forLevel: wanted))
    }

    /// What a range is asked for at a rate factor.
    func target(_ range: QualityModel.Range, factor: Double, _ model: QualityModel) -> RangeTarget {
        let factor = rounded(factor)
        return RangeTarget(
            range: range.index,
            role: .alone,
            rate: .constantRateFactor(factor),
            quality: QualityAim(
                metric: goal.metric,
                wanted: scale.value(atLevel: model.level(of: range, at: factor)),
                floor: goal.floor,
                tolerance: tolerance(of: model.level(of: range, at: factor), ranges: model.ranges.count)
            )
        )
    }

    /// How far a range may be from its prediction before it asks for another pass, in the metric's own unit:
    /// misses of single ranges cancel out, so each may be larger than the film's by the square root of their number.
    private func tolerance(of level: Double, ranges: Int) -> Double {
        let step = QualityScale.tolerance * Double(max(ranges, 1)).squareRoot()
        return (scale.value(atLevel: level + step) - scale.value(atLevel: level)).magnitude
    }

    /// What is known of the film: its analysis, and encodes with the factors that they were made with.
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
                    kind: analysed.flatMap(kind),
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

    /// What tells a range apart: bits that its analysis took and what it coded, all ranges at one rate factor. For a
    /// sample of a picture as large as any other: only differences count.
    private func kind(of analysis: RangeResult) -> FinalScale.Kind? {
        guard let curve = analysis.rateCurve, analysis.bits > 0, !analysis.frames.isEmpty else { return nil }
        return FinalScale.Kind(
            bits: Double(analysis.bits),
            samples: Double(analysis.frames.count),
            codedShare: curve.codedShare
        )
    }

    /// To hundredths: what is written and shown is what is encoded with.
    func rounded(_ factor: Double) -> Double { (factor * 100).rounded() / 100 }
}
