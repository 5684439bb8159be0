import Foundation
import Media
import TestSupport
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import SlurmEngine

@Suite("Slurm: tasks on their nodes, and the engine", .temporaryFolder, .doesNotHang)
struct SlurmTaskTests {
    /// Ends units with the exits in a table, one for each attempt.
    private final class Table: Executor {
        private let exits: Locked<[Int: [UnitExit]]>
        private let done = Locked<[WorkUnit]>([])
        private let isOver = Locked(false)

        init(_ exits: [Int: [UnitExit]] = [:]) { self.exits = Locked(exits) }

        var units: [WorkUnit] { done.withLock { $0 } }

        func run(
            _ units: [WorkUnit],
            forecast: WorkForecast,
            of job: JobDirectory,
            onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
        ) -> AsyncStream<UnitOutcome> {
            AsyncStream { stream in
                for unit in units where !isOver.withLock({ $0 }) {
                    done.withLock { $0.append(unit) }
                    let exit = exits.withLock { table -> UnitExit in
                        guard var list = table[unit.ranges[0]], !list.isEmpty else { return .code(0) }
                        defer { table[unit.ranges[0]] = list }
                        return list.removeFirst()
                    }
                    stream.yield(UnitOutcome(unit: unit, exit: exit, lastWords: "last words"))
                }
                stream.finish()
            }
        }

        func drain() { cancel() }
        func cancel() { isOver.withLock { $0 = true } }
        func endLeftovers(of job: JobDirectory) {}
    }

