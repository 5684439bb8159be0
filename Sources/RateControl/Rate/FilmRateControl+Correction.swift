import Jobs
import Media
import RateModel

extension FilmRateControl {
    private static let numbers = RateModelParameters.standard.correction

    /// Aims the film's miss into few ranges, those that asked for it first.
    ///
    /// Within the tolerance nothing is encoded again, whatever single ranges asked. Beyond it, ranges are sought that
    /// can close the total within the budget and without standing out from the film (`CorrectionRoom`): of those that
    /// asked, else of all. Of the ways to do so the one is chosen that is over soonest. Where there is none, ranges may
    /// stand out further; then the budget gives way, for one range; then the total. A film of one range has no others
    /// that it could stand out from. Frames encoded again stand for the processor time: they are the same on every
    /// machine.
    package func correction(of film: EncodedFilm, pass: Int) -> CorrectionDecision {
        let late = buffer?.correction(of: film, pass: pass) { result, bits in lowered(result, to: bits, in: film) }
        if let late { return late }
        guard let budgetBits else {
            return CorrectionDecision(allocation: nil, requests: [], explanation: "constant rate factor")
        }
        let standings = standings(of: film)
        let lifted = lifted(standings, in: film, within: frameBudget(film))
        let lifts = lifted.map { liftedTarget($0, in: film) }
        let more = zip(lifts, lifted).reduce(0) { $0 + Double(($1.0.targetBits ?? 0) - $1.1.result.bits) }
        let missing = budgetBits - Double(film.bits) - more
        let miss = -missing / budgetBits
        let story =
            "the film takes \(film.bits) bits, \(percent(Double(film.bits) / budgetBits - 1)) from its "
            + "\(Int(budgetBits.rounded()))"
        let isWithin = miss.magnitude <= limits.tolerance
        let chosen = isWithin ? Choice.nothing : choose(film, missing: missing, standings, besides: lifted)
        let requests = decisions(film, missing: missing, chosen, lifted: lifts, isWithin: isWithin)
        let targets = bounded(lifts + targets(for: chosen, missing: missing, film, standings), in: film)
        guard !targets.isEmpty else {
            return CorrectionDecision(
                allocation: nil,
                requests: requests,
                explanation: isWithin ? story : story + ", and no range can make up for it"
            )
        }
        return CorrectionDecision(
            allocation: Allocation(
                pass: pass,
                targets: targets.sorted { $0.range < $1.range },
                explanation: story,
                requests: requests
            ),
            requests: requests,
            explanation: story
        )
    }

    /// What became of each request, and of ranges that did not ask but are encoded again.
    private func decisions(
        _ film: EncodedFilm,
        missing: Double,
        _ chosen: Choice,
        lifted: [RangeTarget],
        isWithin: Bool
    ) -> [RequestDecision] {
        let miss = -missing / (budgetBits ?? 1)
        let lifts = Dictionary(lifted.map { ($0.range, $0) }, uniquingKeysWith: { first, _ in first })
        let granted = Set(chosen.rooms.map(\.result.range))
        let films =
            lifted.isEmpty ? "the film's miss of \(percent(miss))" : "the \(percent(miss)) that the film would miss by"
        return inFilmOrder(film.accepted).compactMap { result in
            let asks = !result.furtherPasses.isEmpty
            if let forecast = lifts[result.range]?.forecast, let value = result.quality?.figure(forecast.metric) {
                let scale = QualityScale(metric: forecast.metric)
                let reason =
                    "\(scale.words(value)) is \(scale.words(value, from: forecast.balanced)) what one quantiser for "
                    + "all would give it, more than it may be"
                return decision(result, in: film, isGranted: true, reason)
            }
            let isGranted = granted.contains(result.range)
            guard asks || isGranted else { return nil }
            let reason =
                switch (isGranted, asks) {
                case (true, true): "takes its share of \(films)"
                case (true, false): "did not ask, but takes its share of \(films)"
                case (false, _):
                    isWithin
                        ? "not needed: the film's total is within \(percent(limits.tolerance))"
                        : granted.isEmpty
                            ? "of no use: no range can make up for \(films)"
                            : excess(result, missing) > 0
                                ? "not needed: others close the total, or the budget is spent"
                                : "not needed: it missed the other way than the film"
                }
            return decision(result, in: film, isGranted: isGranted, reason)
        }
    }

