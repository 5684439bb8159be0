import Jobs
import Media
import RateModel

extension FilmRateControl {
    private static let numbers = RateModelParameters.standard.correction

    /// Corrects the film's total by encoding a few ranges again, preferably ranges that asked for it.
    ///
    /// While the film is within its tolerance, no range is encoded again, even if it asked. Beyond the tolerance,
    /// ranges are chosen that correct the total within the budget and with a small deviation from the film
    /// (`CorrectionRoom`): from those that asked, or else from all. Of several such choices, the one that finishes
    /// soonest is taken. Where there is none, a larger deviation is allowed. If that is not enough, one range may
    /// exceed the budget. If that is not enough either, the choice is taken that comes nearest to the total. A film of
    /// one range may have any deviation. The budget counts frames instead of processor time, because they are the same
    /// on every machine.
    package func correction(of film: EncodedFilm, pass: Int) -> CorrectionDecision {
        let late = buffer?.correction(of: film, pass: pass) { result, bits in lowered(result, to: bits, in: film) }
        if let late { return late }
        guard let budgetBits else {
            return CorrectionDecision(allocation: nil, requests: [], explanation: "constant rate factor")
        }
        let standings = standings(of: film)
        let isHeld = Double(film.bits) < budgetBits && bitsWithinBounds(of: film.accepted, in: film.plan) != nil
        let rooms = CorrectionRoom.rooms(
            of: film,
            wanted: wantedQuantizers(of: film),
            lostBits: buffer?.lostBits(of: film.accepted, in: film.plan) ?? [:],
            isHeld: isHeld,
            effort: effort
        )
        let raised = raised(standings, in: film, within: frameBudget(film)).map { raisedTarget($0, in: film) }
        let required = raised + farTargets(rooms, in: film, within: frameBudget(film))
        let taken = Dictionary(film.accepted.map { ($0.range, $0.bits) }, uniquingKeysWith: { first, _ in first })
        let more = required.reduce(0) { $0 + Double(($1.targetBits ?? 0) - (taken[$1.range] ?? 0)) }
        let missing = budgetBits - Double(film.bits) - more
        let miss = -missing / budgetBits
        let story =
            "the film takes \(film.bits) bits and its budget is \(Int(budgetBits.rounded())), a difference of "
            + percent(Double(film.bits) / budgetBits - 1)
        let isWithin = miss.magnitude <= limits.tolerance
        let chosen = isWithin ? Choice.nothing : choose(rooms, film, missing: missing, standings, besides: required)
        let requests = decisions(film, missing: missing, chosen, required: required, isWithin: isWithin)
        let targets = bounded(required + targets(for: chosen, missing: missing, film, standings), in: film)
        guard !targets.isEmpty else {
            return CorrectionDecision(
                allocation: nil,
                requests: requests,
                explanation: isWithin ? story : story + ", and no range can correct it"
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

    /// The decision about each request, and about each range that is encoded again without a request.
    private func decisions(
        _ film: EncodedFilm,
        missing: Double,
        _ chosen: Choice,
        required: [RangeTarget],
        isWithin: Bool
    ) -> [RequestDecision] {
        let miss = -missing / (budgetBits ?? 1)
        let targets = Dictionary(required.map { ($0.range, $0) }, uniquingKeysWith: { first, _ in first })
        let granted = Set(chosen.rooms.map(\.result.range))
        let filmMiss =
            required.isEmpty ? "the film's miss of \(percent(miss))" : "the film's expected miss of \(percent(miss))"
        return inFilmOrder(film.accepted).compactMap { result in
            let asks = !result.furtherPasses.isEmpty
            if let forecast = targets[result.range]?.forecast, let value = result.quality?.figure(forecast.metric) {
                let scale = QualityScale(metric: forecast.metric)
                let reason =
                    "\(scale.words(value)) is \(scale.words(value, from: forecast.balanced)) what one quantiser for "
                    + "all would give it, which is more than allowed"
                return decision(result, in: film, isGranted: true, reason)
            }
            if targets[result.range] != nil {
                return decision(
                    result,
                    in: film,
                    isGranted: true,
                    "it was encoded far from the film's quantiser, before that was known"
                )
            }
            let isGranted = granted.contains(result.range)
            guard asks || isGranted else { return nil }
            let reason =
                switch (isGranted, asks) {
                case (true, true): "corrects its share of \(filmMiss)"
                case (true, false): "did not ask, but corrects its share of \(filmMiss)"
                case (false, _):
                    isWithin
                        ? "not needed: the film's total is within \(percent(limits.tolerance))"
                        : granted.isEmpty
                            ? "would not help: no range can correct \(filmMiss)"
                            : excess(result, missing) > 0
                                ? "not needed: other ranges correct the total, or the budget is spent"
                                : "not needed: it missed in the opposite direction to the film"
                }
            return decision(result, in: film, isGranted: isGranted, reason)
        }
    }

    // MARK: - Which ranges

    /// Ranges that are encoded again, in film order, and the deviation that all of them are moved to.
    private struct Choice {
        let rooms: [CorrectionRoom]
        let deviation: Double

        static let nothing = Choice([], upTo: 0, missing: 0)

        /// Moves ranges as far as the total requires, or as far as they may be moved. Ranges that are there already are
        /// left out.
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

    /// Chooses few ranges whose encodes two workers finish soonest.
    ///
    /// - Parameter required: ranges that are encoded again in any case.
    private func choose(
        _ all: [CorrectionRoom],
        _ film: EncodedFilm,
        missing: Double,
        _ standings: [Int: QualityStanding],
        besides required: [RangeTarget]
    ) -> Choice {
        let isTooLarge = missing < 0
        let taken = Set(required.map(\.range))
        let limited = isTooLarge ? [] : limitedByBuffer(in: film)
        let able = all.filter { !taken.contains($0.result.range) && !limited.contains($0.result.range) }
        // Ranges that are at their bound by the metric give no bits, as long as others can.
        let giving = able.filter { standings[$0.result.range]?.hasRoom ?? true }
        let rooms = isTooLarge && !giving.isEmpty ? giving : able
        let asking = rooms.filter { !$0.result.furtherPasses.isEmpty && excess($0.result, missing) > 0 }
        let frames = frameBudget(film) - required.reduce(0) { $0 + Double(film.plan.ranges[$1.range].frames.count) }
        let steps =
            rooms.count > 1
            ? [Self.numbers.preferredSteps, Self.numbers.largestSteps] : [X265Limits.highestQuantizer]
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
        // Within the budget: first ranges that asked, then any; a larger deviation only where that is not enough.
        for step in steps {
            for pool in [asking, rooms] {
                let choices = choices(from: pool, closing: missing.magnitude, within: frames) { gain([$0], step) }
                if let rooms = closing(choices, step) { return Choice(rooms, upTo: step, missing: missing) }
            }
        }
        // One range is always allowed.
        for step in steps {
            if let single = closing(rooms.map { [$0] }, step) { return Choice(single, upTo: step, missing: missing) }
        }
        // No choice corrects the total fully: the one that comes nearest is taken.
        let step = steps.last ?? Self.numbers.preferredSteps
        let affordable = choices(from: rooms, closing: .infinity, within: frames) { gain([$0], step) }
        let least = Self.numbers.leastGain * limits.tolerance * (budgetBits ?? 0)
        for choices in [affordable, rooms.map { [$0] }] {
            let gains = choices.map { gain($0, step) }
            guard let best = choices.indices.max(by: { (gains[$0], -$0) < (gains[$1], -$1) }), gains[best] > least
            else { continue }
            return Choice(choices[best], upTo: step, missing: missing)
        }
        // There is no prediction for ranges without a rate curve: one of them is tried.
        let unknown = rooms.filter { $0.result.rateCurve == nil }
        let soonest = unknown.min { ($0.effort, $0.result.range) < ($1.effort, $1.result.range) }
        return Choice([soonest].compactMap(\.self), upTo: step, missing: missing)
    }

    /// Ranges that a decoder's buffer seems to keep from taking more bits: they were encoded again, and that encode is
    /// not in the film, or fell short of its target.
    func limitedByBuffer(in film: EncodedFilm) -> Set<Int> {
        guard buffer != nil else { return [] }
        let accepted = Dictionary(film.accepted.map { ($0.range, $0.pass) }, uniquingKeysWith: { first, _ in first })
        let limited = film.history.joined().filter { encode in
            guard Pipeline.isFurther(pass: encode.pass), let pass = accepted[encode.range] else { return false }
            let least = (1 - Self.numbers.largestShortfall) * Double(encode.targetBits ?? 0)
            return encode.pass > pass || Double(encode.bits) < least
        }
        return Set(limited.map(\.range))
    }

    /// Sets of ranges within a number of frames: sets that are filled in several orders until they suffice, and single
    /// ranges that suffice.
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
        // Ordered by room for each bit, for each unit of effort and for each frame, and by the shortest effort.
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

    /// The same targets, with the fullness of the decoder's buffer at the start of each range.
    private func bounded(_ targets: [RangeTarget], in film: EncodedFilm) -> [RangeTarget] {
        guard let passage = passage(of: film.accepted, in: film.plan) else { return targets }
        return targets.map { target in
            var target = target
            target.bufferStart = buffer?.encoderStart(passage.parts[target.range].startBits)
            return target
        }
    }

    /// The target of a range that is encoded again with another number of bits.
    func refed(_ result: RangeResult, bits: Double, in film: EncodedFilm) -> RangeTarget {
        let lesson = LandingLesson(of: result, film)
        // The statistics of the pass that is replaced are from the final preset, so they need no scaling.
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
