package import JobDocuments
import Jobs

/// Which messages about a finished film are in the outbox or were sent: `hooks.json` of a job directory.
///
/// A process that is killed between the end of a film and its messages leaves no record of them. Then the next run of
/// the job sends them.
package struct HookRecord {
    private struct Document: Codable, CheckedDocument {
        static let currentVersion = 1
        var version: Int
        /// The newest last.
        var messages: [String]

        var flaw: String? { messages.allSatisfy(HookDelivery.isID) ? nil : "an id in it is not one" }
    }

    /// Most messages that are remembered: more than one film has hooks.
    private static let longest = 64

    private let file: DocumentFile

    /// The record of a job.
    package init(of directory: JobDirectory) { file = DocumentFile(directory.path + "/hooks.json") }

    /// Whether a message was put into the outbox.
    package func has(_ id: String) throws -> Bool { try messages.contains(id) }

    /// Notes a message.
    package func add(_ id: String) throws {
        let messages = try (messages + [id]).suffix(Self.longest)
        try file.replace(Document(version: Document.currentVersion, messages: Array(messages)))
    }

    private var messages: [String] {
        get throws { try file.read(Document.self, version: Document.currentVersion)?.messages ?? [] }
    }
}
