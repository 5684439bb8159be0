import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import LocalEngine
@testable import Platform

@Suite("Workers that take one unit after the other", .temporaryFolder, .timeLimit(.minutes(5)))
struct StandingWorkerTests {
    private var job: JobDirectory { JobDirectory(path: TemporaryFolder.current.path) }

    /// A worker that notes units and its process, and takes further units; one told to do range 7 dies of it.
    private func engine(workers: Int = 1) async throws -> LocalExecutor {
        let script = try await ShellChild.script(
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

    /// What was done, in order: `first` or `next`, and by which process.
    private var did: [(word: String, process: Int32)] {
        ShellChild.text("did").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return Int32(words[1]).map { (String(words[0]), $0) }
        }
    }

    @Test("one process does all units of a stage, in this run and in the next, and tells what each took")
    func oneProcess() async throws {
        let engine = try await engine()
        let outcomes = await outcomes(engine, encodes([0, 1])) + outcomes(engine, encodes([2]))
        #expect(outcomes.map(\.exit) == [.code(0), .code(0), .code(0)])
        #expect(outcomes.allSatisfy { $0.cost?.cpuSeconds == 0.5 && $0.cost?.wallSeconds == 2 })
        #expect(did.map(\.word) == ["first", "next", "next"])
        #expect(Set(did.map(\.process)).count == 1)
    }

    @Test("another stage has processes of its own, and those of the one before end")
    func otherStage() async throws {
        let engine = try await engine()
        _ = await outcomes(engine, [WorkUnit(stage: .analyse, pass: 1, ranges: [0])])
        let first = try #require(did.first).process
        #expect(ShellChild.isAlive(first))
        _ = await outcomes(engine, encodes([0]))
        #expect(did.map(\.word) == ["first", "first"])
        #expect(try await ShellChild.wait { !ShellChild.isAlive(first) })
    }

    @Test("a crash costs its unit, and what it took is not told twice; the next unit has a new process")
    func crash() async throws {
        let engine = try await engine()
        let outcomes = await outcomes(engine, encodes([0, 7, 1]))
        #expect(outcomes.map(\.exit) == [.code(0), .signal(SIGSEGV), .code(0)])
        #expect(outcomes[1].cost?.cpuSeconds == 0)
        #expect(did.map(\.word) == ["first", "first"])
    }

    @Test("a second attempt has a process of its own")
    func secondAttempt() async throws {
        let engine = try await engine()
        _ = await outcomes(engine, encodes([0]))
        _ = await outcomes(engine, encodes([1], attempt: 2))
        #expect(did.map(\.word) == ["first", "first"])
    }

    @Test("one that was killed while it waited costs nothing")
    func killedWhileWaiting() async throws {
        let engine = try await engine()
        _ = await outcomes(engine, encodes([0]))
        let first = try #require(did.first).process
        kill(first, SIGKILL)
        // Dead and not yet waited for: its end of the line is closed.
        #expect(
            try await ShellChild.wait {
                (try? String(contentsOfFile: "/proc/\(first)/stat", encoding: .utf8))?.contains(") Z") ?? true
            }
        )
        #expect(await outcomes(engine, encodes([1])).map(\.exit) == [.code(0)])
        #expect(did.map(\.word) == ["first", "first"])
    }

    @Test("those that wait end when the engine is cancelled, and when nobody holds it any more")
    func end() async throws {
        let cancelled = try await engine()
        _ = await outcomes(cancelled, encodes([0]))
        cancelled.cancel()
        let first = try #require(did.first).process
        #expect(try await ShellChild.wait { !ShellChild.isAlive(first) })
        do {
            let engine = try await engine()
            _ = await outcomes(engine, encodes([0]))
        }
        let second = try #require(did.last).process
        #expect(second != first)
        #expect(try await ShellChild.wait { !ShellChild.isAlive(second) })
    }

    @Test("each unit has a log of its own")
    func logs() async throws {
        let engine = try await engine()
        _ = await outcomes(engine, encodes([0, 1]))
        for unit in encodes([0, 1]) {
            let log = try String(contentsOfFile: job.logPath(of: unit), encoding: .utf8)
            #expect(log.contains("--ranges \(unit.ranges[0]) ") && log.hasSuffix("attempt 1: exit code 0\n"))
        }
    }
}
