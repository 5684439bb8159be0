import Coordination
import Dispatch
import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// One run of a wave: carries out the actions of its `SlurmWave`, one at a time.
final class SlurmRun: Sendable {
    /// What another thread requests of the wave while it runs.
    enum Request { case drain, stop }

    private let units: [WorkUnit]
    private let forecast: WorkForecast
    private let limits: SlurmWaveLimits
    private let token: String
    private let client: any SlurmClient
    private let job: JobDirectory
    private let onMessage: @Sendable (WorkUnit, WorkerMessage) -> Void
    private let requests = Locked<[Request]>([])
    private let bell = DispatchSemaphore(value: 0)
    private let start = SuspendingClock.now

    init(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        limits: SlurmWaveLimits,
        token: String,
        client: any SlurmClient,
        job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) {
        self.units = units
        self.forecast = forecast
        self.limits = limits
        self.token = token
        self.client = client
        self.job = job
        self.onMessage = onMessage
    }

    /// Adds a request, from any thread.
    func ask(_ request: Request) {
        requests.withLock { $0.append(request) }
        bell.signal()
    }

    /// Follows the wave to its end; blocks.
    func follow(_ onOutcome: (UnitOutcome) -> Void) {
        var seen: [String: Set<Int>] = [:]
        var wave: SlurmWave
        do {
            wave = try plan(&seen)
        } catch {
            let reason = FarmError(explaining: error)
            for unit in units {
                onOutcome(UnitOutcome(unit: unit, exit: .abandoned(reason.explanation, kind: reason.kind)))
            }
            return
        }
        var action = wave.next(at: now)
        while action != .end {
            var reports: [SlurmWave.Report] = []
            if case .wait(let seconds) = action {
                _ = bell.wait(timeout: .now() + seconds)
            } else {
                reports = wave.handle(perform(action, &seen), at: now)
            }
            for request in takeRequests() {
                reports += wave.handle(request == .drain ? .drain : .stop, at: now)
            }
            tell(reports, onOutcome)
            action = wave.next(at: now)
        }
        tidy(wave)
    }

    private func takeRequests() -> [Request] {
        requests.withLock { list in
            let taken = list
            list = []
            return taken
        }
    }

    private var now: Double { start.duration(to: .now) / .seconds(1) }

    /// Reads the configuration of the cluster, and the submissions that an earlier coordinator left.
    private func plan(_ seen: inout [String: Set<Int>]) throws -> SlurmWave {
        var limits = limits
        // A controller that does not answer now may answer later. Until then the most cautious values are used.
        let configuration = (try? client.configuration()) ?? .standard
        limits.maximumArraySize = configuration.maximumArraySize
        limits.rememberedSeconds = Double(configuration.rememberedSeconds)
        var found: [SlurmSubmission] = []
        for name in job.slurm.submissionNames {
            guard var submission = try job.slurm.submission(name) else { continue }
            let reported = job.slurm.reportedUnits(of: name)
            seen[name] = Set(reported)
            let ended = Set(reported.compactMap { job.slurm.report(of: name, unit: $0)?.unit })
            // A unit whose end is reported no longer runs there. The numbers of the others do not change.
            submission.tasks = submission.tasks.map { $0.filter { !ended.contains($0) } }
            found.append(submission)
        }
        return SlurmWave(
            units,
            forecast: forecast,
            limits: limits,
            jobID: URL(filePath: job.path).lastPathComponent,
            token: token,
            adopting: found
        )
    }

    private func perform(_ action: SlurmWave.Action, _ seen: inout [String: Set<Int>]) -> SlurmWave.Event {
        switch action {
        case .submit(let submission):
            do {
                try job.slurm.write(submission)
                return .submitted(name: submission.name, job: try client.submit(submission, of: job))
            } catch let error as SlurmError {
                return .notSubmitted(name: submission.name, error)
            } catch {
                // The shared folder may be away for a while, too. It is tried for as long as a controller would be.
                let reason = FarmError(explaining: error)
                return .notSubmitted(
                    name: submission.name,
                    SlurmError(.away, tool: .sbatch, cause: reason.explanation)
                )
            }
        case .poll(let names):
            do throws(SlurmError) { return .queue(try client.queue(names: names).map(job.explained)) } catch {
                return .queueFailed(error)
            }
        case .ask(let jobs):
            do throws(SlurmError) { return .records(try client.records(of: jobs)) } catch {
                return .recordsFailed(error)
            }
        case .look(let names): return .reported(names.flatMap { look($0, &seen) })
        case .cancel(let cancellation):
            do throws(SlurmError) {
                try client.cancel(cancellation)
                return .cancelled(cancellation)
            } catch {
                return .notCancelled(cancellation, error)
            }
        case .wait, .end: return .reported([])
        }
    }

    /// The units of a submission that were reported since the last check.
    private func look(_ name: String, _ seen: inout [String: Set<Int>]) -> [UnitOutcome] {
        var outcomes: [UnitOutcome] = []
        for number in job.slurm.reportedUnits(of: name) where seen[name, default: []].contains(number) == false {
            // A report that cannot be read now is read at the next check.
            guard let outcome = job.slurm.report(of: name, unit: number) else { continue }
            seen[name, default: []].insert(number)
            outcomes.append(outcome)
        }
        return outcomes
    }

    private func tell(_ reports: [SlurmWave.Report], _ onOutcome: (UnitOutcome) -> Void) {
        for report in reports {
            switch report {
            case .note(let unit, let text): onMessage(unit, .note(text))
            case .outcome(var outcome, let submission, let task):
                if outcome.exit == .code(0) {
                    for range in outcome.unit.ranges { onMessage(outcome.unit, .published(range: range)) }
                }
                if outcome.lastWords.isEmpty, case .abandoned = outcome.exit, let submission, let task {
                    outcome.lastWords = UnitLog.lastWords(of: "\(job.paths.slurmLogStem(submission))-\(task).log")
                }
                onOutcome(outcome)
            }
        }
    }

    /// Removes the documents of submissions that are over. Those of a submission whose tasks may still run stay for the
    /// next coordinator.
    private func tidy(_ wave: SlurmWave) {
        let left = Set(wave.uncancelledNames)
        for name in job.slurm.submissionNames where !left.contains(name) {
            // A folder that is left over does no harm.
            try? job.slurm.removeSubmission(name)
        }
    }
}
