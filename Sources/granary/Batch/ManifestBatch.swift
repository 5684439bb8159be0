import Coordination
import Foundation
import JobDocuments
import Jobs
import LocalEngine
import Media
import Platform

/// Makes the films of several manifests at the same time, with one pool of workers.
///
/// A job begins when a slot is free that no running job waits for, and when the disk has room for it and for those that
/// run. So there are as many jobs at work as it takes to fill the slots. Each has its own coordinator, and its film
/// does not depend on the others. A film that fails stops no other one.
struct ManifestBatch {
    /// What happens in a batch.
    private enum Event: Sendable {
        /// A manifest has become a job, or not.
        case prepared(Int, Result<PreparedJob, any Error>)
        /// A job has begun its first wave.
        case began(Int)
        /// All films of a job have ended.
        case ended(Int, [FilmEnding])
        /// A slot may be free, or the user wants the batch to stop.
        case changed
    }

    /// How far the batch is.
    private struct Progress {
        var order: BatchOrder
        /// Whether a manifest becomes a job now.
        var isPreparing = false
        /// The next job to begin.
        var ready: (index: Int, job: PreparedJob)?
        /// The job that has begun last, until it runs units.
        var beginning: Int?
        var active: [Int: PreparedJob] = [:]
        var endings: [Int: [FilmEnding]] = [:]
    }

    let manifests: [Manifest]
    private let launcher: JobLauncher
    private let shared: SharedRun

    /// Creates a batch.
    ///
    /// - Parameter hashesSource: true if a new job identifies its source by all of its bytes.
    init(_ manifests: [Manifest], _ options: RunOptions, hashesSource: Bool) {
        self.manifests = manifests
        let display = ProgressDisplay(options.progress, showsSeveral: true)
        shared = SharedRun(
            // Tasks of a cluster are Slurm's to share out.
            pool: options.engine == .local ? WorkerPool(.current, requested: options.workers) : nil,
            display: display,
            interruptions: Interruptions(engine: options.engine) { display.write($0) }
        )
        launcher = JobLauncher(options, hashesSource: hashesSource, shared: shared)
    }

    /// Makes the films; returns the worst exit code.
    func run() async throws -> Int32 {
        let (events, signal) = AsyncStream.makeStream(of: Event.self)
        let listener = shared.interruptions.listen { signal.yield(.changed) }
        defer { listener.cancel() }
        let room = shared.pool.map { pool in
            Task { for await _ in pool.room { signal.yield(.changed) } }
        }
        defer { room?.cancel() }
        signal.yield(.changed)
        var progress = Progress(order: BatchOrder(manifests))
        for await event in events {
            note(event, &progress)
            advance(&progress, signal)
            if progress.endings.count == manifests.count { break }
        }
        shared.display.finish()
        let summary = BatchSummary(manifests.indices.flatMap { progress.endings[$0] ?? [] })
        switch launcher.options.progress.resolved {
        case .json: try shared.display.writeLine(summary)
        case .none: break
        default: StandardOutput.write(summary.text)
        }
        return summary.exitCode
    }

    private func note(_ event: Event, _ progress: inout Progress) {
        switch event {
        case .changed: break
        case .began(let index): if progress.beginning == index { progress.beginning = nil }
        case .prepared(let index, .success(let job)):
            progress.isPreparing = false
            progress.ready = (index, job)
        case .prepared(let index, .failure(let error)):
            progress.isPreparing = false
            end(index, [failure(error, of: manifests[index])], &progress)
        case .ended(let index, let endings):
            progress.active[index] = nil
            if progress.beginning == index { progress.beginning = nil }
            end(index, endings, &progress)
        }
    }

    private func end(_ index: Int, _ endings: [FilmEnding], _ progress: inout Progress) {
        progress.endings[index] = endings
        progress.order.end(index)
    }

    /// Begins what can begin now.
    private func advance(_ progress: inout Progress, _ signal: AsyncStream<Event>.Continuation) {
        if shared.interruptions.wasInterrupted {
            for index in progress.order.giveUp() + (progress.ready.map { [$0.index] } ?? []) {
                end(index, notBegun(manifests[index]), &progress)
            }
            progress.ready = nil
        }
        if let (index, job) = progress.ready, canBegin(job, progress) {
            (progress.ready, progress.beginning) = (nil, index)
            progress.active[index] = job
            begin(index, job, signal)
        }
        if !progress.isPreparing, progress.ready == nil, let index = progress.order.next() {
            progress.isPreparing = true
            prepare(index, signal)
        }
        shared.display.setWaiting(progress.order.waiting.count + (progress.ready == nil ? 0 : 1))
    }

    /// Whether the slots, the disk and the other jobs leave room for a job.
    private func canBegin(_ job: PreparedJob, _ progress: Progress) -> Bool {
        if progress.active.isEmpty { return true }
        guard let pool = shared.pool, progress.beginning == nil, pool.hasRoom,
            // More jobs than slots could not run all at once, and one more fills the gaps between their waves.
            progress.active.count <= pool.slotCount
        else { return false }
        let directories = Set(job.directories.map(\.path))
        let others = progress.active.values
        guard others.allSatisfy({ directories.isDisjoint(with: $0.directories.map(\.path)) }) else { return false }
        return DiskClaim.fit(DiskClaim.claims(of: job), among: others.flatMap(DiskClaim.claims))
    }

    /// Turns a manifest into a job, on a thread of its own: readers of films block.
    private func prepare(_ index: Int, _ signal: AsyncStream<Event>.Continuation) {
        let thread = Thread { [launcher, manifests] in
            signal.yield(.prepared(index, Result { try launcher.prepare(manifests[index]) }))
        }
        thread.stackSize = 8 << 20
        thread.name = "prepare"
        thread.start()
    }

    private func begin(_ index: Int, _ job: PreparedJob, _ signal: AsyncStream<Event>.Continuation) {
        Task {
            let endings: [FilmEnding]
            do {
                endings = try await launcher.make(job) { signal.yield(.began(index)) }
            } catch {
                endings = [failure(error, of: manifests[index], job)]
            }
            signal.yield(.ended(index, endings))
        }
    }

    // MARK: - Films that were not made

    private func name(of manifest: Manifest) -> String {
        manifest.name ?? URL(filePath: manifest.output).deletingPathExtension().lastPathComponent
    }

    private func notBegun(_ manifest: Manifest) -> [FilmEnding] {
        let films = [(name(of: manifest), manifest.output)] + manifest.furtherOutputs.map { ($0.name, $0.path) }
        return films.map { .notBegun(name: $0.0, output: $0.1) }
    }

    /// Tells why a manifest became no film, and returns its ending.
    private func failure(_ error: any Error, of manifest: Manifest, _ job: PreparedJob? = nil) -> FilmEnding {
        let explained = error as? any ExplainedError
        let words = explained?.explanation ?? "\(error)\n  This is a bug in Granary."
        let code = (explained?.kind ?? .bug).rawValue
        let name = name(of: manifest)
        shared.display.write("granary: \(PlainText.field(name)): \(words)\n")
        let event = JobEvent.failed(explanation: words, exitCode: code)
        let line = EventLine(jobID: job?.first.id, manifest: job == nil ? manifest.file : nil, event: event)
        // Standard output that cannot be written ends the process.
        try? shared.display.writeLine(line)
        return FilmEnding(name: name, jobID: job?.first.id, output: manifest.output, outcome: nil, exitCode: code)
    }
}
