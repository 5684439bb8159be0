import Jobs
import Media
import RateModel

extension FilmQualityControl {
    private static let numbers = RateModelParameters.standard.correction

    /// Encodes again every range under the floor, regardless of the budget. If the film's mean then still misses its
    /// target, encodes as few other ranges again as bring it there.
    package func correction(of film: EncodedFilm, pass: Int) -> CorrectionDecision {
        let model = encodedModel(film)
        let late = buffer?.correction(of: film, pass: pass) { result, bits in
            let range = model.ranges[result.range]
            let factor = range.encodes.last?.factor ?? model.analysisFactor
            return target(range, factor: FilmBuffer.factor(factor, taking: bits, insteadOf: result.bits), model)
        }
        if let late { return late }
        let passage = buffer?.passage(of: film.accepted, in: film.plan)
        let before = model.mean { $0.encodes.last?.level ?? model.level(of: $0, at: model.analysisFactor) } ?? 0
        let story = "the film has \(scale.words(before)), \(scale.words(before, from: goal.target)) its target"
        var factors: [Int: Double] = [:]
        for range in model.ranges where isUnderFloor(range) {
            guard let factor = raisingFactor(range, model) else { continue }
            factors[range.index] = factor
        }
        let raised = Set(factors.keys)
        if !scale.isWithinTolerance(mean(model, factors), of: goal.target) {
            factors.merge(shift(model, film, factors, passage, isLast: pass >= limits.maximum)) { $1 }
        }
        let requests = decisions(film, model, granted: Set(factors.keys), raised: raised, mean: before)
        guard !factors.isEmpty else {
            return CorrectionDecision(allocation: nil, requests: requests, explanation: story)
        }
        let targets = model.ranges.compactMap { range in
            factors[range.index].map { factor in
                var target = target(range, factor: factor, model)
                if let passage { target.bufferStart = buffer?.encoderStart(passage.parts[range.index].startBits) }
                return target
            }
        }
        return CorrectionDecision(
            allocation: Allocation(pass: pass, targets: targets, explanation: story, requests: requests),
            requests: requests,
            explanation: story
        )
    }

    /// What is known about an encoded film. Each encode has the factor of its allocation.
    private func encodedModel(_ film: EncodedFilm) -> QualityModel {
        let accepted = Dictionary(uniqueKeysWithValues: film.accepted.map { ($0.range, $0.pass) })
        // The encode that counts comes last: predictions start from it.
        let encodes = film.history.flatMap { encodes in
            encodes.filter { $0.pass != accepted[$0.range] } + encodes.filter { $0.pass == accepted[$0.range] }
        }
        return model(
            film.plan,
            film.analysis,
            encodes.compactMap { result in film.rateFactor(of: result).map { (result: result, factor: $0) } }
        )
    }

    private func isUnderFloor(_ range: QualityModel.Range) -> Bool {
        guard let floor = goal.floor, let level = range.encodes.last?.level else { return false }
        return scale.value(atLevel: level) < floor
    }

    /// The factor that raises a range above the floor; nil when no lower factor is left.
    private func raisingFactor(_ range: QualityModel.Range, _ model: QualityModel) -> Double? {
        guard let floor = goal.floor, let last = range.encodes.last else { return nil }
        let factor = rounded(model.factor(of: range, forLevel: scale.level(floor) + Self.laterMargin))
        return last.factor > factor ? factor : nil
    }

    /// The predicted mean of the film when some ranges are encoded again at other factors.
    private func mean(_ model: QualityModel, _ factors: [Int: Double]) -> Double {
        model.mean { range in
            if let factor = factors[range.index] { return model.level(of: range, at: factor) }
            return range.encodes.last?.level ?? model.level(of: range, at: model.analysisFactor)
        } ?? goal.target
    }

