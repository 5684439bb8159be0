import Jobs
import Media
import RateModel

extension FilmRateControl {
    private static let numbers = RateModelParameters.standard.correction

    /// Corrects the film's total by encoding a few ranges again, preferably ranges that asked for it.
    ///
    /// While the film is within its tolerance, no range is encoded again, even if it asked. Beyond the tolerance, a few
    /// ranges correct the total (`CorrectionSolver`) with a small deviation from the film (`CorrectionRoom`). A film of
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
            isHeld: isHeld
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
        let chosen = isWithin ? .nothing : choose(rooms, film, missing: missing, standings, besides: required)
        let requests = decisions(film, missing: missing, chosen, required: required, isWithin: isWithin)
        let targets = bounded(required + targets(for: chosen, rooms, missing: missing, film, standings), in: film)
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
        _ chosen: CorrectionSolver.Choice,
        required: [RangeTarget],
        isWithin: Bool
    ) -> [RequestDecision] {
        let miss = -missing / (budgetBits ?? 1)
        let targets = Dictionary(required.map { ($0.range, $0) }, uniquingKeysWith: { first, _ in first })
        let granted = Set(chosen.ranges)
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

    /// Chooses ranges with few frames.
    ///
    /// - Parameter required: ranges that are encoded again in any case.
    private func choose(
        _ all: [CorrectionRoom],
        _ film: EncodedFilm,
        missing: Double,
        _ standings: [Int: QualityStanding],
        besides required: [RangeTarget]
    ) -> CorrectionSolver.Choice {
        let isTooLarge = missing < 0
        let taken = Set(required.map(\.range))
        let limited = isTooLarge ? [] : limitedByBuffer(in: film)
        let able = all.filter { !taken.contains($0.result.range) && !limited.contains($0.result.range) }
        // Ranges that are at their bound by the metric give no bits, as long as others can.
        let giving = able.filter { standings[$0.result.range]?.hasRoom ?? true }
        let rooms = isTooLarge && !giving.isEmpty ? giving : able
        let solver = CorrectionSolver(
            needed: missing.magnitude,
            frames: frameBudget(film) - required.reduce(0) { $0 + Double(film.plan.ranges[$1.range].frames.count) },
            deviations: rooms.count > 1
                ? [Self.numbers.preferredSteps, Self.numbers.largestSteps] : [X265Limits.highestQuantizer],
            leastGain: Self.numbers.leastGain * limits.tolerance * (budgetBits ?? 0)
        )
        return solver.choice(
            of: rooms.map { room in
                room.candidate(
                    isTooLarge: isTooLarge,
                    asks: !room.result.furtherPasses.isEmpty && excess(room.result, missing) > 0
                )
            }
        )
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

    /// Frames that may still be encoded again.
    private func frameBudget(_ film: EncodedFilm) -> Double {
        Double(film.plan.frameCount) * limits.budget - Double(film.framesEncodedAgain)
    }

    /// By how much a range missed its target in the direction in which the film did, as a fraction of its target.
    private func excess(_ result: RangeResult, _ missing: Double) -> Double {
        let miss = relativeMiss(result)
        return missing < 0 ? miss : -miss
    }

    // MARK: - Targets of encoders

    private func targets(
        for choice: CorrectionSolver.Choice,
        _ rooms: [CorrectionRoom],
        missing: Double,
        _ film: EncodedFilm,
        _ standings: [Int: QualityStanding]
    ) -> [RangeTarget] {
        rooms.filter { choice.ranges.contains($0.result.range) }.map { room in
            let change = room.change(isTooLarge: missing < 0, toDeviation: choice.deviation)
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
        let keepsQuantizers = encoder.canKeepQuantizers && film.plan.ranges.count == 1
        let lesson = LandingLesson(of: result, film, keepsQuantizers: keepsQuantizers)
        // The statistics of the pass that is replaced are from the final preset, so they need no scaling.
        return RangeTarget(
            range: result.range,
            .fed(
                FedTarget(
                    bits: Int(bits.rounded()),
                    aimBits: lesson?.aim(at: Int(bits.rounded())),
                    tolerance: rangeTolerance(film.plan),
                    statisticsPass: lesson?.statisticsPass ?? result.pass,
                    keepsQuantizers: keepsQuantizers
                )
            )
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
