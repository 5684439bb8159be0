import ArgumentParser
import Foundation
import JobDocuments
import Media

/// The folder of a queue, for every command about one.
struct QueueFolder: ParsableArguments {
    @Argument(help: ArgumentHelp("The folder of the queue.", valueName: "folder"), completion: .directory)
    var folder: String

    /// The queue, which need not exist.
    var queue: JobQueue { JobQueue(named: folder) }

    /// The queue. Throws if the folder is none.
    func existing() throws -> JobQueue {
        try queue.check()
        return queue
    }

    /// The queue. Throws unless it has a film of this number, be its entry damaged.
    func existing(with number: Int) throws -> JobQueue {
        let queue = try existing()
        guard try queue.numbers().contains(number) else {
            throw FileFailure(
                kind: .sourceNotFound,
                attempted: "find the film in the queue",
                subject: "film \(number)",
                cause: "the queue has no such film",
                remedy: "granary queue list shows the numbers"
            )
        }
        return queue
    }
}

extension JobQueue {
    /// The queue in a folder that the user names.
    init(named folder: String) { self.init(path: URL(filePath: folder).standardizedFileURL.path) }
}
