import JobDocuments
import Jobs
import Media

extension SlurmWave {
    /// Takes in an event, and returns the reports for listeners.
    mutating func handle(_ event: Event, at now: Double) -> [Report] {
        switch event {
        case .submitted(let name, let id): return accept(name, id, at: now)
        case .notSubmitted(let name, let error): return notSubmitted(name, error, at: now)
        case .queue(let entries): return take(entries, at: now)
        case .queueFailed(let error):
            schedulePoll(at: now)
            return isAway(error, at: now)
        case .records(let records):
            take(records, at: now)
            return []
        case .recordsFailed:
            // This adds no knowledge.
            nextAsk = now + limits.pollSeconds.upperBound
            return []
        case .reported(let outcomes): return settle(outcomes, at: now)
        case .cancelled(let cancellation):
            if let index = cancellations.firstIndex(of: cancellation) { cancellations.remove(at: index) }
            // A second equal cancellation is for a job that appears late.
            if cancellations.contains(cancellation) { nextCancel = now + 5 }
            return []
        case .notCancelled(let cancellation, let error): return notCancelled(cancellation, error, at: now)
        case .drain:
            guard !isDraining else { return [] }
            isDraining = true
            for index in bundles.indices where bundles[index].place == nil { bundles[index].units = [] }
            cancellations += jobs.map { SlurmCancellation(name: $0.submission.name, sparesRunning: true) }
            nextCancel = now
            return []
        case .stop:
            guard !isStopping else { return [] }
            isStopping = true
            isDraining = true
            cancellations = jobs.map { SlurmCancellation(name: $0.submission.name) }
            nextCancel = now
            // A job that sbatch is just submitting may appear after the first cancellation.
            for job in jobs {
                guard case .uncertain = job.state else { continue }
                cancellations.append(SlurmCancellation(name: job.submission.name))
            }
            return []
        }
    }

    // MARK: - Submissions

    private mutating func accept(_ name: String, _ id: Int, at now: Double) -> [Report] {
        guard let index = jobs.firstIndex(where: { $0.submission.name == name }) else { return [] }
        jobs[index].state = .accepted(id: id)
        jobs[index].isToSubmitAgain = false
        awaySince = nil
        isAwayReported = false
        submissionDelay = 0
        nextSubmission = now
        lookInterval = limits.lookSeconds.lowerBound
        nextLook = now + lookInterval
        pollInterval = limits.pollSeconds.lowerBound
        nextPoll = max(now, lastPoll) + pollInterval
        return []
    }

    private mutating func notSubmitted(_ name: String, _ error: SlurmError, at now: Double) -> [Report] {
        guard let index = jobs.firstIndex(where: { $0.submission.name == name }) else { return [] }
        switch error.verdict {
        case .refused:
            jobs.remove(at: index)
            return abandon(bundlesOf: name, reason: error.explanation, kind: error.kind)
        case .unknown:
            // Slurm may have accepted it: the next poll finds out.
            jobs[index].state = .uncertain(since: now)
            nextPoll = max(now, lastPoll + limits.pollSeconds.lowerBound)
        case .away:
            jobs.remove(at: index)
            for bundle in bundles.indices where bundles[bundle].place?.name == name { bundles[bundle].place = nil }
        }
        submissionDelay = min(max(submissionDelay * 2, 5), 60)
        nextSubmission = now + submissionDelay
        return isAway(error, at: now)
    }

    // MARK: - Answers of Slurm

    private mutating func schedulePoll(at now: Double) {
        lastPoll = now
        nextPoll = now + pollInterval
        pollInterval = min(pollInterval * 1.3, limits.pollSeconds.upperBound)
    }

    /// Reads a list of tasks. It is always complete, because a failed query is a different event.
    private mutating func take(_ entries: [SlurmQueueEntry], at now: Double) -> [Report] {
        awaySince = nil
        isAwayReported = false
        schedulePoll(at: now)
        var reports: [Report] = []
        for index in jobs.indices.reversed() {
            let name = jobs[index].submission.name
            let own = entries.filter { $0.name == name }
            switch jobs[index].state {
            case .accepted(let id): endDuplicates(of: id, among: own)
            case .uncertain(let since):
                if let id = (own.filter { $0.state.isAlive }.map(\.job).min() ?? own.map(\.job).max()) {
                    jobs[index].state = .accepted(id: id)
                    jobs[index].isToSubmitAgain = false
                    endDuplicates(of: id, among: own)
                } else if jobs[index].isAdopted {
                    jobs.remove(at: index)
                    release(name)
                } else if now - since >= limits.turnUpSeconds {
                    jobs[index].isToSubmitAgain = true
                } else {
                    nextPoll = min(nextPoll, max(since + limits.turnUpSeconds, now + limits.pollSeconds.lowerBound))
                }
            }
        }
        reports += place(entries, at: now)
        return reports
    }

    /// Ends the copy of a job whose `sbatch` was repeated although Slurm had accepted the first: its units must run
    /// only once.
    private mutating func endDuplicates(of id: Int, among entries: [SlurmQueueEntry]) {
        for other in Set(entries.filter { $0.state.isAlive && $0.job != id }.map(\.job)).sorted() {
            end(SlurmCancellation(name: entries[0].name, job: other))
        }
    }

