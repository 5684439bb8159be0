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
struct FilmBatch {
    /// What happens in a batch.
    private enum Event: Sendable {
        /// A manifest has become a job, or not.
        case prepared(BatchItem, Result<PreparedJob, any Error>)
        /// A job has begun its first wave.
        case began(Int)
        /// All films of a job have ended.
        case ended(BatchItem, [FilmEnding])
        /// A slot may be free, the user wants the batch to stop, or it is time to look for manifests.
        case changed
    }

    /// How far the batch is.
    private struct Progress {
        var supply: any BatchSupply
        /// Whether a manifest becomes a job now.
        var isPreparing = false
        /// The next job to begin.
        var ready: (item: BatchItem, job: PreparedJob)?
        /// The job that has begun last, until it runs units.
        var beginning: Int?
        var active: [Int: PreparedJob] = [:]
        var endings: [Int: [FilmEnding]] = [:]

        var isOver: Bool { !isPreparing && ready == nil && active.isEmpty && !supply.isOpen }
    }

    private let launcher: JobLauncher
    private let shared: SharedRun

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - hashesSource: true if a new job identifies its source by all of its bytes.
    ///   - gate: what limits the slots of several processes; nil for a process alone.
    init(_ options: RunOptions, hashesSource: Bool, gate: (any SlotGate)? = nil) {
        let display = ProgressDisplay(options.progress, showsSeveral: true)
        shared = SharedRun(
            // Tasks of a cluster are Slurm's to share out.
            pool: options.engine == .local
                ? WorkerPool(.current, requested: options.workers, gate: gate) : nil,
            display: display,
            interruptions: Interruptions(engine: options.engine) { display.write($0) }
        )
        launcher = JobLauncher(options, hashesSource: hashesSource, shared: shared)
    }

    /// Writes a message to standard error.
    func say(_ message: String) { shared.display.write("granary: \(message)\n") }

    /// Makes the films; returns the worst exit code.
    func run(_ supply: any BatchSupply) async throws -> Int32 {
        let (events, signal) = AsyncStream.makeStream(of: Event.self)
        let listener = shared.interruptions.listen { signal.yield(.changed) }
        defer { listener.cancel() }
        let room = shared.pool.map { pool in
            Task { for await _ in pool.room { signal.yield(.changed) } }
        }
        defer { room?.cancel() }
        let clock = supply.interval.map { interval in
            Task { while (try? await Task.sleep(for: interval)) != nil { signal.yield(.changed) } }
        }
        defer { clock?.cancel() }
        signal.yield(.changed)
        var progress = Progress(supply: supply)
        for await event in events {
            note(event, &progress)
            advance(&progress, signal)
            if progress.isOver { break }
        }
        return try conclude(progress)
    }

    private func conclude(_ progress: Progress) throws -> Int32 {
        shared.display.finish()
        let endings = progress.endings.sorted { $0.key < $1.key }.flatMap(\.value)
        let summary = BatchSummary(endings, exitCodes: progress.supply.exitCodes)
        switch launcher.options.progress.resolved {
        case .json: try shared.display.writeLine(summary)
        case .none: break
        default: if !endings.isEmpty { StandardOutput.write(summary.text) }
        }
        return summary.exitCode
    }

    private func note(_ event: Event, _ progress: inout Progress) {
        switch event {
        case .changed: break
        case .began(let number): if progress.beginning == number { progress.beginning = nil }
        case .prepared(let item, .success(let job)):
            progress.isPreparing = false
            progress.ready = (item, job)
        case .prepared(let item, .failure(let error)):
            progress.isPreparing = false
            end(item, [failure(error, of: item.manifest)], &progress)
        case .ended(let item, let endings):
            progress.active[item.number] = nil
            if progress.beginning == item.number { progress.beginning = nil }
            end(item, endings, &progress)
        }
    }

    private func end(_ item: BatchItem, _ endings: [FilmEnding], _ progress: inout Progress) {
        progress.endings[item.number] = endings
        progress.supply.end(item, endings)
    }

    /// Begins what can begin now.
    private func advance(_ progress: inout Progress, _ signal: AsyncStream<Event>.Continuation) {
        if shared.interruptions.wasInterrupted {
            for item in progress.supply.giveUp() + (progress.ready.map { [$0.item] } ?? []) {
                end(item, notBegun(item.manifest), &progress)
            }
            progress.ready = nil
        }
        if let (item, job) = progress.ready, canBegin(job, progress) {
            (progress.ready, progress.beginning) = (nil, item.number)
            progress.active[item.number] = job
            begin(item, job, signal)
        }
        if !progress.isPreparing, progress.ready == nil, let item = progress.supply.next() {
            progress.isPreparing = true
            prepare(item, signal)
        }
        shared.display.setWaiting(progress.supply.waitingCount + (progress.ready == nil ? 0 : 1))
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
    private func prepare(_ item: BatchItem, _ signal: AsyncStream<Event>.Continuation) {
        let thread = Thread { [launcher] in
            signal.yield(.prepared(item, Result { try launcher.prepare(item.manifest) }))
        }
        thread.stackSize = 8 << 20
        thread.name = "prepare"
        thread.start()
    }

    private func begin(_ item: BatchItem, _ job: PreparedJob, _ signal: AsyncStream<Event>.Continuation) {
        Task {
            let endings: [FilmEnding]
            do {
                endings = try await launcher.make(job) { signal.yield(.began(item.number)) }
            } catch {
                endings = [failure(error, of: item.manifest, job)]
            }
            signal.yield(.ended(item, endings))
        }
    }

    // MARK: - Films that were not made

    private func notBegun(_ manifest: Manifest) -> [FilmEnding] {
        let films = [(manifest.filmName, manifest.output)] + manifest.furtherOutputs.map { ($0.name, $0.path) }
        return films.map { .notBegun(name: $0.0, output: $0.1) }
    }

    /// Tells why a manifest became no film, and returns its ending.
    private func failure(_ error: any Error, of manifest: Manifest, _ job: PreparedJob? = nil) -> FilmEnding {
        let ending = FilmEnding.unmade(manifest, error, job)
        let (name, words) = (PlainText.field(ending.name), ending.words ?? "")
        say("\(name): \(words)")
        let event = JobEvent.failed(explanation: words, exitCode: ending.exitCode)
        let line = EventLine(jobID: job?.first.id, manifest: job == nil ? manifest.file : nil, event: event)
        // Standard output that cannot be written ends the process.
        try? shared.display.writeLine(line)
        launcher.tellHooks(ending, of: manifest) { say("\(name): \($0)") }
        return ending
    }
}

extension Manifest {
    /// Absolute path of its file; nil if it has none.
    var path: String? { positions.isEmpty ? nil : URL(filePath: file).standardizedFileURL.path }
}
