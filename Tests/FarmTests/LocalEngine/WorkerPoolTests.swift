import Foundation
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import LocalEngine
@testable import Platform

@Suite("Engines that share a pool of workers", .temporaryFolder, .doesNotHang)
struct WorkerPoolTests {
    private func job(_ name: String) throws -> JobDirectory {
        let folder = TemporaryFolder.current.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return JobDirectory(path: folder.path)
    }

    private func units(_ count: Int) -> [WorkUnit] {
        (0..<count).map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
    }

    /// Notes how many workers of all jobs run, and takes a moment.
    private static let counting = """
        mkdir "$2/../running-$(basename "$2")-$8"; ls -d "$2"/../running-* | wc -l >> "$2/../counts"; sleep 0.1
        rmdir "$2/../running-$(basename "$2")-$8"
        """

    @Test("there are never more workers than slots, and every job gets all of its units")
    func slots() async throws {
        let pool = WorkerPool(slotCount: 2)
        let script = try ShellChild.script(Self.counting)
        let jobs = try ["a", "b", "c"].map { try job($0) }
        let engines = jobs.map { _ in LocalExecutor(in: pool, executable: script) }
        let outcomes = await withTaskGroup(of: [UnitOutcome].self) { group in
            for (engine, job) in zip(engines, jobs) {
                let units = units(3)
                group.addTask { await engine.run(units, of: job) { _, _ in }.reduce(into: []) { $0.append($1) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map { $0.map(\.exit) } == Array(repeating: Array(repeating: .code(0), count: 3), count: 3))
        let counts = ShellChild.text("counts").split(separator: "\n").compactMap { Int($0) }
        #expect(counts.count == 9 && counts.max() == 2)
        #expect(pool.hasRoom)
    }

    @Test("while one job waits for its last unit, another one uses the slot")
    func gap() async throws {
        let pool = WorkerPool(slotCount: 2)
        let (first, second) = (try job("first"), try job("second"))
        // The last unit of the first job ends when the second job is done.
        let waiting = try ShellChild.script("while [ ! -e \"$2/../done\" ]; do sleep 0.02; done")
        let working = try ShellChild.script("[ \"$8\" = 2 ] && touch \"$2/../done\"; true")
        let slow = LocalExecutor(in: pool, executable: waiting)
        let quick = LocalExecutor(in: pool, executable: working)
        let outcomes = slow.run(units(1), of: first) { _, _ in }
        let others = await quick.run(units(3), of: second) { _, _ in }.reduce(into: []) { $0.append($1) }
        #expect(others.map(\.exit) == [.code(0), .code(0), .code(0)])
        #expect(await outcomes.reduce(into: []) { $0.append($1) }.map(\.exit) == [.code(0)])
    }

    @Test("with one slot, units of a job with a higher priority come before those of the others that wait")
    func priority() async throws {
        let pool = WorkerPool(slotCount: 1)
        let script = try ShellChild.script(
            """
            echo "$(basename "$2") $8" >> "$2/../order"
            [ "$8" = 0 ] && while [ ! -e "$2/../go" ]; do sleep 0.02; done; true
            """
        )
        let (low, high) = (try job("low"), try job("high"))
        let engines = [10, 90].map { LocalExecutor(in: pool, priority: $0, executable: script) }
        let first = engines[0].run(units(3), of: low) { _, _ in }
        #expect(try await ShellChild.wait { ShellChild.text("order") == "low 0\n" })
        let second = engines[1].run(units(2), of: high) { _, _ in }
        try Data().write(to: TemporaryFolder.current.appending(path: "go"))
        for await _ in first {}
        for await _ in second {}
        #expect(ShellChild.text("order") == "low 0\nhigh 0\nhigh 1\nlow 1\nlow 2\n")
    }

    @Test("a job that is drained or cancelled while it has no slot ends at once, and takes none")
    func withoutSlot() async throws {
        let pool = WorkerPool(slotCount: 1)
        let script = try ShellChild.script("while [ ! -e \"$2/../go\" ]; do sleep 0.02; done")
        let holder = LocalExecutor(in: pool, executable: script)
        let held = holder.run(units(1), of: try job("holder")) { _, _ in }
        for end in [LocalExecutor.drain, LocalExecutor.cancel] {
            let engine = LocalExecutor(in: pool, executable: script)
            let outcomes = engine.run(units(2), of: try job("other")) { _, _ in }
            end(engine)()
            #expect(await outcomes.reduce(into: []) { $0.append($1) }.isEmpty)
        }
        #expect(!pool.hasRoom)
        try Data().write(to: TemporaryFolder.current.appending(path: "go"))
        #expect(await held.reduce(into: []) { $0.append($1) }.map(\.exit) == [.code(0)])
    }

    @Test("children that wait and children that work are together no more than slots")
    func idle() async throws {
        let pool = WorkerPool(slotCount: 1)
        let script = try ShellChild.script(
            """
            echo $$ >> "$2/process"
            done='{"type":"done","cost":{"cpuSeconds":0.5,"wallSeconds":2,"maximumResidentBytes":3}}'
            echo "$done"; while read -r line; do echo "$done"; done
            """
        )
        let (first, second) = (try job("first"), try job("second"))
        let engines = (0..<2).map { _ in LocalExecutor(in: pool, executable: script) }
        for await _ in engines[0].run(units(1), of: first, onMessage: { _, _ in }) {}
        let waiting = try #require(Int32(ShellChild.text("first/process").dropLast()))
        #expect(ShellChild.isAlive(waiting))
        for await _ in engines[1].run(units(1), of: second, onMessage: { _, _ in }) {}
        #expect(try await ShellChild.wait { !ShellChild.isAlive(waiting) })
    }

    @Test("room is told of when a slot becomes free that no job waits for")
    func room() async throws {
        let pool = WorkerPool(slotCount: 1)
        let engine = LocalExecutor(in: pool, executable: try ShellChild.script("true"))
        let outcomes = engine.run(units(1), of: try job("a")) { _, _ in }
        for await _ in outcomes {}
        for await _ in pool.room { if pool.hasRoom { break } }
        #expect(pool.hasRoom)
    }
}
