import Foundation
import HTTPTypes
import JobDocuments
import Jobs
import Media
import Platform

/// What clients can change: queues, their films, and running jobs. Each action is that of a command.
struct FarmActions: Sendable {
    private let farm: Farm
    private let program: GranaryProgram
    /// The folders of manifests that are submitted.
    let folders: AllowedFolders

    init(_ farm: Farm, _ program: GranaryProgram, _ folders: AllowedFolders) {
        self.farm = farm
        self.program = program
        self.folders = folders
    }

    /// The queue of a number. Throws if there is none, or none can be read.
    func queue(_ number: Int) throws -> JobQueue {
        guard let queue = farm.queue(number) else { throw Problem(.notFound, "There is no queue \(number).") }
        try queue.check()
        return queue
    }

    /// Begins no further film of a queue, as `granary queue pause` does.
    func pause(_ queue: JobQueue, reason: String?) throws {
        let given = reason.map { PlainText.field($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? ""
        guard given.count <= 1000 else {
            throw Problem(.unprocessableContent, "A reason has at most 1000 characters.")
        }
        try queue.pause(QueuePause(reason: given.isEmpty ? "somebody paused it" : given))
    }

    /// Gives a film another priority, as `granary queue move` does.
    func move(_ film: Int, to priority: Int, in queue: JobQueue) throws {
        guard (0...100).contains(priority) else {
            throw Problem(.unprocessableContent, "A priority is from 0 to 100, not \(priority).")
        }
        try check(film, in: queue)
        try queue.change(film) { entry, _ in entry.priority = priority }
    }

    /// Takes a film out of a queue, as `granary queue remove` does.
    func remove(_ film: Int, from queue: JobQueue) throws {
        try check(film, in: queue)
        try queue.remove(film)
    }

    /// Adds a manifest to a queue, as `granary queue add` does. The same manifest is added once while it waits.
    ///
    /// - Returns: its entry, and whether it is new.
    func add(_ submission: ManifestSubmission, to queue: JobQueue) throws -> (entry: QueueEntry, isNew: Bool) {
        let entry = try submission.entry(in: folders)
        var same: QueueEntry?
        let added = try queue.add(entry) { others in
            same = others.first { $0.state == .waiting && $0.text == entry.text && $0.file == entry.file }
            return same == nil
        }
        guard let result = added ?? same else { throw Problem(.conflict, "The manifest was not added.") }
        return (result, added != nil)
    }

    /// Stops a job, as `granary cancel` does; finished work is kept.
    ///
    /// - Returns: what the command said.
    func cancel(_ id: String) async throws -> String {
        guard let job = farm.job(id) else { throw Problem(.notFound, "There is no job \(PlainText.field(id)).") }
        let run = try await program.run(["cancel", job.directory.path], timeLimitSeconds: 20)
        switch run.exit {
        case .code(0): return "the job is stopped"
        case .timedOut: return "the job was asked to stop, and has not stopped yet"
        default:
            throw Problem(.conflict, "granary cancel ended with \(run.exit): \(run.errors)")
        }
    }

    private func check(_ film: Int, in queue: JobQueue) throws {
        guard try queue.numbers().contains(film) else {
            throw Problem(.notFound, "The queue has no film \(film).")
        }
    }
}
