import Foundation
import Glibc
import JobDocuments
import Jobs
import Media

/// Sends the messages of an outbox, as the one process that does so.
package struct OutboxRun: Sendable {
    /// What became of a message in one attempt.
    package enum Step: Hashable, Sendable {
        /// It was accepted.
        case accepted
        /// It was not, for this reason; it is tried again.
        case waits(String)
        /// It was not for so long that it is not tried again.
        case givenUp(String)
    }

    private let outbox: Outbox
    private let sender: HookSender
    /// Called with what became of each message; from any thread.
    private let onStep: @Sendable (HookDelivery, Step) -> Void

    /// Creates a run.
    package init(
        _ outbox: Outbox,
        sender: HookSender = HookSender(),
        onStep: @escaping @Sendable (HookDelivery, Step) -> Void = { _, _ in }
    ) {
        self.outbox = outbox
        self.sender = sender
        self.onStep = onStep
    }

    /// Tries every message once, due or not. Does nothing if another process sends.
    ///
    /// - Returns: the number of messages that still wait.
    package func once() throws -> Int {
        guard outbox.exists else { return 0 }
        if let lock = try outbox.lock() {
            defer { lock.release() }
            try round(everything: true)
        }
        return try outbox.ids().count
    }

    /// Sends messages when they are due until none waits. Ends at once if another process sends: that one sends those
    /// that are added now, too.
    package func untilEmpty() throws {
        guard outbox.exists else { return }
        // Looked at again after the lock is free: a process that had added a message and found the lock taken relies
        // on this one.
        while try waits(), let lock = try outbox.lock() {
            defer { lock.release() }
            while try waits() {
                try round(everything: false)
                usleep(250_000)
            }
        }
    }

    /// Whether a message waits whose document can be read.
    private func waits() throws -> Bool {
        try outbox.ids().contains { id in
            do throws(FarmError) {
                return try outbox.delivery(id) != nil
            } catch {
                return error.code != .unreadableDocument
            }
        }
    }

    /// Tries those that are due: those of one hook one after the other, those of different hooks at the same time, so
    /// that a slow receiver holds up no other.
    private func round(everything: Bool) throws {
        let now = Self.now
        var open: [String: [HookDelivery]] = [:]
        for id in try outbox.ids() {
            // A damaged document is left alone; `granary hooks list` shows it.
            guard let delivery = try? outbox.delivery(id), everything || delivery.due <= now else { continue }
            open["\(delivery.hook) \(delivery.file)", default: []].append(delivery)
        }
        let done = DispatchGroup()
        let failure = Locked<(any Error)?>(nil)
        for deliveries in open.values {
            done.enter()
            Thread {
                defer { done.leave() }
                do {
                    for delivery in deliveries.sorted(by: { $0.created < $1.created }) { try attempt(delivery) }
                } catch {
                    failure.withLock { $0 = error }
                }
            }.start()
        }
        done.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func attempt(_ delivery: HookDelivery) throws {
        var delivery = delivery
        var patience = 86400
        do throws(HookFailure) {
            let hook = try hook(of: delivery)
            patience = hook.giveUpSeconds
            try sender.send(delivery, to: hook)
        } catch {
            delivery.fail(error.words, now: Self.now)
            if delivery.isGivenUp(after: patience, now: Self.now) {
                try outbox.giveUp(delivery)
                onStep(delivery, .givenUp(error.words))
            } else {
                try outbox.replace(delivery)
                onStep(delivery, .waits(error.words))
            }
            return
        }
        try outbox.remove(delivery.id)
        onStep(delivery, .accepted)
    }

    /// The hook of a message as the operator's file has it now.
    private func hook(of delivery: HookDelivery) throws(HookFailure) -> Hook {
        let file: HookFile?
        do {
            file = try HookFile(at: delivery.file)
        } catch {
            throw HookFailure("\(delivery.file): \(error.cause)")
        }
        guard let file else { throw HookFailure("there is no file \(delivery.file)") }
        guard let hook = file.hook(delivery.hook) else {
            throw HookFailure("there is no hook \(delivery.hook) in \(delivery.file)")
        }
        return hook
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }
}