    /// Ranges, with their factors, that bring the film's mean to its target.
    ///
    /// Ranges that can be moved by the preferred step come first. Among them, those come first whose factor is furthest
    /// from the others in the wrong direction. Ranges are added until they can reach the target within the preferred
    /// step, or the budget of frames is spent. One range is always allowed.
    private func shift(
        _ model: QualityModel,
        _ film: EncodedFilm,
        _ raised: [Int: Double],
        _ passage: BufferPassage?,
        isLast: Bool
    ) -> [Int: Double] {
        let isTooLow = mean(model, raised) < goal.target
        let candidates = model.ranges.filter { range in
            // A range that nearly empties the buffer cannot get better.
            let isBound = passage.map {
                Double($0.parts[range.index].leastBits) < Self.numbers.leastBufferShare * Double($0.limits.bufferBits)
            }
            guard !range.encodes.isEmpty else { return false }
            return isTooLow
                ? isBound != true : raised[range.index] == nil && room(range, model) < -Self.numbers.leastRoomFactors
        }
        .sorted { left, right in
            // A range that is raised above the floor is encoded again in any case.
            let (isFree, otherIsFree) = (raised[left.index] != nil, raised[right.index] != nil)
            if isFree != otherIsFree { return isFree }
            // A range just above the floor can give almost nothing, and would spend the budget.
            let (gain, other) = (reach(left, isTooLow, model), reach(right, isTooLow, model))
            if gain != other { return gain > other }
            let (a, b) = (left.encodes.last?.factor ?? 0, right.encodes.last?.factor ?? 0)
            if a != b { return isTooLow ? a > b : a < b }
            return (left.frames, left.index) < (right.frames, right.index)
        }
        let budget = Double(film.plan.frameCount) * limits.budget - Double(framesSpent(film))
        var (chosen, frames): ([QualityModel.Range], Int) = ([], 0)
        for range in candidates {
            let cost = raised[range.index] == nil ? range.frames : 0
            guard chosen.isEmpty || Double(frames + cost) <= budget else { continue }
            chosen.append(range)
            frames += cost
            let reached = mean(model, merged(raised, chosen, by: Self.numbers.preferredFactors, isTooLow, model))
            if isTooLow ? reached >= goal.target : reached <= goal.target { break }
        }
        // The smallest step with which the chosen ranges reach the target. A film of one range may have any step.
        // Predictions far from the factor of an encode are poor. So a range beyond the budget is moved by the preferred
        // step at most while another pass can correct the remaining miss.
        let largest = isLast || Double(frames) <= budget ? Self.numbers.largestFactors : Self.numbers.preferredFactors
        var (low, high) = (0.0, model.ranges.count == 1 ? QualityModel.factors.upperBound : largest)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            let reached = mean(model, merged(raised, chosen, by: middle, isTooLow, model))
            if isTooLow ? reached >= goal.target : reached <= goal.target { high = middle } else { low = middle }
        }
        return merged(raised, chosen, by: high, isTooLow, model).filter { index, factor in
            model.ranges[index].encodes.last.map { ($0.factor - factor).magnitude >= Self.numbers.leastChangeOfFactor }
                ?? false
        }
    }

    /// Frames that were encoded again for the film's mean. Ranges that were under the floor until then do not count.
    private func framesSpent(_ film: EncodedFilm) -> Int {
        film.history.reduce(0) { sum, encodes in
            let figures = encodes.map { $0.quality?.figure(goal.metric) ?? -.infinity }
            return encodes.indices.dropFirst().reduce(sum) { sum, index in
                let wasUnder = goal.floor.map { floor in figures[..<index].allSatisfy { $0 < floor } } ?? false
                return wasUnder ? sum : sum + encodes[index].frames.count
            }
        }
    }

    /// The factors when the chosen ranges are moved by a step, as far as they have room.
    private func merged(
        _ factors: [Int: Double],
        _ chosen: [QualityModel.Range],
        by step: Double,
        _ isTooLow: Bool,
        _ model: QualityModel
    ) -> [Int: Double] {
        chosen.reduce(into: factors) { factors, range in
            guard let last = range.encodes.last else { return }
            let moved =
                isTooLow
                ? (factors[range.index] ?? last.factor) - step
                : min(last.factor + step, last.factor - room(range, model))
            factors[range.index] = rounded(
                min(max(moved, QualityModel.factors.lowerBound), QualityModel.factors.upperBound)
            )
        }
    }

    /// How far a range's factor can be moved in the film's direction, up to the preferred step.
    private func reach(_ range: QualityModel.Range, _ isTooLow: Bool, _ model: QualityModel) -> Double {
        let last = range.encodes.last?.factor ?? 0
        return min(
            isTooLow ? last - QualityModel.factors.lowerBound : -room(range, model),
            Self.numbers.preferredFactors
        )
    }

    /// How far a range's factor may rise before it falls below the floor, as a negative number.
    private func room(_ range: QualityModel.Range, _ model: QualityModel) -> Double {
        guard let last = range.encodes.last else { return 0 }
        guard let floor = goal.floor else { return -QualityModel.factors.upperBound }
        return min(last.factor - model.factor(of: range, forLevel: scale.level(floor) + Self.laterMargin), 0)
    }

    // MARK: - Words

    /// The decision about each request, and about each range that is encoded again without a request.
    private func decisions(
        _ film: EncodedFilm,
        _ model: QualityModel,
        granted: Set<Int>,
        raised: Set<Int>,
        mean: Double
    ) -> [RequestDecision] {
        film.accepted.sorted { $0.range < $1.range }.compactMap { result in
            let isGranted = granted.contains(result.range)
            guard isGranted || !result.furtherPasses.isEmpty, let figure = result.quality?.figure(goal.metric) else {
                return nil
            }
            let wanted = film.target(of: result)?.quality?.wanted
            let reason: String
            if raised.contains(result.range), let floor = goal.floor {
                reason = "\(scale.words(figure)) is \(scale.words(figure, from: floor)) the floor"
            } else if isGranted {
                reason =
                    (result.furtherPasses.isEmpty ? "did not ask, but corrects" : "corrects")
                    + " its share of the film's miss: the mean is \(scale.words(mean, from: goal.target)) its target"
            } else if isUnderFloor(model.ranges[result.range]) {
                reason = "under the floor, but it already has the lowest rate factor"
            } else {
                reason = "not needed: the film's mean is, or will be, within its tolerance, or the budget is spent"
            }
            return RequestDecision(
                range: result.range,
                pass: result.pass,
                timeRange: result.furtherPasses.first ?? film.plan.ranges[result.range].timeRange,
                missedBy: wanted.map { $0 != 0 ? figure / $0 - 1 : 0 } ?? 0,
                isGranted: isGranted,
                reason: reason
            )
        }
    }
}
