import Coordination
import Foundation
import Hooks
import JobDocuments
import Jobs
import Media
import Platform
import Reporting

/// Tells the operator's hooks how films ended: puts messages into the outbox, and starts the process that sends them.
///
/// Nothing here fails a job. What goes wrong is said.
struct FilmHooks: Sendable {
    /// Absolute path of the file of the hooks.
    let path: String
    /// False tells nothing when all is well.
    let isTalkative: Bool

    init(path: String, isTalkative: Bool = true) {
        self.path = path
        self.isTalkative = isTalkative
    }

    /// Why hooks of these names will not be told; nothing if they will.
    func warnings(about names: [String]) -> [String] {
        guard !names.isEmpty else { return [] }
        do {
            guard let file = try HookFile(at: path) else {
                return ["onFinish: there is no file \(path), so that no hook learns of the film"]
            }
            return names.filter { file.hook($0) == nil }.map { "onFinish: there is no hook \($0) in \(path)" }
        } catch {
            return ["onFinish: no hook learns of the film: \(path): \(error.cause)"]
        }
    }

    /// Tells the hooks of a film how it ended. A film that was interrupted, or that another process makes, has not
    /// ended.
    ///
    /// - Parameters:
    ///   - manifest: path of its manifest; nil if the job was continued without one.
    ///   - say: writes a message about the film.
    func tell(_ ending: FilmEnding, of job: ResolvedJob, manifest: String?, say: (String) -> Void) {
        guard let names = job.onFinish, ending.hasEnded else { return }
        let words = HookMessage.Job(
            id: job.id,
            name: job.name,
            externalID: job.externalID,
            directory: ending.directory?.path,
            manifest: manifest
        )
        tell(names, ending, words, say)
    }

    /// Tells the hooks of a manifest why it became no film.
    func tell(_ ending: FilmEnding, of manifest: Manifest, say: (String) -> Void) {
        guard !manifest.onFinish.isEmpty, ending.hasEnded else { return }
        let words = HookMessage.Job(
            id: ending.jobID,
            name: ending.name,
            externalID: manifest.externalID,
            directory: ending.directory?.path,
            manifest: manifest.path
        )
        tell(manifest.onFinish, ending, words, say)
    }

    private func tell(
        _ names: [String],
        _ ending: FilmEnding,
        _ job: HookMessage.Job,
        _ say: (String) -> Void
    ) {
        do {
            guard let file = try HookFile(at: path) else {
                return say("no hook learns of the film: there is no file \(path)")
            }
            guard let outbox = file.outbox.map({ Outbox(path: $0) }) ?? Outbox.standard() else {
                return say(
                    "no hook learns of the film: there is no place for their messages; set HOME, or outbox in \(path)"
                )
            }
            let record = ending.directory.map { HookRecord(of: $0) }
            var isAnyNew = false
            for name in names {
                guard file.hook(name) != nil else {
                    say("hook \(name) gets no message: there is none of this name in \(path)")
                    continue
                }
                let id = ending.messageID(for: name)
                if try record?.has(id) == true { continue }
                let delivery = try delivery(id, to: name, ending, job)
                isAnyNew = try outbox.add(delivery) || isAnyNew
                try record?.add(id)
                if isTalkative { say("hook \(name) gets message \(id.prefix(8)) from \(outbox.path)") }
            }
            if isAnyNew { try OutboxProcess.start(outbox) }
        } catch let error as any ExplainedError {
            say("hooks may not learn of the film: \(error.explanation)")
        } catch {
            say("hooks may not learn of the film: \(error)")
        }
    }

    private func delivery(
        _ id: String,
        to name: String,
        _ ending: FilmEnding,
        _ job: HookMessage.Job
    ) throws -> HookDelivery {
        let now = Date()
        let kind: HookMessage.Kind = ending.film == nil ? .failed : .finished
        var message = HookMessage(id: id, type: kind, time: now, job: job, film: HookMessage.Film(ending))
        if let directory = ending.directory, directory.writtenReport() != nil {
            message.reportPath = directory.paths.report
            message.report = FileManager.default.contents(atPath: directory.paths.report).map { [UInt8]($0) }
        }
        let seconds = Int(now.timeIntervalSince1970)
        return HookDelivery(id: id, hook: name, file: path, event: kind, body: try message.text, now: seconds)
    }
}

extension FilmEnding {
    /// Whether it has ended for good: it was neither interrupted nor left to another process.
    fileprivate var hasEnded: Bool {
        if case .failed(let error)? = outcome, error.code == .inUse { return false }
        return exitCode != FailureKind.interrupted.rawValue
    }

    /// The id of the message to a hook. The same film has the same id, so that a film that was finished by a process
    /// that was killed gets at most one more message, and a receiver sees that it knows the message. Failures differ.
    fileprivate func messageID(for hook: String) -> String {
        guard let film else { return HookDelivery.newID() }
        return HookDelivery.id(of: [film.job, film.path, film.sha256, String(film.modificationTime), hook])
    }
}

extension HookMessage.Film {
    fileprivate init(_ ending: FilmEnding) {
        // A run may find a film of whose end nobody learned.
        let state = ending.state == "complete" ? "finished" : ending.state
        self.init(path: ending.output, state: state, exitCode: ending.exitCode)
        byteCount = ending.film?.byteCount
        sha256 = ending.film?.sha256
        seconds = ending.seconds
        failure = ending.failure.map { String($0.prefix(10_000)) }
        findings = Array(((ending.film?.findings ?? []) + (ending.film?.misses ?? [])).prefix(100))
    }
}
