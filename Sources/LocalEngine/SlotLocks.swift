package import JobDocuments
package import Jobs
import Media
import Platform

/// The slots of a machine, which processes share by locks on files in one folder.
///
/// Each slot is a file. Each process also locks a file while it lives, and another one while it has less than its share
/// of the slots and waits for one. A process that has its share takes no further slot while another one waits, so that
/// slots go to those that wait when units end.
package final class SlotLocks: SlotGate {
    /// Most processes that are counted.
    private static let processLimit = 64

    private let folder: String
    private let slotCount: Int
    /// The number of this process among those that share the slots; nil if there are too many to count.
    private let number: Int?
    private let presence: QueueLock?
    private let waiting = Locked<QueueLock?>(nil)

    /// Joins the processes that share slots.
    ///
    /// - Parameters:
    ///   - folder: an existing folder on this machine's behalf.
    ///   - slotCount: number of slots; processes with another number share those that both have.
    package init(in folder: String, slotCount: Int) throws(FarmError) {
        self.folder = folder
        self.slotCount = slotCount
        var found: (Int, QueueLock)?
        for number in 0..<Self.processLimit {
            guard let lock = try QueueLock.take(Self.path(folder, "process", number)) else { continue }
            found = (number, lock)
            break
        }
        (number, presence) = (found?.0, found?.1)
        // Made now, because a full disk cannot make them later.
        if let number { _ = try QueueLock.take(Self.path(folder, "waiting", number)) }
        for slot in 0..<slotCount { _ = try QueueLock.take(Self.path(folder, "slot", slot)) }
    }

    package func take(byteCount: Int, heldCount: Int) -> (any SlotPass)? {
        let others = self.others
        let share = (slotCount + others.count) / (others.count + 1)
        if heldCount >= share, others.contains(where: isWaiting) { return nil }
        if heldCount > 0, MachineResources.current.availableByteCount < byteCount { return nil }
        do {
            for slot in 0..<slotCount {
                guard let lock = try QueueLock.take(Self.path(folder, "slot", slot)) else { continue }
                rest()
                return lock
            }
        } catch {
            // Without locks the slots of this process are its own: more workers than cores cost time and nothing else.
            return Unlocked()
        }
        if heldCount < share { wait() }
        return nil
    }

    package func rest() {
        let ended = waiting.withLock { waiting -> QueueLock? in
            defer { waiting = nil }
            return waiting
        }
        _ = ended
    }

    /// A slot that no file stands for.
    private final class Unlocked: SlotPass {
        func release() {}
    }

    private static func path(_ folder: String, _ kind: String, _ number: Int) -> String {
        "\(folder)/\(kind)-\(number).lock"
    }

    /// The numbers of the other processes that live.
    private var others: [Int] {
        (0..<Self.processLimit).filter { $0 != number && QueueLock.isTaken(Self.path(folder, "process", $0)) }
    }

    private func isWaiting(_ process: Int) -> Bool { QueueLock.isTaken(Self.path(folder, "waiting", process)) }

    private func wait() {
        guard let number else { return }
        waiting.withLock { waiting in
            // If it cannot be locked, the others do not give way: this costs time and nothing else.
            if waiting == nil { waiting = try? QueueLock.take(Self.path(folder, "waiting", number)) }
        }
    }
}

extension QueueLock: SlotPass {}
