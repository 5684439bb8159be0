import Foundation
package import Jobs
import Media
import Platform

/// A folder with films to make, which any number of processes share: their entries, and the locks of those at work.
///
/// Entries are only written under the lock of the folder. A process that makes a film holds the claim of its entry: a
/// lock that ends with the process, so that another one goes on where it stopped.
package struct JobQueue: Hashable, Sendable {
    /// Absolute path of the folder.
    package let path: String

    /// Creates a value for a folder, which need not exist.
    package init(path: String) { self.path = path }

    private var filmsFolder: String { path + "/films" }
    private var claimsFolder: String { path + "/claims" }
    private var pausePath: String { path + "/paused.json" }
    private var slotsFolder: String { path + "/slots/" + ProcessInfo.processInfo.hostName }

    private func entryPath(_ number: Int) -> String { "\(filmsFolder)/\(Self.name(number)).json" }
    private func claimPath(_ number: Int) -> String { "\(claimsFolder)/\(Self.name(number)).lock" }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(6 - digits.count, 0)) + digits
    }

    // MARK: - The folder

    /// Whether the folder is a queue.
    package var exists: Bool { FileStatus(path: filmsFolder)?.isFolder == true }

    /// Creates the folder.
    package func create() throws {
        for folder in [filmsFolder, claimsFolder] { try JobFiles.createFolder(folder) }
    }

    /// The folder of the locks of slots on this machine. Creates it.
    package func slots() throws -> String {
        try JobFiles.createFolder(slotsFolder)
        return slotsFolder
    }

    /// Throws unless the folder is a queue.
    package func check() throws(FarmError) {
        guard !exists else { return }
        throw FarmError(
            .missingDocument,
            attempted: "open the queue",
            subject: path,
            cause: "there is no queue in this folder",
            remedy: "Check the path, or begin a queue with granary queue add.",
            kind: .sourceNotFound
        )
    }

    /// Holds the lock of the folder while `body` runs.
    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let lock = try QueueLock.take(path + "/queue.lock", waits: true)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    // MARK: - Films

    /// Numbers of the films, ascending.
    package func numbers() throws(FarmError) -> [Int] { try Self.numbers(in: filmsFolder, suffix: ".json") }

    private static func numbers(in folder: String, suffix: String) throws(FarmError) -> [Int] {
        try JobFiles.entries(of: folder).compactMap { entry in
            guard entry.hasSuffix(suffix), let number = Int(entry.dropLast(suffix.count)), number > 0,
                name(number) + suffix == entry
            else { return nil }
            return number
        }.sorted()
    }

    /// The film of a number; nil if there is none. Throws if its document is damaged.
    package func entry(_ number: Int) throws(FarmError) -> QueueEntry? {
        let file = DocumentFile(entryPath(number))
        let entry: QueueEntry?
        do {
            entry = try file.read(QueueEntry.self, version: QueueEntry.currentVersion)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            throw damaged(error, number)
        }
        if let entry, entry.number != number {
            throw damaged(file.unreadable("it is that of film \(entry.number)"), number)
        }
        return entry
    }

    private func damaged(_ error: FarmError, _ number: Int) -> FarmError {
        FarmError(
            .unreadableDocument,
            attempted: "read film \(number) of the queue",
            subject: error.subject,
            cause: error.cause,
            remedy: "Remove it with granary queue remove, and add its manifest again."
        )
    }

    /// Adds a film; returns its entry with its number.
    package func add(_ entry: QueueEntry) throws -> QueueEntry {
        try create()
        return try locked { try addUnderLock(entry) }
    }

    /// Adds a film unless the films that are there say that it is not wanted; then it returns nil. Throws if one of
    /// them is damaged.
    package func add(_ entry: QueueEntry, if isWanted: ([QueueEntry]) -> Bool) throws -> QueueEntry? {
        try create()
        return try locked {
            try isWanted(numbers().compactMap { try self.entry($0) }) ? addUnderLock(entry) : nil
        }
    }

    private func addUnderLock(_ added: QueueEntry) throws -> QueueEntry {
        let claimed = try Self.numbers(in: claimsFolder, suffix: ".lock")
        var entry = added
        // Numbers of films that were removed are not used again once somebody has claimed them.
        entry.number = max(try numbers().last ?? 0, claimed.last ?? 0) + 1
        guard try DocumentFile(entryPath(entry.number)).publish(entry) else {
            throw FarmError(
                .inUse,
                attempted: "add a film to the queue",
                subject: entryPath(entry.number),
                cause: "something without the queue's lock wrote it meanwhile",
                remedy: "Check that the file system of the queue supports locks, and try again."
            )
        }
        return entry
    }

    /// Changes the entry of a film; does nothing if it was removed.
    package func change(_ number: Int, _ body: (inout QueueEntry, [QueueEntry]) -> Void) throws {
        try locked {
            guard var entry = try entry(number) else { return }
            body(&entry, try numbers().filter { $0 != number }.compactMap { try? self.entry($0) })
            try DocumentFile(entryPath(number)).replace(entry)
        }
    }

    /// Removes a film, damaged or not. Throws if somebody makes it.
    package func remove(_ number: Int) throws {
        try locked {
            guard let claim = try claim(number) else {
                throw FarmError(
                    .inUse,
                    attempted: "remove a film of the queue",
                    subject: "film \(number)",
                    cause: "a process is making it",
                    remedy: "Interrupt that process, or wait until the film is finished."
                )
            }
            defer { withExtendedLifetime(claim) {} }
            try JobFiles.remove(entryPath(number))
        }
    }

    // MARK: - Claims

    /// Takes the right to make a film; nil if another process has it.
    package func claim(_ number: Int) throws(FarmError) -> QueueLock? { try QueueLock.take(claimPath(number)) }

    /// Whether a process makes a film.
    package func isClaimed(_ number: Int) -> Bool { QueueLock.isTaken(claimPath(number)) }

    // MARK: - Pause

    /// Why no further film begins; nil if the queue is not paused. A damaged document is a pause as well.
    package func pause() -> QueuePause? {
        do {
            return try DocumentFile(pausePath).read(QueuePause.self, version: QueuePause.currentVersion)
        } catch {
            return QueuePause(reason: "the document of the pause cannot be read: \(error.cause)")
        }
    }

    /// Begins no further film. Films that are being made are finished.
    package func pause(_ pause: QueuePause) throws { try locked { try DocumentFile(pausePath).replace(pause) } }

    /// Begins films again.
    package func endPause() throws { try locked { try JobFiles.remove(pausePath) } }
}
