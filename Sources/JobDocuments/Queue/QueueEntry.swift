package import Jobs
import Media

/// A file of a watched folder, as it was when it was added to a queue.
package struct WatchedFile: Hashable, Sendable, Codable {
    /// Absolute path.
    package var path: String
    /// Size in bytes.
    package var byteCount: Int64
    /// Modification time, in nanoseconds since 1970.
    package var modificationTime: Int64

    /// Creates a value.
    package init(path: String, byteCount: Int64, modificationTime: Int64) {
        self.path = path
        self.byteCount = byteCount
        self.modificationTime = modificationTime
    }
}

/// One film of a queue: `films/NNNNNN.json`, replaced by whoever holds the lock of the queue.
///
/// It holds the text of the manifest, so that a file that changes or vanishes later does not matter.
package struct QueueEntry: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// What became of a film.
    package enum State: String, Hashable, Sendable, Codable {
        /// Nobody has finished it. Whether somebody works on it, its claim says.
        case waiting
        /// There is a film.
        case finished
        /// There is none, and nobody tries again.
        case failed
    }

    /// Version of the layout.
    package var version: Int
    /// Number in the queue, from 1; 0 before it is added.
    package var number: Int
    /// Absolute path of the manifest when it was added. Relative paths in the text are relative to its folder.
    package var file: String
    /// Text of the manifest.
    package var text: String
    /// What the user calls the film.
    package var name: String
    /// Absolute paths of the films that it reads.
    package var sources: [String]
    /// Absolute paths of the films that it makes.
    package var outputs: [String]
    /// 0 to 100, higher first.
    package var priority: Int
    /// The order within one priority, lower first.
    package var place: Int
    /// What became of it.
    package var state: State
    /// The exit code of the last run that ended it; nil while it waits.
    package var exitCode: Int32?
    /// Why it failed, in the words of the error; nil if it did not.
    package var words: String?
    /// Path of its job directory; nil if it never had one.
    package var directory: String?
    /// The file that `granary queue watch` found; nil if somebody added the manifest.
    package var watched: WatchedFile?

    /// Creates the entry of a manifest that waits.
    ///
    /// - Parameter text: the text that the manifest was read from.
    package init(_ manifest: Manifest, file: String, text: String, name: String, priority: Int? = nil) {
        version = Self.currentVersion
        number = 0
        self.file = file
        self.text = text
        self.name = name
        sources = manifest.films.isEmpty ? [manifest.source] : manifest.films.map(\.path)
        outputs = [manifest.output] + manifest.furtherOutputs.map(\.path)
        self.priority = priority ?? manifest.priority
        place = 0
        state = .waiting
    }

    /// Whether it is made before another one.
    package func precedes(_ other: QueueEntry) -> Bool {
        (other.priority, place, number) < (priority, other.place, other.number)
    }
}

extension QueueEntry: CheckedDocument {
    package var flaw: String? {
        guard (1...Int(Int32.max)).contains(number) else { return "its number is \(number)" }
        guard (0...100).contains(priority) else { return "its priority of \(priority) is not from 0 to 100" }
        guard file.hasPrefix("/"), (sources + outputs).allSatisfy({ $0.hasPrefix("/") }) else {
            return "a path in it does not begin at the root"
        }
        guard !outputs.isEmpty else { return "it makes no film" }
        guard (-Int(Int32.max)...Int(Int32.max)).contains(place) else { return "its place is \(place)" }
        return (state == .waiting) == (exitCode == nil) ? nil : "its state and its exit code contradict each other"
    }
}