    // MARK: - Which ranges

    /// Ranges that are encoded again, in film order, and the deviation that all of them end at.
    private struct Choice {
        let rooms: [CorrectionRoom]
        let deviation: Double

        static let nothing = Choice([], upTo: 0, missing: 0)

        /// Takes ranges so far that the total is closed, or as far as they may; those that are there already stay out.
        init(_ rooms: [CorrectionRoom], upTo step: Double, missing: Double) {
            let isTooLarge = missing < 0
            let deviations = rooms.map(\.deviation)
            var (near, far) = isTooLarge ? (deviations.min() ?? 0, step) : (deviations.max() ?? 0, -step)
            func change(_ deviation: Double) -> Double {
                rooms.reduce(0) { $0 + $1.change(toDeviation: deviation, isTooLarge: isTooLarge).magnitude }
            }
            if change(far) > missing.magnitude {
                for _ in 0..<50 {
                    let middle = (near + far) / 2
                    if change(middle) > missing.magnitude { far = middle } else { near = middle }
                }
            }
            deviation = far
            self.rooms = rooms.sorted { $0.result.range < $1.result.range }.filter { room in
                room.result.rateCurve == nil || room.change(toDeviation: far, isTooLarge: isTooLarge) != 0
            }
        }
    }

    /// As few ranges as it takes, and those for which a farm of two waits the shortest.
    ///
    /// - Parameter lifted: ranges that are encoded again anyhow, for other bits.
    private func choose(
        _ film: EncodedFilm,
        missing: Double,
        _ standings: [Int: QualityStanding],
        besides lifted: [QualityStanding]
    ) -> Choice {
        let isTooLarge = missing < 0
        let taken = Set(lifted.map(\.result.range))
        let able = CorrectionRoom.rooms(of: film, effort: effort).filter {
            !taken.contains($0.result.range) && (isTooLarge || !isHeldDown($0.result.range, in: film))
        }
        // What has no more to give by the metric is not asked for bits, as long as others have.
        let giving = able.filter { standings[$0.result.range]?.hasRoom ?? true }
        let rooms = isTooLarge && !giving.isEmpty ? giving : able
        let asking = rooms.filter { !$0.result.furtherPasses.isEmpty && excess($0.result, missing) > 0 }
        let frames = frameBudget(film) - lifted.reduce(0) { $0 + Double($1.result.frames.count) }
        let steps = rooms.count > 1 ? [Self.numbers.preferredSteps, Self.numbers.largestSteps] : [69]
        func gain(_ rooms: [CorrectionRoom], _ step: Double) -> Double {
            let wanted = isTooLarge ? step : -step
            return rooms.reduce(0) { $0 + $1.change(toDeviation: wanted, isTooLarge: isTooLarge).magnitude }
        }
        func closing(_ choices: [[CorrectionRoom]], _ step: Double) -> [CorrectionRoom]? {
            let costs = choices.map { choice in
                gain(choice, step) >= missing.magnitude
                    ? ExpectedEffort.duration(of: choice.map(\.effort), workers: Self.assumedWorkers) : .infinity
            }
            let best = choices.indices.min { (costs[$0], $0) < (costs[$1], $1) }
            return best.flatMap { costs[$0] < .infinity ? choices[$0] : nil }
        }
        // Within the budget, first with ranges that asked, then with any; further out only where that does not suffice.
        for step in steps {
            for pool in [asking, rooms] {
                let choices = choices(from: pool, closing: missing.magnitude, within: frames) { gain([$0], step) }
                if let rooms = closing(choices, step) { return Choice(rooms, upTo: step, missing: missing) }
            }
        }
        // One is always allowed.
        for step in steps {
            if let single = closing(rooms.map { [$0] }, step) { return Choice(single, upTo: step, missing: missing) }
        }
        // Nothing closes the total: what comes nearest to it.
        let step = steps.last ?? Self.numbers.preferredSteps
        let affordable = choices(from: rooms, closing: .infinity, within: frames) { gain([$0], step) }
        let least = Self.numbers.leastGain * limits.tolerance * (budgetBits ?? 0)
        for choices in [affordable, rooms.map { [$0] }] {
            let gains = choices.map { gain($0, step) }
            guard let best = choices.indices.max(by: { (gains[$0], -$0) < (gains[$1], -$1) }), gains[best] > least
            else { continue }
            return Choice(choices[best], upTo: step, missing: missing)
        }
        // Ranges without a curve have no prediction: one is tried.
        let unknown = rooms.filter { $0.result.rateCurve == nil }
        let soonest = unknown.min { ($0.effort, $0.result.range) < ($1.effort, $1.result.range) }
        return Choice([soonest].compactMap(\.self), upTo: step, missing: missing)
    }

