import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import LocalEngine
@testable import Platform

@Suite("Workers that do several units", .temporaryFolder, .doesNotHang)
struct IdleWorkerTests {
    private var job: JobDirectory { JobDirectory(path: TemporaryFolder.current.path) }

    /// An engine whose workers note their process for each unit and take further units. Range 7 makes them crash.
    private func engine(workers: Int = 1) throws -> LocalExecutor {
        let script = try ShellChild.script(
            """
            ulimit -c 0
            done='{"type":"done","cost":{"cpuSeconds":0.5,"userSeconds":0.25,"wallSeconds":2,"maximumResidentBytes":3}}'
            echo "first $$" >> "$2/did"; echo "$done"
            while read -r line; do
              case "$line" in *'"ranges":[7]'*) kill -SEGV $$ ;; esac
              echo "next $$" >> "$2/did"; echo "$done"
            done
            """
        )
        return LocalExecutor(workers: workers, executable: script)
    }

    private func outcomes(_ engine: LocalExecutor, _ units: [WorkUnit]) async -> [UnitOutcome] {
        await engine.run(units, of: job) { _, _ in }.reduce(into: []) { $0.append($1) }
    }

    private func encodes(_ ranges: [Int], attempt: Int = 1) -> [WorkUnit] {
        ranges.map { WorkUnit(stage: .encode, pass: 2, ranges: [$0], attempt: attempt) }
    }

    /// The units in order: `first` or `next` unit of its process, and the process.
    private var did: [(word: String, process: Int32)] {
        ShellChild.text("did").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return Int32(words[1]).map { (String(words[0]), $0) }
        }
    }

    @Test("one process does all units of a stage, in this run and in the next, and each unit has its own cost")
    func oneProcess() async throws {
        let engine = try engine()
        let outcomes = await outcomes(engine, encodes([0, 1])) + outcomes(engine, encodes([2]))
        #expect(outcomes.map(\.exit) == [.code(0), .code(0), .code(0)])
        #expect(outcomes.allSatisfy { $0.cost?.cpuSeconds == 0.5 && $0.cost?.wallSeconds == 2 })
        #expect(did.map(\.word) == ["first", "next", "next"])
        #expect(Set(did.map(\.process)).count == 1)
    }

    @Test("another stage gets new processes, and those of the stage before end")
    func otherStage() async throws {
        let engine = try engine()
        _ = await outcomes(engine, [WorkUnit(stage: .analyse, pass: 1, ranges: [0])])
        let first = try #require(did.first).process
        #expect(ShellChild.isAlive(first))
        _ = await outcomes(engine, encodes([0]))
        #expect(did.map(\.word) == ["first", "first"])
        #expect(try await ShellChild.wait { !ShellChild.isAlive(first) })
    }

    @Test("a crash fails its unit only, earlier costs are not counted again, and the next unit gets a new process")
    func crash() async throws {
        let engine = try engine()
        let outcomes = await outcomes(engine, encodes([0, 7, 1]))
        #expect(outcomes.map(\.exit) == [.code(0), .signal(SIGSEGV), .code(0)])
        #expect(outcomes[1].cost?.cpuSeconds == 0)
        #expect(did.map(\.word) == ["first", "first"])
    }

    @Test("a second attempt gets a new process")
    func secondAttempt() async throws {
        let engine = try engine()
        _ = await outcomes(engine, encodes([0]))
        _ = await outcomes(engine, encodes([1], attempt: 2))
        #expect(did.map(\.word) == ["first", "first"])
    }

    @Test("a worker that was killed while it waited is replaced, and no unit fails")
    func killedWhileWaiting() async throws {
        let engine = try engine()
        _ = await outcomes(engine, encodes([0]))
        let first = try #require(did.first).process
        kill(first, SIGKILL)
        // It is a zombie now, and its end of the pipe is closed.
        #expect(
            try await ShellChild.wait {
                (try? String(contentsOfFile: "/proc/\(first)/stat", encoding: .utf8))?.contains(") Z") ?? true
            }
        )
        #expect(await outcomes(engine, encodes([1])).map(\.exit) == [.code(0)])
        #expect(did.map(\.word) == ["first", "first"])
    }

    @Test("waiting workers end when the engine is cancelled, and when it is released")
    func end() async throws {
        let cancelled = try engine()
        _ = await outcomes(cancelled, encodes([0]))
        cancelled.cancel()
        let first = try #require(did.first).process
        #expect(try await ShellChild.wait { !ShellChild.isAlive(first) })
        do {
            let engine = try engine()
            _ = await outcomes(engine, encodes([0]))
        }
        let second = try #require(did.last).process
        #expect(second != first)
        #expect(try await ShellChild.wait { !ShellChild.isAlive(second) })
    }

    @Test("each unit has its own log")
    func logs() async throws {
        let engine = try engine()
        _ = await outcomes(engine, encodes([0, 1]))
        for unit in encodes([0, 1]) {
            let log = try String(contentsOfFile: job.paths.log(of: unit), encoding: .utf8)
            #expect(log.contains("--ranges \(unit.ranges[0]) ") && log.hasSuffix("attempt 1: exit code 0\n"))
        }
    }
}
