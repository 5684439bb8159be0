import Checksums
import Foundation
import Jobs

/// A message that waits for its receiver: one document of an outbox.
package struct HookDelivery: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// 32 hexadecimal digits, also the name of the document and the id in the message.
    package var id: String
    /// Name of the hook.
    package var hook: String
    /// Absolute path of the file that has the hook.
    package var file: String
    /// The type of the message, as in `film.finished`.
    package var event: String
    /// When it was put into the outbox, in seconds since 1970.
    package var created: Int
    /// Number of attempts that failed.
    package var attempts: Int
    /// When it is due, in seconds since 1970.
    package var due: Int
    /// Why the last attempt failed; nil before the first.
    package var failure: String?
    /// The text of the message.
    package var body: String

    /// A message that is due at once.
    package init(id: String, hook: String, file: String, event: HookMessage.Kind, body: String, now: Int) {
        version = Self.currentVersion
        self.id = id
        self.hook = hook
        self.file = file
        self.event = event.rawValue
        created = now
        attempts = 0
        due = now
        self.body = body
    }

    /// Notes an attempt that failed, and decides when the next one is due: after 1, 2, 4 seconds and so on, at most an
    /// hour.
    package mutating func fail(_ words: String, now: Int) {
        attempts += 1
        failure = String(words.prefix(2000))
        due = now + (attempts > 12 ? 3600 : min(1 << (attempts - 1), 3600))
    }

    /// Whether it is given up now.
    package func isGivenUp(after seconds: Int, now: Int) -> Bool { attempts > 0 && now - created >= seconds }

    /// The id of what is known by these words. The same words give the same id.
    package static func id(of words: [String]) -> String {
        let bytes = Array(words.joined(separator: "\n").utf8)
        // Safe: all bytes of an array of integers are initialised, and the call does not keep them.
        return String(unsafe SHA256Digest.of(bytes.span.bytes).prefix(32))
    }

    /// An id that nothing else has.
    package static func newID() -> String { id(of: [UUID().uuidString]) }

    /// Whether a text may be an id, which becomes the name of a file.
    package static func isID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

extension HookDelivery: CheckedDocument {
    package var flaw: String? {
        guard Self.isID(id) else { return "its id is not 32 hexadecimal digits" }
        guard Manifest.isHookName(hook) else { return "its hook has no valid name" }
        guard file.hasPrefix("/") else { return "the path of its hooks does not begin at the root" }
        guard ["film.finished", "film.failed", "test"].contains(event) else { return "its event is unknown" }
        guard (0...1_000_000).contains(attempts), (0...1 << 40).contains(created), (0...1 << 40).contains(due) else {
            return "its numbers are out of bounds"
        }
        return body.utf8.count <= HookMessage.longestByteCount ? nil : "its message is too long"
    }
}