    /// Frees units that an earlier coordinator had submitted, and whose job Slurm does not know.
    private mutating func release(_ name: String) {
        for index in bundles.indices where bundles[index].place?.name == name { bundles[index].place = nil }
    }

    private mutating func place(_ entries: [SlurmQueueEntry], at now: Double) -> [Report] {
        struct Key: Hashable {
            var name: String
            var job: Int
            var task: Int
        }
        var found: [Key: SlurmQueueEntry] = [:]
        for entry in entries { found[Key(name: entry.name, job: entry.job, task: entry.task)] = entry }
        var ids: [String: (id: Int, isAdopted: Bool)] = [:]
        for job in jobs {
            if case .accepted(let id) = job.state { ids[job.submission.name] = (id, job.isAdopted) }
        }
        var reports: [Report] = []
        for index in bundles.indices {
            guard var place = bundles[index].place, let unit = bundles[index].units.first, let job = ids[place.name]
            else { continue }
            if let entry = found[Key(name: place.name, job: job.id, task: place.task)] {
                place.missingSince = nil
                place.wasSeen = true
                if !entry.node.isEmpty { place.node = entry.node }
                if case .over(let end) = entry.state {
                    note(end, &place, at: now)
                } else {
                    place.end = nil
                    if entry.state == .pending, let text = note(about: entry) { reports.append(.note(unit, text)) }
                }
            } else if job.isAdopted, place.end == nil {
                bundles[index].place = nil
                continue
            } else {
                if place.missingSince == nil { place.missingSince = now }
                if place.end == nil { jobsToAsk.insert(job.id) }
            }
            bundles[index].place = place
        }
        return reports
    }

    private mutating func note(_ end: SlurmState.End, _ place: inout Place, at now: Double) {
        guard place.end == nil else { return }
        place.end = end
        place.endedAt = now
        // Its last reports are already there, or will be soon.
        lookInterval = limits.lookSeconds.lowerBound
        nextLook = now
    }

    /// Takes in what accounts or controller know about tasks that are no longer in the queue.
    private mutating func take(_ records: [SlurmRecord], at now: Double) {
        jobsToAsk = []
        nextAsk = now + limits.pollSeconds.upperBound
        for index in bundles.indices {
            guard var place = bundles[index].place, place.missingSince != nil, place.end == nil,
                let record = records.last(where: { $0.name == place.name && $0.task == place.task })
            else { continue }
            if case .over(let end) = record.state {
                note(end, &place, at: now)
            } else if record.state != .unknown {
                place.missingSince = now
            }
            if !record.node.isEmpty { place.node = record.node }
            bundles[index].place = place
        }
    }

    /// Reasons for which tasks wait in normal operation.
    private static let ordinaryReasons: Set<String> = [
        "", "None", "Priority", "Resources", "BeginTime", "JobArrayTaskLimit", "Cleaning", "QOSMaxJobsPerUserLimit",
    ]

    /// A note about a task that waits for something that may never happen; once for each reason.
    private mutating func note(about entry: SlurmQueueEntry) -> String? {
        guard !Self.ordinaryReasons.contains(entry.reason), reportedReasons.insert(entry.reason).inserted else {
            return nil
        }
        return "task \(entry.job)_\(entry.task) waits in Slurm: \(entry.reason)"
    }

    private mutating func isAway(_ error: SlurmError, at now: Double) -> [Report] {
        let since = awaySince ?? now
        awaySince = since
        guard now - since >= limits.patienceSeconds else {
            guard !isAwayReported, let unit = bundles.first(where: { !$0.units.isEmpty })?.units.first else {
                return []
            }
            isAwayReported = true
            return [.note(unit, "Slurm does not answer; waiting for it: \(error.subject): \(error.cause)")]
        }
        let minutes = Int(limits.patienceSeconds / 60)
        return abandon(
            bundles.indices.filter { !bundles[$0].units.isEmpty },
            reason: "Slurm has not answered for \(minutes) minutes: \(error.explanation)",
            kind: .temporary
        )
    }

    // MARK: - Cancellations

    mutating func end(_ cancellation: SlurmCancellation) {
        if !cancellations.contains(cancellation) { cancellations.append(cancellation) }
    }

    private mutating func notCancelled(
        _ cancellation: SlurmCancellation,
        _ error: SlurmError,
        at now: Double
    ) -> [Report] {
        let tries = cancellationTries[cancellation, default: 0] + 1
        cancellationTries[cancellation] = tries
        guard tries >= limits.maximumCancellations else {
            nextCancel = now + 5
            return []
        }
        cancellations.removeAll { $0 == cancellation }
        uncancelledNames.append(cancellation.name)
        guard let unit = requested.values.min(by: { $0.ranges.first ?? 0 < $1.ranges.first ?? 0 }) else { return [] }
        let command = "scancel \(cancellation.arguments.joined(separator: " "))"
        return [.note(unit, "tasks could not be ended; end them by hand: `\(command)` (\(error.cause))")]
    }
}
