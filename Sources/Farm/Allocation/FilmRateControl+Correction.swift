import Media

extension FilmRateControl {
    /// How far a range that is encoded again may be taken from what it has, as a fraction: a further step would show.
    private static let largestStep = 0.15

    /// Aims the film's miss into few ranges, those that asked for it first.
    ///
    /// Within the tolerance nothing is encoded again, whatever single ranges asked. Beyond it, ranges that asked and missed
    /// in the film's direction are taken until their room suffices to close the total or the budget is spent; one is
    /// always allowed, and of the ways to do so the one is chosen that is over soonest. A range that missed the other way
    /// already made up for others: it is taken only when no range asked that missed as the film did. Ranges that ask and
    /// would cost more than the budget give way to a range within it that closes the total alone, asked or not. Frames
    /// encoded again stand for the processor time: they are the same on every machine.
    package func correction(of film: EncodedFilm, pass: Int) -> CorrectionDecision {
        let late = buffer?.correction(of: film, pass: pass) { result, bits in lowered(result, to: bits, in: film) }
        if let late { return late }
        guard let budgetBits else {
            return CorrectionDecision(allocation: nil, requests: [], explanation: "constant rate factor")
        }
        let missing = budgetBits - Double(film.bits)
        let miss = -missing / budgetBits
        let story = "the film takes \(film.bits) bits, \(percent(miss)) from its \(Int(budgetBits.rounded()))"
        let accepted = inFilmOrder(film.accepted)
        let asking = accepted.filter { !$0.furtherPasses.isEmpty }
        guard miss.magnitude > limits.tolerance else {
            let reason = "not needed: the film's total is within \(percent(limits.tolerance))"
            let requests = asking.map { decision($0, in: film, isGranted: false, reason) }
            return CorrectionDecision(allocation: nil, requests: requests, explanation: story)
        }
        let willing = asking.filter { excess($0, missing) > 0 }
        let asked = choose(from: willing.isEmpty ? accepted : willing, missing: missing, film: film)
        let isWithinBudget = asked.reduce(0) { $0 + Double($1.frames.count) } <= frameBudget(film)
        let chosen = isWithinBudget ? asked : affordable(accepted, missing: missing, film: film).map { [$0] } ?? asked
        let (requested, granted) = (Set(asking.map(\.range)), Set(chosen.map(\.range)))
        let requests = accepted.filter { requested.contains($0.range) || granted.contains($0.range) }.map { result in
            let isGranted = granted.contains(result.range)
            let reason =
                switch (isGranted, requested.contains(result.range)) {
                case (true, true): "takes its share of the film's miss of \(percent(miss))"
                case (true, false): "did not ask, but takes its share of the film's miss of \(percent(miss))"
                case (false, _):
                    excess(result, missing) > 0
                        ? "not needed: the ranges that missed more close the total, or the budget is spent"
                        : "not needed: it missed the other way than the film"
                }
            return decision(result, in: film, isGranted: isGranted, reason)
        }
        return CorrectionDecision(
            allocation: Allocation(
                pass: pass,
                targets: targets(for: chosen, missing: missing, film: film),
                explanation: story,
                requests: requests
            ),
            requests: requests,
            explanation: story
        )
    }

    /// As many ranges as it takes, and those for which a farm of two waits the shortest: the ones that missed most in the
    /// film's direction, the shortest ones, or a single one.
    private func choose(from candidates: [RangeResult], missing: Double, film: EncodedFilm) -> [RangeResult] {
        let needed = missing.magnitude / FilmRateControl.largestStep
        let byMiss = candidates.sorted {
            let (left, right) = (excess($0, missing), excess($1, missing))
            return left == right ? $0.range < $1.range : left > right
        }
        let byEffort = candidates.sorted {
            let (left, right) = (effort($0), effort($1))
            return left == right ? $0.range < $1.range : left < right
        }
        var choices = [byMiss, byEffort].map { fill($0, upTo: needed, film) }
        if let single = byEffort.first(where: { Double($0.bits) >= needed }) { choices.append([single]) }
        // What cannot close the total comes last, however short it is.
        let costs = choices.map { choice in
            let bits = Double(choice.reduce(0) { $0 + $1.bits })
            let duration = ExpectedEffort.duration(of: choice.map(effort), workers: Self.assumedWorkers)
            return (bits >= needed ? 0 : 1, duration)
        }
        let best = choices.indices.min { (costs[$0].0, costs[$0].1, $0) < (costs[$1].0, costs[$1].1, $1) }
        return (best.map { choices[$0] } ?? []).sorted { $0.range < $1.range }
    }

