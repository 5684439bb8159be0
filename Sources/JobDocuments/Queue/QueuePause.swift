import Jobs

/// Why no further film of a queue begins: `paused.json`. While the document exists, the queue is paused.
package struct QueuePause: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// The reason, as a sentence without a full stop.
    package var reason: String

    /// Creates a pause.
    package init(reason: String) {
        version = Self.currentVersion
        self.reason = reason
    }
}

extension QueuePause: CheckedDocument {
    package var flaw: String? { reason.utf8.count <= 100_000 ? nil : "its reason is too long" }
}
