import Foundation
import Hooks
import JobDocuments
import Jobs
import Media

extension FuzzTarget {
    /// A document of a queue or of an outbox, or the operator's hooks: it is refused in words, or it is written and
    /// read again as the same.
    ///
    /// The first byte says which.
    func readQueue(_ input: [UInt8]) throws(BrokenProperty) {
        guard let choice = input.first else { return }
        let bytes = Array(input.dropFirst())
        do {
            switch choice & 3 {
            case 0:
                let entry = try Self.document(QueueEntry.self, QueueEntry.currentVersion, bytes)
                guard !entry.precedes(entry) else {
                    throw BrokenProperty(description: "a film of a queue comes before itself")
                }
                _ = try Manifest(parsing: Array(entry.text.utf8), file: entry.file, folder: "/films")
            case 1: _ = try Self.document(QueuePause.self, QueuePause.currentVersion, bytes)
            case 2:
                var delivery = try Self.document(HookDelivery.self, HookDelivery.currentVersion, bytes)
                delivery.fail("no", now: 1 << 32)
                guard delivery.attempts > 1_000_000 || delivery.flaw == nil else {
                    throw BrokenProperty(description: "an attempt damages a message")
                }
            default:
                let file = try HookFile(parsing: bytes, path: "/hooks.yaml")
                guard Set(file.hooks.map(\.name)).count == file.hooks.count else {
                    throw BrokenProperty(description: "two hooks have one name")
                }
                for hook in file.hooks { _ = hook.place }
            }
        } catch let broken as BrokenProperty {
            throw broken
        } catch is any ExplainedError {
            // Refused, in words.
        } catch {
            throw BrokenProperty(description: "a document is refused without an explanation: \(error)")
        }
    }

    private static func document<Document: CheckedDocument & Encodable & Equatable>(
        _ type: Document.Type,
        _ version: Int,
        _ bytes: [UInt8]
    ) throws -> Document {
        let file = DocumentFile("/queue/document.json")
        let document = try file.document(type, version: version, in: Data(bytes))
        let again: Document
        do {
            again = try file.document(type, version: version, in: try JSONEncoder().encode(document))
        } catch {
            throw BrokenProperty(description: "what was written cannot be read: \(error)")
        }
        guard again == document else { throw BrokenProperty(description: "a document became another one") }
        return document
    }
}
