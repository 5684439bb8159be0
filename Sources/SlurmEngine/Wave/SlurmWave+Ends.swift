import Coordination
import JobDocuments
import Jobs
import Media
import Platform

extension SlurmWave {
    /// Takes in what units reported, and then gives up waiting for what was not reported in time.
    mutating func settle(_ outcomes: [UnitOutcome], at now: Double) -> [Report] {
        lookInterval =
            outcomes.isEmpty
            ? min(lookInterval * 1.3, limits.lookSeconds.upperBound) : limits.lookSeconds.lowerBound
        nextLook = now + lookInterval
        if !outcomes.isEmpty { awaySince = nil }
        var reports: [Report] = []
        for outcome in outcomes {
            guard let unit = asked[outcome.unit.work], isFinal(outcome.exit),
                let index = bundles.firstIndex(where: { $0.units.contains(unit) })
            else { continue }
            bundles[index].units.removeAll { $0 == unit }
            var own = outcome
            own.unit = unit
            let place = bundles[index].place
            reports.append(.outcome(own, submission: place?.name, task: place?.task))
        }
        for index in bundles.indices { reports += resolve(index, at: now) }
        return reports
    }

    /// Whether a unit's own end is meant: what was killed from outside may have been killed with its task.
    private func isFinal(_ exit: UnitExit) -> Bool {
        switch exit {
        case .signal(let signal): signal != 9 && signal != 15
        case .code, .timedOut, .notStarted, .abandoned: true
        }
    }

    /// Decides about a task that is over, or lost, and has not reported all of its units.
    private mutating func resolve(_ index: Int, at now: Double) -> [Report] {
        guard let place = bundles[index].place, let unit = bundles[index].units.first else { return [] }
        if let end = place.end {
            let grace = end == .completed ? limits.completeReportSeconds : limits.reportSeconds
            guard now - place.endedAt >= grace else { return [] }
            return tryAgain(index, place, unit, end: end, at: now)
        }
        // A controller that was killed has forgotten what it had taken a moment before: it never lists it, although it
        // lists for longer than that what has ended.
        let isForgotten = !place.wasSeen && limits.rememberedSeconds > limits.lostSeconds
        let patience = isForgotten ? limits.turnUpSeconds : limits.lostSeconds
        guard let since = place.missingSince, now - since >= patience else { return [] }
        // It may live on where Slurm does not see it: the copy does no harm, and is ended if it turns up.
        if case .accepted(let id)? = jobs.first(where: { $0.submission.name == place.name })?.state {
            end(SlurmCancellation(name: place.name, job: id, task: place.task))
        }
        return tryAgain(index, place, unit, end: nil, at: now)
    }

    /// Puts the units of a task back that were not reported, or gives them up.
    private mutating func tryAgain(
        _ index: Int,
        _ place: Place,
        _ unit: WorkUnit,
        end: SlurmState.End?,
        at now: Double
    ) -> [Report] {
        bundles[index].place = nil
        guard !isDraining else {
            bundles[index].units = []
            return []
        }
        let node = place.node.isEmpty ? "" : " on \(place.node)"
        let story =
            end.map { "Slurm ended task \(place.task) of \(place.name)\(node): \($0.rawValue)" }
            ?? "Slurm has lost task \(place.task) of \(place.name)\(node)"
        func given(_ remedy: String, _ count: Int) -> [Report] {
            let times = count == 1 ? "" : ", for the \(count). time"
            return abandon([index], reason: "\(story)\(times); \(remedy)", kind: .temporary, place: place)
        }
        switch end {
        case .timeout, .deadline:
            guard bundles[index].units.count == 1 else {
                split(index)
                return [.note(unit, "\(story): its units are submitted in two halves")]
            }
            bundles[index].timeouts += 1
            guard bundles[index].timeouts < limits.maximumTimeouts else {
                return given("raise slurm.time and run the job again", bundles[index].timeouts)
            }
        case .outOfMemory:
            bundles[index].shortages += 1
            guard bundles[index].shortages <= limits.maximumShortages, let had = bundles[index].mebibytes else {
                return given("raise slurm.memory and run the job again", bundles[index].shortages)
            }
            bundles[index].mebibytes = had * 2
            return [.note(unit, "\(story) with \(had) MB: it is submitted again with \(had * 2)")]
        case .preempted:
            bundles[index].preemptions += 1
            guard bundles[index].preemptions <= limits.maximumPreemptions else {
                return given("run the job again when the cluster has room", bundles[index].preemptions)
            }
        case .completed, .failed, .cancelled, .nodeFailed, .bootFailed, .revoked, nil:
            bundles[index].failures += 1
            let count = bundles[index].failures
            guard count <= limits.maximumFailures else {
                return given("see its log, mend the cause, and run the job again: it goes on", count)
            }
            bundles[index].notBefore = now + SlurmWaveLimits.delay(afterFailures: count)
        }
        return [.note(unit, "\(story): it is submitted again")]
    }

    /// Makes two bundles of one that took too long.
    private mutating func split(_ index: Int) {
        var second = bundles[index]
        let half = second.units.count / 2
        bundles[index].units.removeFirst(half)
        second.units.removeLast(second.units.count - half)
        bundles.append(second)
    }

    /// Gives up the units of a submission.
    mutating func abandon(bundlesOf name: String, reason: String, kind: FailureKind) -> [Report] {
        abandon(bundles.indices.filter { bundles[$0].place?.name == name }, reason: reason, kind: kind)
    }

    mutating func abandon(_ indices: [Int], reason: String, kind: FailureKind, place: Place? = nil) -> [Report] {
        var reports: [Report] = []
        for index in indices {
            for unit in bundles[index].units {
                let outcome = UnitOutcome(unit: unit, exit: .abandoned(reason, kind: kind))
                reports.append(.outcome(outcome, submission: place?.name, task: place?.task))
            }
            bundles[index].units = []
            bundles[index].place = nil
        }
        return reports
    }
}
