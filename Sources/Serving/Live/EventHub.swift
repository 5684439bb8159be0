import Foundation
import JobDocuments
import Media
import NIOCore

/// Follows journals for any number of clients: each journal is read once, and each piece of a stream is encoded once.
///
/// A client that does not take its pieces is dropped. It comes back with the position of its last event, and reads what
/// it missed from the journal.
actor EventHub {
    /// What a client gets: pieces of a stream from a position on.
    struct Feed {
        /// Pieces from `position` on; it ends when the client is dropped, or the server ends.
        let pieces: AsyncStream<ByteBuffer>
        /// Position in the journal at which they begin.
        let position: Int64
        /// Number of the client.
        let number: Int
    }

    private struct Client {
        let pieces: AsyncStream<ByteBuffer>.Continuation
        /// Closes its connection.
        let drop: @Sendable () -> Void
    }

    private struct Tail {
        let journal: JournalReader
        var position: Int64
        var clients: [Int: Client] = [:]
        var lastPiece = ContinuousClock.now
    }

    private let limits: ServeOptions.Limits
    private let overview: @Sendable () throws -> [UInt8]
    private var tails: [String: Tail] = [:]
    private var watchers: [Int: Client] = [:]
    private var shownOverview: [UInt8] = []
    private var overviewTime = ContinuousClock.now
    private var nextNumber = 0
    private var isLooking = false

    /// Creates a hub.
    ///
    /// - Parameter overview: the document of all jobs and queues, encoded.
    init(_ limits: ServeOptions.Limits, overview: @escaping @Sendable () throws -> [UInt8]) {
        self.limits = limits
        self.overview = overview
    }

    // MARK: - Clients

    /// Adds a client that follows the journal at a path.
    func follow(_ path: String, drop: @escaping @Sendable () -> Void) -> Feed {
        // A client that read further than the last look must not get anything twice.
        lookAtJournal(path)
        let journal = JournalReader(path: path)
        var tail = tails[path] ?? Tail(journal: journal, position: journal.endOfLines)
        let (pieces, client) = client(drop)
        nextNumber += 1
        tail.clients[nextNumber] = client
        tails[path] = tail
        look()
        return Feed(pieces: pieces, position: tail.position, number: nextNumber)
    }

    /// Adds a client that follows the overview, which it gets at once.
    func watch(drop: @escaping @Sendable () -> Void) throws -> Feed {
        let (pieces, client) = client(drop)
        nextNumber += 1
        if watchers.isEmpty || shownOverview.isEmpty { shownOverview = try overview() }
        client.pieces.yield(EventStream.piece(type: "overview", data: shownOverview))
        watchers[nextNumber] = client
        look()
        return Feed(pieces: pieces, position: 0, number: nextNumber)
    }

    /// Removes a client.
    func leave(_ number: Int) {
        watchers[number]?.pieces.finish()
        watchers[number] = nil
        for path in tails.keys where tails[path]?.clients[number] != nil {
            tails[path]?.clients[number]?.pieces.finish()
            tails[path]?.clients[number] = nil
            if tails[path]?.clients.isEmpty == true { tails[path] = nil }
        }
    }

    private func client(_ drop: @escaping @Sendable () -> Void) -> (AsyncStream<ByteBuffer>, Client) {
        let (pieces, continuation) = AsyncStream.makeStream(
            of: ByteBuffer.self,
            bufferingPolicy: .bufferingOldest(limits.waitingPieces)
        )
        return (pieces, Client(pieces: continuation, drop: drop))
    }

    // MARK: - Looking

    /// Looks at the journals until no client is left.
    private func look() {
        guard !isLooking else { return }
        isLooking = true
        Task {
            while !(tails.isEmpty && watchers.isEmpty) {
                for path in tails.keys { lookAtJournal(path) }
                lookAtOverview()
                try? await Task.sleep(for: limits.lookInterval)
            }
            isLooking = false
        }
    }

    private func lookAtJournal(_ path: String) {
        guard let tail = tails[path] else { return }
        if tail.journal.byteCount != tail.position {
            // A journal that was begun again is read from its beginning.
            let (lines, end) = tail.journal.lines(from: tail.journal.checked(tail.position))
            tails[path]?.position = end
            if !lines.isEmpty { return send(EventStream.piece(lines), to: path) }
        }
        if tail.lastPiece.duration(to: .now) >= limits.silence { send(EventStream.comment, to: path) }
    }

    private func send(_ piece: ByteBuffer, to path: String) {
        guard var tail = tails[path] else { return }
        tail.lastPiece = .now
        tail.clients = tail.clients.filter { Self.takes($0.value, piece) }
        tails[path] = tail.clients.isEmpty ? nil : tail
    }

    private func lookAtOverview() {
        guard !watchers.isEmpty else { return }
        let pause = overviewTime.duration(to: .now)
        guard pause >= .seconds(1), let now = try? overview() else { return }
        guard now != shownOverview || pause >= limits.silence else { return }
        overviewTime = .now
        let piece = now == shownOverview ? EventStream.comment : EventStream.piece(type: "overview", data: now)
        shownOverview = now
        watchers = watchers.filter { Self.takes($0.value, piece) }
    }

    /// Hands a client a piece; false if it was dropped because too many wait.
    private static func takes(_ client: Client, _ piece: ByteBuffer) -> Bool {
        if case .enqueued = client.pieces.yield(piece) { return true }
        client.pieces.finish()
        client.drop()
        return false
    }
}
