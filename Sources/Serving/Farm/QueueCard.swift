import Foundation
import JobDocuments
import Jobs
import Media

/// A queue as the server shows it.
struct QueueCard: Encodable, Sendable {
    /// A film of a queue.
    struct Film: Encodable, Sendable {
        /// Number in the queue.
        let number: Int
        /// `waiting`, `running`, `finished`, `failed` or `damaged`.
        let state: String
        /// What the user calls it.
        let name: String
        /// 0 to 100, higher first.
        let priority: Int
        /// Paths of the films that it makes.
        let outputs: [String]
        /// Why it failed, or why its entry cannot be read.
        let error: String?
        /// Id of its job; absent if it never had one.
        let job: String?
    }

    /// Number of the queue, from 1, in the order of the command line.
    let number: Int
    /// Path of the folder.
    let folder: String
    /// Why no further film begins; absent if the queue is not paused.
    let paused: String?
    /// Why the queue cannot be read; absent if it can.
    let error: String?
    /// Its films: those that wait in the order in which they begin, then those that are done, the latest first.
    let films: [Film]

    /// Reads a queue. An entry that cannot be read is a film, too.
    init(_ queue: JobQueue, number: Int) {
        self.number = number
        folder = queue.path
        let listing: JobQueue.Listing
        do throws(FarmError) {
            try queue.check()
            listing = try queue.listing()
        } catch {
            (films, paused, self.error) = ([], nil, Self.words(error))
            return
        }
        let damaged = listing.damaged.map { number, error in
            Film(
                number: number,
                state: "damaged",
                name: "film \(number)",
                priority: 0,
                outputs: [],
                error: Self.words(error),
                job: nil
            )
        }
        films = damaged + (listing.open + listing.done.reversed()).map { Self.film($0, in: queue) }
        paused = queue.pause()?.reason
        error = nil
    }

    private static func words(_ error: FarmError) -> String { "\(error.cause). \(error.remedy)" }

    private static func film(_ entry: QueueEntry, in queue: JobQueue) -> Film {
        Film(
            number: entry.number,
            state: queue.shownState(of: entry),
            name: entry.name,
            priority: entry.priority,
            outputs: entry.outputs,
            error: entry.words,
            job: entry.directory.map { URL(filePath: $0).lastPathComponent }
        )
    }
}
