import Foundation
import JobDocuments
import Jobs
import Media

/// The films of a queue, as one of its processes takes them: each under its claim, the highest priority first.
///
/// What happens to a film is written into its entry. A film that fails stays as failed. One that is interrupted waits
/// again, and so does one for which the disk is full; then the whole queue is paused. An entry that cannot be read is
/// reported once and left alone.
struct QueueSupply: BatchSupply {
    private let queue: JobQueue
    /// Whether it waits for further films when there are none.
    private let waits: Bool
    private let say: (String) -> Void
    private var claims: [Int: QueueLock] = [:]
    /// Damaged entries that were reported.
    private var reported: Set<Int> = []
    private var isStopped = false
    private var isPaused = false

    private(set) var waitingCount = 0
    private(set) var exitCodes: [Int32] = []
    let interval: Duration? = .seconds(1)

    /// Creates the supply of a process.
    ///
    /// - Parameters:
    ///   - waits: true if it waits for further films when there are none, and for the end of a pause.
    ///   - say: writes a message for the user.
    init(_ queue: JobQueue, waits: Bool, say: @escaping (String) -> Void) {
        self.queue = queue
        self.waits = waits
        self.say = say
    }

    var isOpen: Bool { !isStopped && (waits || waitingCount > 0 && !isPaused) }

    mutating func next() -> BatchItem? {
        do {
            return try take()
        } catch {
            fail(error)
            return nil
        }
    }

    /// Claims the first film that can begin.
    private mutating func take() throws -> BatchItem? {
        guard !isStopped else { return nil }
        let open = try openEntries()
        notePause(open.contains { claims[$0.number] == nil })
        let free = open.filter { claims[$0.number] == nil && !queue.isClaimed($0.number) }
        waitingCount = free.count
        guard !isPaused else { return nil }
        for entry in free.sorted(by: { $0.precedes($1) }) where !open.contains(where: { isBehind(entry, $0) }) {
            guard let claim = try queue.claim(entry.number) else { continue }
            // Another process may have ended it meanwhile.
            guard let current = try queue.entry(entry.number), current.state == .waiting else { continue }
            claims[entry.number] = claim
            waitingCount -= 1
            if let manifest = manifest(of: current) { return BatchItem(number: entry.number, manifest: manifest) }
        }
        return nil
    }

    /// The films that nobody has ended. Damaged entries are reported, and the others go on.
    private mutating func openEntries() throws -> [QueueEntry] {
        var entries: [QueueEntry] = []
        for number in try queue.numbers() {
            do {
                if let entry = try queue.entry(number), entry.state == .waiting { entries.append(entry) }
            } catch {
                if reported.insert(number).inserted {
                    say(error.explanation)
                    exitCodes.append(error.kind.rawValue)
                }
            }
        }
        return entries
    }

    private func isBehind(_ entry: QueueEntry, _ other: QueueEntry) -> Bool {
        other.number < entry.number && FilmFiles(entry).follows(FilmFiles(other))
    }

    private mutating func notePause(_ hasOpenFilms: Bool) {
        let pause = queue.pause()
        if let pause, !isPaused {
            say("the queue is paused: \(PlainText.field(pause.reason)); granary queue resume ends the pause")
            if hasOpenFilms, !waits { exitCodes.append(FailureKind.temporary.rawValue) }
        }
        isPaused = pause != nil
    }

    /// The manifest of a film; nil if its text is not valid any more, which is noted.
    private mutating func manifest(of entry: QueueEntry) -> Manifest? {
        do {
            let folder = URL(filePath: entry.file).deletingLastPathComponent().path
            var manifest = try Manifest(parsing: [UInt8](entry.text.utf8), file: entry.file, folder: folder)
            manifest.priority = entry.priority
            return manifest
        } catch {
            say("film \(entry.number): \(error.explanation)")
            exitCodes.append(error.kind.rawValue)
            note(entry.number, .failed, error.kind.rawValue, error.explanation, nil)
            return nil
        }
    }

    mutating func end(_ item: BatchItem, _ endings: [FilmEnding]) {
        let code = FailureKind.worst(of: endings.map(\.exitCode))
        let words = endings.first { $0.exitCode == code }?.failure
        let directory = endings.compactMap(\.directory).first?.path
        if code == FailureKind.interrupted.rawValue {
            claims[item.number] = nil
        } else if let full = endings.first(where: \.isFullDisk) {
            // The first line: the remedy of the film is not that of the queue.
            pause("there is no space for \(full.name): \((full.failure ?? "").prefix { $0 != "\n" })")
            claims[item.number] = nil
        } else {
            let isMade = code == 0 || code == FailureKind.verification.rawValue
            note(item.number, isMade ? .finished : .failed, code, isMade ? nil : words, directory)
        }
    }

    mutating func giveUp() -> [BatchItem] {
        // They stay in the queue, for this process or another one.
        isStopped = true
        if waitingCount > 0 { exitCodes.append(FailureKind.interrupted.rawValue) }
        waitingCount = 0
        return []
    }

    private mutating func pause(_ reason: String) {
        do {
            try queue.pause(QueuePause(reason: reason))
        } catch {
            // Nothing can be written, so no other film of this process may begin either.
            isStopped = true
            fail(error)
        }
    }

    /// Writes what became of a film, and gives its claim back.
    private mutating func note(
        _ number: Int,
        _ state: QueueEntry.State,
        _ code: Int32,
        _ words: String?,
        _ directory: String?
    ) {
        do {
            try queue.change(number) { entry, _ in
                (entry.state, entry.exitCode, entry.words, entry.directory) = (state, code, words, directory)
            }
            claims[number] = nil
        } catch {
            // The claim stays: this process does not take the film again, and the next one finds it as it was.
            fail(error)
        }
    }

    private mutating func fail(_ error: any Error) {
        let explained = error as? any ExplainedError
        say(explained?.explanation ?? "\(error)\n  This is a bug in Granary.")
        exitCodes.append((explained?.kind ?? .bug).rawValue)
        isStopped = true
    }
}

extension FilmFiles {
    /// The files of a film of a queue.
    init(_ entry: QueueEntry) { self.init(sources: Set(entry.sources), outputs: Set(entry.outputs)) }
}
