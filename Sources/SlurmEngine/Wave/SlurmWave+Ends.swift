import Coordination
import JobDocuments
import Jobs
import Media
import Platform

extension SlurmWave {
    /// Takes in the reports of units, and then decides about tasks that did not report in time.
    mutating func settle(_ outcomes: [UnitOutcome], at now: Double) -> [Report] {
        lookInterval =
            outcomes.isEmpty
            ? min(lookInterval * 1.3, limits.lookSeconds.upperBound) : limits.lookSeconds.lowerBound
        nextLook = now + lookInterval
        if !outcomes.isEmpty { awaySince = nil }
        var reports: [Report] = []
        for outcome in outcomes {
            guard let unit = requested[outcome.unit.work], isFinal(outcome.exit),
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

    /// Whether the unit ended by itself. A unit that was killed may have been killed together with its task.
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
        // A controller that is killed forgets the jobs that it accepted just before. It then never lists such a job,
        // although it lists ended jobs for longer than `lostSeconds`.
        let isForgotten = !place.wasSeen && limits.rememberedSeconds > limits.lostSeconds
        let patience = isForgotten ? limits.turnUpSeconds : limits.lostSeconds
        guard let since = place.missingSince, now - since >= patience else { return [] }
        // The task may still run where Slurm does not see it. This does no harm, and it is ended if it reappears.
        if case .accepted(let id)? = jobs.first(where: { $0.submission.name == place.name })?.state {
            end(SlurmCancellation(name: place.name, job: id, task: place.task))
        }
        return tryAgain(index, place, unit, end: nil, at: now)
    }

    /// Frees the units that a task did not report, so that they are submitted again, or abandons them.
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
        let cause =
            end.map { "Slurm ended task \(place.task) of \(place.name)\(node): \($0.rawValue)" }
            ?? "Slurm has lost task \(place.task) of \(place.name)\(node)"
        func abandoned(_ remedy: String, _ count: Int) -> [Report] {
            let times = count == 1 ? "" : ", \(count) times so far"
            return abandon([index], reason: "\(cause)\(times); \(remedy)", kind: .temporary, place: place)
        }
        switch end {
        case .timeout, .deadline:
            guard bundles[index].units.count == 1 else {
                split(index)
                return [.note(unit, "\(cause): its units are submitted again in two halves")]
            }
            bundles[index].timeouts += 1
            guard bundles[index].timeouts < limits.maximumTimeouts else {
                return abandoned("raise slurm.time and run the job again", bundles[index].timeouts)
            }
        case .outOfMemory:
            bundles[index].shortages += 1
            guard bundles[index].shortages <= limits.maximumShortages, let had = bundles[index].mebibytes else {
                return abandoned("raise slurm.memory and run the job again", bundles[index].shortages)
            }
            bundles[index].mebibytes = had * 2
            return [.note(unit, "\(cause) with \(had) MB: it is submitted again with \(had * 2) MB")]
        case .preempted:
            bundles[index].preemptions += 1
            guard bundles[index].preemptions <= limits.maximumPreemptions else {
                return abandoned("run the job again when the cluster has room", bundles[index].preemptions)
            }
        case .completed, .failed, .cancelled, .nodeFailed, .bootFailed, .revoked, nil:
            bundles[index].failures += 1
            let count = bundles[index].failures
            guard count <= limits.maximumFailures else {
                return abandoned("see its log, fix the cause, and run the job again: it continues", count)
            }
            bundles[index].notBefore = now + SlurmWaveLimits.delay(afterFailures: count)
        }
        return [.note(unit, "\(cause): it is submitted again")]
    }

    /// Splits a bundle that took too long into two.
    private mutating func split(_ index: Int) {
        var second = bundles[index]
        let half = second.units.count / 2
        bundles[index].units.removeFirst(half)
        second.units.removeLast(second.units.count - half)
        bundles.append(second)
    }

    /// Abandons the units of a submission.
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
