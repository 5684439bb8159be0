import Dispatch
import Foundation
import Media
package import Platform

/// The slots of this machine, which the local engines of several jobs share.
///
/// A slot is a thread with one child at a time. `SlotShares` decides which job gets a slot that becomes free. The film
/// of a job does not depend on it. A child that waits for its next unit counts as well: there are never more children
/// than slots, and their memory is within the limit. A gate can limit the slots of several processes together.
package final class WorkerPool: Sendable {
    /// A slot for one unit of a batch.
    private struct Grant {
        let job: Int
        let batch: UnitBatch
        /// What the gate gave for it; nil without a gate.
        let pass: (any SlotPass)?
    }

    private struct State {
        var shares: SlotShares
        /// The batches of each job that wait for slots, with the number of slots that they wait for.
        var batches: [Int: [(batch: UnitBatch, count: Int)]] = [:]
        var idle: [Int: IdleWorkers] = [:]
        /// Whether the gate will be asked again in a moment.
        var asksAgain = false
    }

    /// How long to wait before the gate is asked again, in milliseconds.
    private static let patienceMilliseconds = 100

    private let gate: (any SlotGate)?
    private let state: Locked<State>
    private let roomSignal: AsyncStream<Void>.Continuation

    /// An element whenever a slot may be free that no job waits for, so that another job can begin. For one listener.
    package let room: AsyncStream<Void>

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - slotCount: most children at a time, at least 1.
    ///   - byteLimit: most bytes of memory of all children together; nil for no limit. One child may always run.
    ///   - gate: what every slot also needs; nil for nothing.
    package init(slotCount: Int, byteLimit: Int? = nil, gate: (any SlotGate)? = nil) {
        self.gate = gate
        precondition(slotCount > 0, "an engine needs at least one worker")
        state = Locked(State(shares: SlotShares(slotCount: slotCount, byteLimit: byteLimit)))
        (room, roomSignal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// A pool of as many slots as the machine has cores, for workers that need no more than its memory; or of a
    /// requested number of slots.
    package convenience init(_ machine: MachineResources, requested: Int?, gate: (any SlotGate)? = nil) {
        self.init(
            slotCount: requested ?? max(machine.coreCount, 1),
            byteLimit: requested == nil ? WorkerCount.budget(of: machine) : nil,
            gate: gate
        )
    }

    /// Number of slots.
    package var slotCount: Int { state.withLock { $0.shares.slotCount } }

    /// Whether a slot is free that no job waits for.
    package var hasRoom: Bool { state.withLock { $0.shares.hasRoom } }

    // MARK: - Jobs

    /// Adds a job.
    ///
    /// - Parameters:
    ///   - priority: higher first.
    ///   - byteCount: bytes of memory of one of its workers.
    ///   - idle: its children that wait for a unit.
    /// - Returns: the number of the job in this pool.
    func join(priority: Int, byteCount: Int, idle: IdleWorkers) -> Int {
        state.withLock { state in
            let job = state.shares.join(priority: priority, byteCount: byteCount)
            state.idle[job] = idle
            return job
        }
    }

    /// Removes a job, once its units have ended. Its children that wait are no longer counted.
    func leave(_ job: Int) {
        let ended = state.withLock { state in
            state.shares.leave(job)
            return state.idle.removeValue(forKey: job)
        }
        _ = ended
    }

    // MARK: - Units

    /// Runs so many units of a batch, as slots become free.
    func run(_ count: Int, of batch: UnitBatch, by job: Int) {
        guard count > 0 else { return }
        state.withLock { state in
            state.shares.want(count, by: job)
            state.batches[job, default: []].append((batch, count))
        }
        share()
    }

    /// Forgets the units of a batch that have no slot yet.
    func withdraw(_ batch: UnitBatch, of job: Int) {
        state.withLock { state in
            for waiting in state.batches[job] ?? [] where waiting.batch === batch {
                state.shares.withdraw(waiting.count, by: job)
            }
            state.batches[job]?.removeAll { $0.batch === batch }
        }
        share()
    }

    /// Gives free slots away, each to a new thread.
    private func share() { start(state.withLock { state in grants(&state) }) }

    private func start(_ grants: some Sequence<Grant>) {
        for grant in grants {
            let thread = Thread { [self] in work(grant) }
            thread.name = "worker"
            thread.start()
        }
        if hasRoom { roomSignal.yield() }
    }

    /// Runs units on this thread until there is no slot for another one.
    private func work(_ first: Grant) {
        var grant = first
        while true {
            grant.batch.runNext()
            let job = grant.job
            // Other processes may have it before this one asks again.
            grant.pass?.release()
            let next = state.withLock { state in
                state.shares.release(by: job)
                return grants(&state)
            }
            start(next.dropFirst())
            guard let own = next.first else { return }
            grant = own
        }
    }

    /// Takes all slots that can be given now.
    private func grants(_ state: inout State) -> [Grant] {
        var grants: [Grant] = []
        var ended: [IdleWorker] = []
        while let job = state.shares.grant() {
            let pass = gate?.take(
                byteCount: state.shares.byteCount(of: job),
                heldCount: state.shares.heldCount - 1
            )
            if gate != nil, pass == nil {
                state.shares.want(1, by: job)
                state.shares.release(by: job)
                askAgain(&state)
                return grants
            }
            ended += Self.makeRoom(for: job, &state)
            guard var batches = state.batches[job], let batch = batches.first?.batch else {
                state.shares.release(by: job)
                pass?.release()
                continue
            }
            batches[0].count -= 1
            if batches[0].count == 0 { batches.removeFirst() }
            state.batches[job] = batches.isEmpty ? nil : batches
            grants.append(Grant(job: job, batch: batch, pass: pass))
        }
        gate?.rest()
        // Their life lines end here.
        _ = ended
        return grants
    }

    /// Gives free slots away again in a moment, when other processes may have returned theirs.
    private func askAgain(_ state: inout State) {
        guard !state.asksAgain else { return }
        state.asksAgain = true
        let moment = DispatchTime.now() + .milliseconds(Self.patienceMilliseconds)
        DispatchQueue.global().asyncAfter(deadline: moment) { [weak self] in
            guard let self else { return }
            self.state.withLock { $0.asksAgain = false }
            share()
        }
    }

    /// Takes waiting children of other jobs away, as many as have no slot any more or no memory.
    private static func makeRoom(for job: Int, _ state: inout State) -> [IdleWorker] {
        let shares = state.shares
        // Its own waiting child becomes the one that runs.
        let reused = state.idle[job].map { $0.count > 0 ? 1 : 0 } ?? 0
        var count = shares.heldCount - reused + state.idle.values.reduce(0) { $0 + $1.count }
        var byteCount =
            shares.heldByteCount - reused * shares.byteCount(of: job)
            + state.idle.reduce(0) { $0 + $1.value.count * shares.byteCount(of: $1.key) }
        var ended: [IdleWorker] = []
        for (other, idle) in state.idle.sorted(by: { $0.key < $1.key }) where other != job {
            while count > shares.slotCount || byteCount > shares.byteLimit ?? .max, let worker = idle.takeOldest() {
                ended.append(worker)
                count -= 1
                byteCount -= shares.byteCount(of: other)
            }
        }
        return ended
    }
}
