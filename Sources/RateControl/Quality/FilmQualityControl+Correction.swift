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

    /// Ranges, with their factors, that bring the film's mean to its target, see `CorrectionSolver`.
    ///
    /// - Parameter raised: the factors of the ranges that are encoded again because of the floor.
    private func shift(
        _ model: QualityModel,
        _ film: EncodedFilm,
        _ raised: [Int: Double],
        _ passage: BufferPassage?,
        isLast: Bool
    ) -> [Int: Double] {
        let mean = mean(model, raised)
        let isTooLow = mean < goal.target
        let rooms = QualityRoom.rooms(of: model, raised, goal, isTooLow: isTooLow).filter { room in
            guard isTooLow else { return raised[room.range.index] == nil }
            // A range that nearly empties the buffer cannot get better.
            return passage.map {
                Double($0.parts[room.range.index].leastBits) >= Self.numbers.leastBufferShare
                    * Double($0.limits.bufferBits)
            } ?? true
        }
        let budget = Double(film.plan.frameCount) * limits.budget - Double(framesSpent(film))
        // Predictions far from the factor of an encode are poor. Beyond the budget, a range is moved by the preferred
        // step at most while another pass can correct the remaining miss.
        let isAffordable = rooms.contains { Double($0.range.frames) <= budget }
        let deviations =
            rooms.count == 1
            ? [QualityModel.factors.upperBound]
            : isLast || isAffordable
                ? [Self.numbers.preferredFactors, Self.numbers.largestFactors] : [Self.numbers.preferredFactors]
        let worth = scale.worth(goal.target) - scale.worth(mean)
        let least = scale.worth(goal.target) - scale.worth(scale.lowest(meeting: goal.target))
        let frames = Double(model.ranges.reduce(0) { $0 + $1.frames })
        let solver = CorrectionSolver(
            needed: worth.magnitude * frames,
            frames: budget,
            deviations: deviations,
            leastGain: Self.numbers.leastGain * least * frames
        )
        let results = Dictionary(film.accepted.map { ($0.range, $0) }, uniquingKeysWith: { first, _ in first })
        let candidates = rooms.compactMap { room in
            results[room.range.index].map { candidate(room, $0, in: film, isTooLow: isTooLow, raised) }
        }
        let choice = solver.choice(of: candidates)
        var factors = raised
        for room in rooms where choice.ranges.contains(room.range.index) {
            let factor = rounded(room.factor(atDeviation: choice.deviation))
            guard (room.factor - factor).magnitude >= Self.numbers.leastChangeOfFactor else { continue }
            factors[room.range.index] = factor
        }
        return factors
    }

    private func candidate(
        _ room: QualityRoom,
        _ result: RangeResult,
        in film: EncodedFilm,
        isTooLow: Bool,
        _ raised: [Int: Double]
    ) -> CorrectionSolver.Candidate {
        CorrectionSolver.Candidate(
            range: result.range,
            // A range that is raised above the floor is encoded again in any case.
            frames: raised[result.range] == nil ? result.frames.count : 0,
            deviation: room.deviation,
            asks: !result.furtherPasses.isEmpty && misses(result, in: film, likeFilm: isTooLow),
            isPredicted: true,
            gain: room.gain
        )
    }

    /// Whether a range is below its target in a film that is too low, or above it in one that is too high.
    private func misses(_ result: RangeResult, in film: EncodedFilm, likeFilm isTooLow: Bool) -> Bool {
        guard let figure = result.quality?.figure(goal.metric), let wanted = film.target(of: result)?.quality?.wanted
        else { return false }
        return (figure < wanted) == isTooLow
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
