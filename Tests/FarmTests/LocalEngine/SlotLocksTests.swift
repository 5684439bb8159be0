import Foundation
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import LocalEngine
@testable import Platform

@Suite("Slots that processes share by locks", .temporaryFolder, .doesNotHang)
struct SlotLocksTests {
    /// Stands for a process: locks exclude others in the same process, too.
    private func process(_ slotCount: Int = 4) throws -> SlotLocks {
        try SlotLocks(in: TemporaryFolder.current.path, slotCount: slotCount)
    }

    /// Takes as many slots as it gets.
    private func fill(_ locks: SlotLocks, held: Int = 0) -> [any SlotPass] {
        var passes: [any SlotPass] = []
        while let pass = locks.take(byteCount: 1, heldCount: held + passes.count) { passes.append(pass) }
        return passes
    }

    @Test("a process alone gets all slots, and again when they are free")
    func alone() throws {
        let locks = try process()
        for _ in 0..<2 {
            let passes = fill(locks)
            #expect(passes.count == 4)
            for pass in passes { pass.release() }
        }
    }

    @Test("two processes never have more slots than there are, and end with half of them each")
    func share() throws {
        let (first, second) = (try process(), try process())
        var own = fill(first)
        #expect(own.count == 4)
        #expect(fill(second).isEmpty)
        // The units of the first one end, and it asks again at once each time.
        var others: [any SlotPass] = []
        for _ in 0..<4 {
            own.removeLast().release()
            own += fill(first, held: own.count)
            others += fill(second, held: others.count)
            #expect(own.count + others.count <= 4)
        }
        #expect(own.count == 2 && others.count == 2)
    }

    @Test("what another process does not want is free for the others")
    func rest() throws {
        let (first, second) = (try process(), try process())
        var own = fill(first)
        #expect(own.count == 4 && fill(second).isEmpty)
        own.removeLast().release()
        // The other one still waits, and this one has its share.
        #expect(fill(first, held: own.count).isEmpty)
        second.rest()
        #expect(fill(first, held: own.count).count == 1)
    }

    @Test("the end of a process gives its slots back")
    func end() throws {
        let second = try process()
        do {
            let first = try process()
            let passes = fill(first)
            #expect(passes.count == 4 && fill(second).isEmpty)
        }
        #expect(fill(second).count == 4)
    }

    @Test("pools of two processes run no more units at a time than there are slots, and all units end")
    func pools() async throws {
        let script = try ShellChild.script(
            """
            mkdir "$2/running-$$"; ls -d "$2"/running-* | wc -l >> "$2/counts"; sleep 0.1; rmdir "$2/running-$$"
            """
        )
        let job = JobDirectory(path: TemporaryFolder.current.path)
        let units = (0..<5).map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
        let ends = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                let pool = WorkerPool(slotCount: 2, gate: try process(2))
                group.addTask {
                    let engine = LocalExecutor(in: pool, executable: script)
                    return await engine.run(units, of: job) { _, _ in }.reduce(0) { $0 + ($1.exit == .code(0) ? 1 : 0) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends == [5, 5])
        let counts = ShellChild.text("counts").split(separator: "\n").compactMap { Int($0) }
        #expect(counts.count == 10 && (counts.max() ?? 9) <= 2)
    }
}
