import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import LocalEngine
@testable import Platform

@Suite("The local engine", .temporaryFolder, .doesNotHang)
struct LocalExecutorTests {
    private final class Messages: Sendable {
        private let list = Locked<[WorkerMessage]>([])
        func add(_ message: WorkerMessage) { list.withLock { $0.append(message) } }
        var all: [WorkerMessage] { list.withLock { $0 } }
    }

    private var job: JobDirectory { JobDirectory(path: TemporaryFolder.current.path) }

    private func units(_ count: Int) -> [WorkUnit] {
        (0..<count).map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
    }

    private func engine(_ body: String, workers: Int = 2, limit: Int = 120) throws -> LocalExecutor {
        LocalExecutor(workers: workers, executable: try ShellChild.script(body), silenceLimitSeconds: limit)
    }

    private func outcomes(_ engine: LocalExecutor, _ units: [WorkUnit]) async -> [UnitOutcome] {
        await engine.run(units, of: job) { _, _ in }.reduce(into: []) { $0.append($1) }
    }

    @Test("a worker gets its unit as arguments")
    func arguments() async throws {
        let engine = try engine("for word; do echo \"$word\" >&2; done")
        let unit = WorkUnit(stage: .encode, pass: 2, ranges: [3, 7], attempt: 2)
        let outcome = try #require(await outcomes(engine, [unit]).first)
        #expect(outcome.exit == .code(0))
        #expect(
            outcome.lastWords.split(separator: "\n").map(String.init) == [
                "work", job.path, "--stage", "encode", "--pass", "2", "--ranges", "3,7", "--attempt", "2",
                "--sandbox", "auto", "--life-line",
            ]
        )
        #expect(WorkUnit(stage: .mux).arguments(of: job).contains("--ranges") == false)
    }

    @Test("a worker gets only the environment variables that it needs")
    func environment() async throws {
        let engine = try engine("env | sed 's/=.*//' >&2")
        let outcome = try #require(await outcomes(engine, units(1)).first)
        let names = Set(outcome.lastWords.split(separator: "\n").map(String.init))
        #expect(names.contains("PATH") && names.contains("GLIBC_TUNABLES"))
        #expect(!names.contains("HOME"), "\(names)")
        let visible = ChildEnvironment.visible(of: [
            "LD_PRELOAD": "shim.so", "AWS_SECRET_ACCESS_KEY": "x", "SLURM_JWT": "y", "SSH_AUTH_SOCK": "/s",
            "PATH": "/bin", "LC_ALL": "C", "GRANARY_FFMPEG": "/opt/ffmpeg",
        ])
        #expect(visible == ["PATH": "/bin", "LC_ALL": "C", "GRANARY_FFMPEG": "/opt/ffmpeg"])
    }

    @Test("the explanation of a unit that the sandbox stopped names the sandbox and the attempted call")
    func stoppedBySandbox() async throws {
        let words = "granary: the sandbox stopped this process: it tried to x"
        let engine = try engine("echo '\(words)' >&2; kill -SYS $$")
        let outcome = try #require(await outcomes(engine, units(1)).first)
        #expect(outcome.exit == .forbidden)
        let explanation = outcome.explained.explanation
        #expect(explanation.contains("its sandbox stopped it") && explanation.contains("signal 31 (SIGSYS)"))
        #expect(explanation.contains("it tried to x"), "\(explanation)")
    }

    @Test("messages arrive in order before the outcome, and other lines go to the log")
    func messages() async throws {
        let messages = Messages()
        let engine = try engine(
            """
            echo '{"type":"progress","range":0,"frames":5,"bits":900}'
            echo 'x265 [info]: hello'
            echo '{"type":"surprise"}'
            echo '{"type":"note","text":"from here on"}'
            echo '{"type":"published","range":0}'
            """
        )
        for await outcome in engine.run(units(1), of: job, onMessage: { messages.add($1) }) {
            #expect(outcome.exit == .code(0))
            #expect(
                messages.all == [
                    .progress(range: 0, frames: 5, bits: 900), .note("from here on"), .published(range: 0),
                ]
            )
        }
        #expect(messages.all.count == 3)
        let log = try String(contentsOfFile: job.paths.log(of: units(1)[0]), encoding: .utf8)
        #expect(log.contains("not a message: x265 [info]: hello\n"))
        #expect(log.contains("not a message: {\"type\":\"surprise\"}\n"))
        #expect(log.contains("from here on\n"))
        #expect(log.hasSuffix("attempt 1: exit code 0\n"))
    }

    @Test("only the first lines of a flood of garbage are in the log")
    func flood() async throws {
        let engine = try engine("yes garbage | head -n 5000")
        #expect(await outcomes(engine, units(1)).first?.exit == .code(0))
        let log = try String(contentsOfFile: job.paths.log(of: units(1)[0]), encoding: .utf8)
        #expect(log.split(separator: "\n").count < 110)
        #expect(log.contains("lines that are no messages: 5000\n"))
    }

    @Test("units run in order, and one worker runs one unit at a time")
    func order() async throws {
        let engine = try engine(
            """
            mkdir "$2/running-$8" && sleep 0.1
            ls -d "$2"/running-* | wc -l >> "$2/counts"
            rmdir "$2/running-$8"
            """,
            workers: 1
        )
        #expect(await outcomes(engine, units(4)).map(\.unit) == units(4))
        #expect(ShellChild.text("counts") == "1\n1\n1\n1\n")
    }

    @Test("two workers run two units at the same time")
    func parallel() async throws {
        // Each unit waits for the other: one alone would wait for ever.
        let engine = try engine(
            "touch \"$2/here-$8\"; while [ ! -e \"$2/here-0\" ] || [ ! -e \"$2/here-1\" ]; do sleep 0.02; done",
            workers: 2
        )
        #expect(await outcomes(engine, units(2)).map(\.exit) == [.code(0), .code(0)])
    }

    @Test("a crash fails one unit only, and its outcome has the last lines")
    func crash() async throws {
        let engine = try engine(
            "ulimit -c 0; if [ \"$8\" = 1 ]; then echo 'x265 [error]: out of luck' >&2; kill -SEGV $$; fi"
        )
        let outcomes = await outcomes(engine, units(3)).sorted { $0.unit.ranges[0] < $1.unit.ranges[0] }
        #expect(outcomes.map(\.exit) == [.code(0), .signal(SIGSEGV), .code(0)])
        #expect(outcomes[1].lastWords == "x265 [error]: out of luck")
        #expect(outcomes[1].cost != nil)
    }

    @Test("last lines are those of this attempt, at most 20, and without control sequences")
    func lastWords() async throws {
        let engine = try engine(
            """
            if [ -e "$2/second" ]; then printf '\\033[31mred\\033[0m\\rlater\\n' >&2; exit 1; fi
            touch "$2/second"; i=0; while [ $i -lt 1000 ]; do i=$((i+1)); echo "line $i" >&2; done; exit 1
            """
        )
        let first = try #require(await outcomes(engine, units(1)).first).lastWords.split(separator: "\n")
        #expect(first.count == 20)
        #expect(first.first == "line 981" && first.last == "line 1000")
        #expect(await outcomes(engine, units(1)).first?.lastWords == "red\nlater")
    }

    @Test("long last lines are cut to 2048 bytes")
    func longLastWords() async throws {
        let engine = try engine("head -c 1000000 /dev/zero | tr '\\0' y >&2; exit 1")
        #expect(await outcomes(engine, units(1)).first?.lastWords == String(repeating: "y", count: 2048))
    }

    @Test("a silent worker is killed after the limit")
    func hang() async throws {
        let engine = try engine("sleep 61", limit: 1)
        #expect(await outcomes(engine, units(1)).first?.exit == .timedOut)
    }

    @Test("the outcome of a worker that cannot be started has the reason")
    func notStarted() async throws {
        let engine = LocalExecutor(workers: 1, executable: ShellChild.file("missing"))
        let exit = try #require(await outcomes(engine, units(1)).first).exit
        guard case .notStarted(let reason) = exit else { return #expect(Bool(false), "it ended with \(exit)") }
        #expect(reason.contains("No such file or directory"))
    }

    @Test("after draining, running units finish and no other unit starts")
    func drain() async throws {
        let engine = try engine(
            "echo '{\"type\":\"note\",\"text\":\"begun\"}'; while [ ! -e \"$2/go\" ]; do sleep 0.02; done",
            workers: 1
        )
        let folder = job.path
        let stream = engine.run(units(3), of: job) { _, _ in
            engine.drain()
            try? Data().write(to: URL(filePath: folder + "/go"))
        }
        let ended = await stream.reduce(into: []) { $0.append($1) }
        #expect(ended.map(\.exit) == [.code(0)])
        #expect(await outcomes(engine, units(2)).isEmpty)
    }

    @Test("cancelling ends all running units, by SIGKILL if necessary, and no other unit starts")
    func cancel() async throws {
        let engine = try engine(
            "trap '' TERM; echo $$ >> \"$2/processes\"; echo '{\"type\":\"note\",\"text\":\"\"}'; "
                + "while :; do sleep 0.05; done"
        )
        let stream = engine.run(units(4), of: job) { _, _ in engine.cancel() }
        let ended = await stream.reduce(into: []) { $0.append($1) }
        #expect((1...2).contains(ended.count))
        #expect(ended.allSatisfy { $0.exit == .signal(SIGKILL) || $0.exit == .signal(SIGTERM) })
        for line in ShellChild.text("processes").split(separator: "\n") {
            #expect(!ShellChild.isAlive(try #require(Int32(line))))
        }
        #expect(await outcomes(engine, units(1)).isEmpty)
    }

    @Test("cancelling the task that iterates over the outcomes ends the children")
    func cancelledTask() async throws {
        let engine = try engine("echo $$ > \"$2/process\"; sleep 61")
        let job = job
        let units = units(1)
        let task = Task { for await _ in engine.run(units, of: job, onMessage: { _, _ in }) {} }
        #expect(try await ShellChild.wait { ShellChild.text("process").hasSuffix("\n") })
        let process = try #require(Int32(ShellChild.text("process").trimmingCharacters(in: .newlines)))
        #expect(ShellChild.isAlive(process))
        task.cancel()
        await task.value
        #expect(try await ShellChild.wait { !ShellChild.isAlive(process) })
    }

    @Test("the path of the running program is known")
    func ownPath() {
        #expect(FileManager.default.isExecutableFile(atPath: OwnProgram.path))
        #expect(OwnProgram.path != "/proc/self/exe")
    }
}
