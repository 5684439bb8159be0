/// Which job gets the next free slot of a machine: a value that reads no clock and starts nothing.
///
/// The highest priority comes first. Among jobs of one priority the one with the fewest slots comes first, and then the
/// one that joined first. A job whose worker does not fit into the memory that is left waits. While it has no slot at
/// all, it comes before those of its priority and holds up those behind it: otherwise small workers would keep a large
/// one out forever.
struct SlotShares: Sendable {
    /// What a job wants and has.
    private struct Share {
        let priority: Int
        /// Bytes of memory of one of its workers.
        let byteCount: Int
        var waiting = 0
        var held = 0
        /// Whether it had no slot and did not fit into the memory that was left.
        var isHeldUp = false
        var hasLeft = false
    }

    /// Number of slots, at least 1.
    let slotCount: Int
    /// Most bytes of memory of all workers together; nil for no limit. One worker may always run.
    let byteLimit: Int?
    /// The jobs by their number, which grows in the order in which they joined.
    private var shares: [Int: Share] = [:]
    private var joined = 0

    /// Creates shares of nobody.
    init(slotCount: Int, byteLimit: Int? = nil) {
        self.slotCount = max(slotCount, 1)
        self.byteLimit = byteLimit
    }

    /// Slots that are in use.
    var heldCount: Int { shares.values.reduce(0) { $0 + $1.held } }

    /// Bytes of the workers that run.
    var heldByteCount: Int { shares.values.reduce(0) { $0 + $1.held * $1.byteCount } }

    /// Whether a slot is free that no job waits for.
    var hasRoom: Bool { heldCount < slotCount && shares.values.allSatisfy { $0.waiting == 0 } }

    /// Bytes of memory of one worker of a job; 0 for a job that has left.
    func byteCount(of job: Int) -> Int { shares[job]?.byteCount ?? 0 }

    /// Adds a job; returns its number.
    mutating func join(priority: Int, byteCount: Int) -> Int {
        joined += 1
        shares[joined] = Share(priority: priority, byteCount: max(byteCount, 0))
        return joined
    }

    /// Removes a job, as soon as it holds no slot and wants none any more.
    mutating func leave(_ job: Int) {
        shares[job]?.hasLeft = true
        removeIfGone(job)
    }

    /// A job wants this many slots more.
    mutating func want(_ count: Int, by job: Int) { shares[job]?.waiting += count }

    /// A job wants this many slots less.
    mutating func withdraw(_ count: Int, by job: Int) {
        guard let share = shares[job] else { return }
        shares[job]?.waiting = max(share.waiting - count, 0)
        removeIfGone(job)
    }

    /// Gives a slot away; returns the job that has it now, nil if none can be given.
    mutating func grant() -> Int? {
        guard heldCount < slotCount else { return nil }
        let waiting = shares.filter { $0.value.waiting > 0 }.sorted {
            if $0.value.priority != $1.value.priority { return $0.value.priority > $1.value.priority }
            if $0.value.isHeldUp != $1.value.isHeldUp { return $0.value.isHeldUp }
            return ($0.value.held, $0.key) < ($1.value.held, $1.key)
        }
        let used = heldByteCount
        for (job, share) in waiting {
            if used == 0 || byteLimit.map({ share.byteCount <= $0 - used }) ?? true {
                shares[job]?.waiting -= 1
                shares[job]?.held += 1
                shares[job]?.isHeldUp = false
                return job
            }
            guard share.held > 0 else {
                shares[job]?.isHeldUp = true
                return nil
            }
        }
        return nil
    }

    /// Takes a slot back from a job.
    mutating func release(by job: Int) {
        guard let share = shares[job], share.held > 0 else { return }
        shares[job]?.held -= 1
        removeIfGone(job)
    }

    private mutating func removeIfGone(_ job: Int) {
        if let share = shares[job], share.hasLeft, share.held == 0, share.waiting == 0 { shares[job] = nil }
    }
}