    private let units = (0..<4).map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }

    private func directory() throws -> JobDirectory {
        let directory = JobDirectory(path: TemporaryFolder.current.appending(path: "ab12").path)
        try JobFiles.createFolder(directory.path)
        try Data("{}".utf8).write(to: URL(filePath: directory.paths.job))
        return directory
    }

    private func submission() -> SlurmSubmission {
        SlurmSubmission(name: "granary-ab12-t-1", job: "ab12", tasks: [[units[2]], [units[0], units[1], units[3]]])
    }

    private func perform(_ table: Table, in directory: JobDirectory, delays: [Double] = [0.01, 0.01]) async -> Int32 {
        await SlurmTask(
            directory,
            submission: "granary-ab12-t-1",
            task: 1,
            delays: delays,
            makeExecutor: { _ in table },
            say: { _ in }
        ).run()
    }

    private func reports(_ directory: JobDirectory) -> [Int: UnitExit] {
        var found: [Int: UnitExit] = [:]
        for number in directory.slurm.reportedUnits(of: "granary-ab12-t-1") {
            found[number] = directory.slurm.report(of: "granary-ab12-t-1", unit: number)?.exit
        }
        return found
    }

    @Test("a task does only its own units, and reports their ends")
    func ordinary() async throws {
        let directory = try directory()
        try directory.slurm.write(submission())
        #expect(try directory.slurm.submission("granary-ab12-t-1") == submission())
        let table = Table([1: [.code(70)]])
        #expect(await perform(table, in: directory) == 1)
        #expect(table.units.map(\.ranges) == [[0], [1], [3]])
        #expect(reports(directory) == [1: .code(0), 2: .code(70), 3: .code(0)])
        let script = directory.paths.slurmScript("granary-ab12-t-1")
        #expect(try String(contentsOfFile: script, encoding: .utf8).hasPrefix("#!/bin/sh\n"))
    }

    @Test("a requeued task repeats only the units that have not succeeded")
    func requeued() async throws {
        let directory = try directory()
        try directory.slurm.write(submission())
        _ = await perform(Table([1: [.signal(9)], 3: [.signal(15)]]), in: directory)
        #expect(reports(directory) == [1: .code(0)])
        let table = Table()
        #expect(await perform(table, in: directory) == 0)
        #expect(table.units.map(\.ranges) == [[1], [3]] && reports(directory).count == 3)
    }

    @Test("units with file errors are tried again on the node, and reported if the error remains")
    func files() async throws {
        let directory = try directory()
        try directory.slurm.write(submission())
        let table = Table([0: [.code(74), .notStarted("no log")], 1: [.code(74), .code(74), .code(74), .code(74)]])
        #expect(await perform(table, in: directory) == 1)
        #expect(reports(directory) == [1: .code(0), 2: .code(74), 3: .code(0)])
        #expect(table.units.count { $0.ranges == [0] } == 3 && table.units.count { $0.ranges == [1] } == 3)
    }

    @Test("a task of a wave that is over has nothing to do")
    func over() async throws {
        let directory = try directory()
        let table = Table()
        #expect(await perform(table, in: directory) == 0 && table.units.isEmpty)
    }

    @Test("a task waits for a job directory that it cannot see, and then fails")
    func absent() async throws {
        let directory = JobDirectory(path: TemporaryFolder.current.appending(path: "nowhere").path)
        #expect(await perform(Table(), in: directory) == FailureKind.badInput.rawValue)
    }

    @Test(
        "a submission that Granary cannot have written is refused",
        arguments: [
            SlurmSubmission(name: "other", job: "ab12", tasks: []),
            SlurmSubmission(name: "granary-ab12-../x", job: "ab12", tasks: []),
            SlurmSubmission(name: "granary-ab12-t", job: "ab12", tasks: [], processors: 0),
            SlurmSubmission(
                name: "granary-ab12-t",
                job: "ab12",
                tasks: [[WorkUnit(stage: .mux)], [WorkUnit(stage: .mux)]]
            ),
        ]
    )
    func hostile(submission: SlurmSubmission) { #expect(submission.flaw != nil) }

    /// A cluster that does each task at once when it is submitted.
    private struct AtOnce: SlurmClient {
        let table: Table
        let calls = Locked<[String]>([])

        func submit(_ submission: SlurmSubmission, of job: JobDirectory) throws(SlurmError) -> Int {
            calls.withLock { $0.append("submit \(submission.tasks.count)") }
            for task in submission.tasks.indices {
                let work = SlurmTask(
                    job,
                    submission: submission.name,
                    task: task,
                    delays: [],
                    makeExecutor: { _ in table },
                    say: { _ in }
                )
                let done = DispatchSemaphore(value: 0)
                Task.detached {
                    _ = await work.run()
                    done.signal()
                }
                done.wait()
            }
            return 7
        }

        func queue(names: [String]) throws(SlurmError) -> [SlurmQueueEntry] { [] }
        func records(of jobs: [Int]) throws(SlurmError) -> [SlurmRecord] { [] }
        func cancel(_ cancellation: SlurmCancellation) throws(SlurmError) {
            calls.withLock { $0.append("cancel \(cancellation.name)") }
        }
        func configuration() throws(SlurmError) -> SlurmConfiguration {
            throw SlurmError(.away, tool: .scontrol, cause: "away")
        }
    }

    @Test("the engine submits units, receives their ends, and removes the documents of a finished wave")
    func engine() async throws {
        let directory = try directory()
        let client = AtOnce(table: Table([1: [.code(70)]]))
        let engine = SlurmExecutor(client, limits: SlurmWaveLimits(), token: "t")
        let published = Locked<[Int]>([])
        var ends: [Int: UnitExit] = [:]
        let outcomes = engine.run(units, forecast: WorkForecast(), of: directory) { _, message in
            if case .published(let range) = message { published.withLock { $0.append(range) } }
        }
        for await outcome in outcomes { ends[outcome.unit.ranges[0]] = outcome.exit }
        #expect(ends == [0: .code(0), 1: .code(70), 2: .code(0), 3: .code(0)])
        #expect(published.withLock { $0.sorted() } == [0, 2, 3])
        #expect(client.calls.withLock { $0 } == ["submit 4"])
        #expect(directory.slurm.submissionNames.isEmpty)
    }

    @Test("the log of a failed or cancelled task shows whether it ran out of memory")
    func memory() throws {
        let directory = try directory()
        try JobFiles.createFolder(directory.paths.logFolder)
        func state(_ state: SlurmState, _ log: String) throws -> SlurmState {
            let path = "\(directory.paths.slurmLogStem("granary-ab12-t-1"))-3.log"
            try Data("granary: begins\n\(log)\n".utf8).write(to: URL(filePath: path))
            return directory.explained(
                SlurmQueueEntry(name: "granary-ab12-t-1", job: 7, task: 3, state: state)
            ).state
        }
        let words = "slurmstepd: error: StepId=7.batch exceeded memory limit (123 > 40), being killed"
        let others =
            "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=7.batch. "
            + "Some of your processes may have been killed"
        #expect(try state(.over(.failed), words) == .over(.outOfMemory))
        #expect(try state(.over(.cancelled), words) == .over(.outOfMemory))
        #expect(try state(.over(.failed), others) == .over(.outOfMemory))
        #expect(try state(.over(.failed), "killed") == .over(.failed))
        #expect(try state(.over(.nodeFailed), words) == .over(.nodeFailed))
        #expect(try state(.running, words) == .running)
        let unknown = SlurmQueueEntry(name: "granary-ab12-t-9", job: 8, task: 0, state: .over(.failed))
        #expect(directory.explained(unknown) == unknown)
    }

    @Test("the tasks that an earlier coordinator left on the cluster are ended")
    func leftovers() async throws {
        let directory = try directory()
        try directory.slurm.write(submission())
        let client = AtOnce(table: Table())
        try SlurmExecutor(client, limits: SlurmWaveLimits(), token: "t").endLeftovers(of: directory)
        #expect(client.calls.withLock { $0 } == ["cancel granary-ab12-t-1"])
    }
}