    /// Frames that may still be encoded again.
    private func frameBudget(_ film: EncodedFilm) -> Double {
        Double(film.plan.frameCount) * limits.budget - Double(film.framesEncodedAgain)
    }

    /// The range that is over soonest of those that close the total alone within the budget.
    private func affordable(_ results: [RangeResult], missing: Double, film: EncodedFilm) -> RangeResult? {
        let needed = missing.magnitude / FilmRateControl.largestStep
        let budget = frameBudget(film)
        return results.filter { Double($0.bits) >= needed && Double($0.frames.count) <= budget }
            .min { (effort($0), $0.range) < (effort($1), $1.range) }
    }

    /// Ranges in their order until they have enough bits, or the job's budget of frames is spent; one at least.
    private func fill(_ ordered: [RangeResult], upTo needed: Double, _ film: EncodedFilm) -> [RangeResult] {
        let frameBudget = frameBudget(film)
        var chosen: [RangeResult] = []
        var (bits, frames) = (0.0, 0.0)
        for result in ordered {
            if bits >= needed { break }
            guard chosen.isEmpty || frames + Double(result.frames.count) <= frameBudget else { continue }
            chosen.append(result)
            bits += Double(result.bits)
            frames += Double(result.frames.count)
        }
        return chosen
    }

    private func effort(_ result: RangeResult) -> Double {
        ExpectedEffort(pictureSamples: encoder.size.width * encoder.size.height)
            .effort(frames: result.frames.count, bits: result.bits, codedShare: result.rateCurve?.codedShare)
    }

    /// By how much a range missed its target in the direction in which the film did, as a fraction of its target.
    private func excess(_ result: RangeResult, _ missing: Double) -> Double {
        let miss = relativeMiss(result)
        return missing < 0 ? miss : -miss
    }

    /// The missing bits are shared in proportion to what the chosen ranges have; each keeps within its step.
    private func targets(for chosen: [RangeResult], missing: Double, film: EncodedFilm) -> [RangeTarget] {
        let total = Double(chosen.reduce(0) { $0 + $1.bits })
        let share = min(max(missing / max(total, 1), -FilmRateControl.largestStep), FilmRateControl.largestStep)
        let passage = passage(of: film.accepted, in: film.plan)
        return chosen.map { result in
            let wanted = Double(result.bits) * (1 + share)
            var target = refed(result, bits: wanted, in: film)
            if let passage { target.bufferStart = buffer?.encoderStart(passage.parts[result.range].startBits) }
            return target
        }
    }

    /// The target of a range that is encoded again to take other bits.
    func refed(_ result: RangeResult, bits: Double, in film: EncodedFilm) -> RangeTarget {
        let lesson = LandingLesson(of: result, film)
        // The statistics of the pass that is to be replaced are the final preset's own: they need no scaling.
        return RangeTarget(
            range: result.range,
            role: .fed,
            rate: .average(kilobitsPerSecond: kilobits(bits, seconds: encoderSeconds(result))),
            targetBits: Int(bits.rounded()),
            aimBits: lesson?.aim(at: Int(bits.rounded())),
            tolerance: rangeTolerance(film.plan),
            statisticsScale: 1,
            statisticsPass: lesson?.statisticsPass ?? result.pass
        )
    }

    private func decision(_ result: RangeResult, in film: EncodedFilm, isGranted: Bool, _ reason: String)
        -> RequestDecision
    {
        RequestDecision(
            range: result.range,
            pass: result.pass,
            timeRange: result.furtherPasses.first ?? film.plan.ranges[result.range].timeRange,
            missedBy: relativeMiss(result),
            isGranted: isGranted,
            reason: reason
        )
    }

    private func relativeMiss(_ result: RangeResult) -> Double {
        guard let target = result.targetBits, target > 0 else { return 0 }
        return Double(result.bits - target) / Double(target)
    }

    private func percent(_ fraction: Double) -> String { "\((fraction * 100_000).rounded() / 1000) %" }
}