    /// Whether a decoder's buffer keeps a range from taking more: it did not take its target.
    func isHeldDown(_ range: Int, in film: EncodedFilm) -> Bool {
        guard buffer != nil, let encodes = film.history.first(where: { $0.first?.range == range }) else { return false }
        return encodes.contains { Double($0.bits) < (1 - Self.numbers.largestShortfall) * Double($0.targetBits ?? 0) }
    }

    /// Sets of ranges that keep within a number of frames: those filled up in several orders until they have enough,
    /// and single ones that do.
    private func choices(
        from pool: [CorrectionRoom],
        closing needed: Double,
        within frames: Double,
        gain: (CorrectionRoom) -> Double
    ) -> [[CorrectionRoom]] {
        let candidates = pool.map { (room: $0, gain: gain($0)) }.filter {
            $0.gain > 0 && Double($0.room.result.frames.count) <= frames
        }
        func filled(_ key: ((room: CorrectionRoom, gain: Double)) -> Double) -> [CorrectionRoom] {
            let ordered = candidates.sorted { (key($0), $0.room.result.range) < (key($1), $1.room.result.range) }
            var chosen: [CorrectionRoom] = []
            var (sum, count) = (0.0, 0.0)
            for (room, gain) in ordered {
                if sum >= needed { break }
                guard count + Double(room.result.frames.count) <= frames else { continue }
                chosen.append(room)
                sum += gain
                count += Double(room.result.frames.count)
            }
            return chosen
        }
        // Those that have the most room, most for what they cost, and those that are over soonest.
        let filled = [
            filled { -$0.gain / Double(max($0.room.result.bits, 1)) }, filled { -$0.gain / max($0.room.effort, 1) },
            filled { -$0.gain / Double(max($0.room.result.frames.count, 1)) }, filled(\.room.effort),
        ]
        return filled.filter { !$0.isEmpty } + candidates.filter { $0.gain >= needed }.map { [$0.room] }
    }

    /// Frames that may still be encoded again.
    private func frameBudget(_ film: EncodedFilm) -> Double {
        Double(film.plan.frameCount) * limits.budget - Double(film.framesEncodedAgain)
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

    // MARK: - Targets of encoders

    private func targets(
        for choice: Choice,
        missing: Double,
        _ film: EncodedFilm,
        _ standings: [Int: QualityStanding]
    ) -> [RangeTarget] {
        choice.rooms.map { room in
            let change = room.change(toDeviation: choice.deviation, isTooLarge: missing < 0)
            let bits = Double(room.result.bits) - change
            var target = refed(room.result, bits: bits, in: film)
            target.forecast = standings[room.result.range]?.forecast(bits: bits)
            return target
        }
    }

    /// The same, with how full the decoder's buffer is when each range begins.
    private func bounded(_ targets: [RangeTarget], in film: EncodedFilm) -> [RangeTarget] {
        guard let passage = passage(of: film.accepted, in: film.plan) else { return targets }
        return targets.map { target in
            var target = target
            target.bufferStart = buffer?.encoderStart(passage.parts[target.range].startBits)
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
