import Testing

@testable import LocalEngine

@Suite("Slots of a machine: which job gets the next one")
struct SlotSharesTests {
    /// The jobs that get slots until none can be given.
    private func granted(_ shares: inout SlotShares) -> [Int] {
        var jobs: [Int] = []
        while let job = shares.grant() { jobs.append(job) }
        return jobs
    }

    @Test("a job alone gets all slots that it wants, and no more than there are")
    func alone() {
        var shares = SlotShares(slotCount: 3)
        let job = shares.join(priority: 50, byteCount: 1)
        shares.want(2, by: job)
        #expect(granted(&shares) == [job, job] && shares.hasRoom)
        shares.want(5, by: job)
        #expect(granted(&shares) == [job] && !shares.hasRoom)
    }

    @Test("jobs of one priority get slots in turns, the one that joined first begins")
    func fair() {
        var shares = SlotShares(slotCount: 4)
        let jobs = (0..<3).map { _ in shares.join(priority: 50, byteCount: 1) }
        for job in jobs.reversed() { shares.want(9, by: job) }
        #expect(granted(&shares) == [jobs[0], jobs[1], jobs[2], jobs[0]])
        // The slot goes to a job that has fewer than the others.
        shares.release(by: jobs[2])
        #expect(granted(&shares) == [jobs[2]])
        shares.release(by: jobs[0])
        shares.release(by: jobs[0])
        #expect(granted(&shares) == [jobs[0], jobs[0]])
    }

    @Test("what a job does not want goes to the others")
    func rest() {
        var shares = SlotShares(slotCount: 4)
        let (first, second) = (shares.join(priority: 50, byteCount: 1), shares.join(priority: 50, byteCount: 1))
        shares.want(1, by: first)
        shares.want(9, by: second)
        #expect(granted(&shares) == [first, second, second, second])
    }

    @Test("a higher priority gets every slot that it wants before the others")
    func priority() {
        var shares = SlotShares(slotCount: 3)
        let (low, high) = (shares.join(priority: 10, byteCount: 1), shares.join(priority: 90, byteCount: 1))
        shares.want(9, by: low)
        shares.want(2, by: high)
        #expect(granted(&shares) == [high, high, low])
        shares.want(1, by: high)
        shares.release(by: low)
        #expect(granted(&shares) == [high])
    }

    @Test("workers of all jobs fit into the memory together, and one may always run")
    func memory() {
        var shares = SlotShares(slotCount: 8, byteLimit: 100)
        let (large, small) = (shares.join(priority: 50, byteCount: 60), shares.join(priority: 50, byteCount: 20))
        shares.want(3, by: large)
        shares.want(9, by: small)
        // The second large one does not fit; its job has a slot, so the small ones go on.
        #expect(granted(&shares) == [large, small, small])
        #expect(shares.heldByteCount == 100)
        var tight = SlotShares(slotCount: 8, byteLimit: 10)
        let job = tight.join(priority: 50, byteCount: 60)
        tight.want(2, by: job)
        #expect(granted(&tight) == [job])
    }

    @Test("small workers do not keep a large one out: without a slot, it comes before them")
    func starvation() {
        var shares = SlotShares(slotCount: 8, byteLimit: 100)
        let small = shares.join(priority: 50, byteCount: 30)
        let large = shares.join(priority: 50, byteCount: 90)
        shares.want(9, by: small)
        #expect(granted(&shares) == [small, small, small])
        shares.want(1, by: large)
        for _ in 0..<3 {
            #expect(granted(&shares).isEmpty)
            shares.release(by: small)
        }
        #expect(granted(&shares) == [large])
    }

    @Test("a job that leaves gives its slots back when its units end, and waits for none")
    func leaving() {
        var shares = SlotShares(slotCount: 2)
        let (gone, other) = (shares.join(priority: 50, byteCount: 1), shares.join(priority: 50, byteCount: 1))
        shares.want(3, by: gone)
        #expect(granted(&shares) == [gone, gone])
        shares.withdraw(1, by: gone)
        shares.leave(gone)
        shares.want(2, by: other)
        #expect(granted(&shares).isEmpty && shares.heldCount == 2)
        shares.release(by: gone)
        shares.release(by: gone)
        #expect(granted(&shares) == [other, other])
    }
}
