import Foundation
import Glibc
package import JobDocuments
package import Jobs
import Media
import Platform

/// The messages that wait for their receivers: a folder with one document each, so that none is lost when a process
/// ends.
package struct Outbox: Hashable, Sendable {
    /// Absolute path of the folder.
    package let path: String

    /// Creates a value for a folder, which need not exist.
    package init(path: String) { self.path = path }

    /// The outbox of the user: `granary/outbox` in `$XDG_STATE_HOME`, else in `~/.local/state`. Nil without a home.
    package static func standard(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Outbox? {
        func folder(_ key: String) -> String? { environment[key].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        return state.map { Outbox(path: $0 + "/granary/outbox") }
    }

    /// The folder of those that wait.
    private var waitingFolder: String { path + "/waiting" }
    /// The folder of those that were given up.
    package var givenUpFolder: String { path + "/given-up" }

    private func place(_ id: String, in folder: String) -> String { "\(folder)/\(id).json" }

    /// Adds a message; false if it waits already.
    package func add(_ delivery: HookDelivery) throws -> Bool {
        // Messages name films and jobs, which is nobody else's business.
        if let obstacle = Folder.create(path, mode: 0o700) {
            throw FarmError(
                .notWritten,
                attempted: "put a message into the outbox",
                subject: path,
                cause: obstacle,
                remedy: "Check permissions and free space, or name another outbox in the file of the hooks.",
                kind: .cannotCreate
            )
        }
        return try DocumentFile(place(delivery.id, in: waitingFolder)).publish(delivery)
    }

    /// Ids of the messages that wait, and of damaged documents.
    package func ids() throws(FarmError) -> [String] {
        try JobFiles.entries(of: waitingFolder).compactMap { entry in
            guard entry.hasSuffix(".json"), HookDelivery.isID(String(entry.dropLast(5))) else { return nil }
            return String(entry.dropLast(5))
        }
    }

    /// A message that waits; nil if there is none of this id. Throws if its document is damaged.
    package func delivery(_ id: String) throws(FarmError) -> HookDelivery? {
        let file = DocumentFile(place(id, in: waitingFolder))
        do throws(FarmError) {
            let delivery = try file.read(HookDelivery.self, version: HookDelivery.currentVersion)
            if let delivery, delivery.id != id { throw file.unreadable("it is that of message \(delivery.id)") }
            return delivery
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            throw FarmError(
                .unreadableDocument,
                attempted: "read a message of the outbox",
                subject: error.subject,
                cause: error.cause,
                remedy: "Remove the document; the others are sent."
            )
        }
    }

    /// Replaces a message that waits.
    package func replace(_ delivery: HookDelivery) throws {
        try DocumentFile(place(delivery.id, in: waitingFolder)).replace(delivery)
    }

    /// Removes a message that was accepted.
    package func remove(_ id: String) throws { try JobFiles.remove(place(id, in: waitingFolder)) }

    /// Keeps a message without trying again.
    package func giveUp(_ delivery: HookDelivery) throws {
        try DocumentFile(place(delivery.id, in: givenUpFolder)).replace(delivery)
        try remove(delivery.id)
    }

    /// The right to send messages; nil if another process has it. It ends with the process.
    package func lock() throws -> QueueLock? { try QueueLock.take(path + "/outbox.lock") }

    /// Whether there is such a folder.
    package var exists: Bool { FileStatus(path: path)?.isFolder == true }
}
