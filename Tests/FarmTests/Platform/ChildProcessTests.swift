import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import Platform

@Suite("Child processes", .temporaryFolder, .doesNotHang)
struct ChildProcessTests {
    private func run(_ body: String, limit: Int = 120) async throws -> (exit: UnitExit, cost: WorkCost, lines: [String])
    {
        let lines = Locked<[String]>([])
        let (exit, cost) = await ShellChild.run(try ShellChild.start(body), limit: limit) { line in
            lines.withLock { $0.append(line) }
        }
        return (exit, cost, lines.withLock { $0 })
    }

    @Test("lines arrive in order, and the last one needs no line end")
    func lines() async throws {
        let result = try await run("echo one; echo; echo two; printf three")
        #expect(result.lines == ["one", "two", "three"])
        #expect(result.exit == .code(0))
    }

    @Test("an exit code is reported", arguments: [0, 1, 65, 255])
    func exitCode(code: Int32) async throws {
        #expect(try await run("exit \(code)").exit == .code(code))
    }

    @Test("a crash is reported with its signal", arguments: [SIGSEGV, SIGABRT, SIGKILL])
    func signal(signal: Int32) async throws {
        #expect(try await run("ulimit -c 0; kill -\(signal) $$; sleep 60").exit == .signal(signal))
    }

    @Test("it gets additional variables, which do not replace those of this process")
    func environment() async throws {
        let child = try ChildProcess(
            executable: ShellChild.script("echo $GRANARY_TEST_WORD; echo $PATH"),
            arguments: [],
            environment: ["GRANARY_TEST_WORD": "a b=c", "PATH": "nowhere"],
            errorLog: ShellChild.file("log")
        )
        let lines = Locked<[String]>([])
        let (exit, _) = await ShellChild.run(child) { line in lines.withLock { $0.append(line) } }
        #expect(exit == .code(0))
        #expect(lines.withLock { $0 } == ["a b=c", ProcessInfo.processInfo.environment["PATH"] ?? ""])
    }

    @Test("its cost is measured")
    func cost() async throws {
        let cost = try await run("i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; sleep 0.2").cost
        #expect(cost.cpuSeconds > 0)
        #expect(cost.wallSeconds >= 0.2)
        #expect(cost.maximumResidentBytes > 100_000)
    }

    @Test("a child that is silent for too long is killed with its own children")
    func watchdog() async throws {
        let result = try await run("sleep 61 & echo $!; sleep 62", limit: 3)
        #expect(result.exit == .timedOut)
        let grandchild = try #require(result.lines.first.flatMap { Int32($0) })
        #expect(!ShellChild.isAlive(grandchild))
    }

    @Test("a child that closes its output and hangs is killed too")
    func closedOutput() async throws {
        #expect(try await run("exec >&-; sleep 61", limit: 1).exit == .timedOut)
    }

    @Test("a child with output now and then is not killed, however long it runs")
    func speaking() async throws {
        let result = try await run("for i in 1 2 3 4; do echo $i; sleep 1; done", limit: 3)
        #expect(result.exit == .code(0))
        #expect(result.lines == ["1", "2", "3", "4"])
    }

    @Test("a grandchild that keeps the output open neither delays the end nor outlives it")
    func orphan() async throws {
        let waitedFor = ShellChild.file("waited-for")
        let result = try await run("(sleep 63; : > '\(waitedFor)') & echo $!; exit 7")
        #expect(result.exit == .code(7))
        #expect(!FileManager.default.fileExists(atPath: waitedFor))
        let grandchild = try #require(result.lines.first.flatMap { Int32($0) })
        #expect(!ShellChild.isAlive(grandchild))
    }

    @Test("everything that is written in the last moment is read")
    func lastMoment() async throws {
        for _ in 0..<10 {
            #expect(try await run("i=0; while [ $i -lt 500 ]; do i=$((i+1)); echo $i; done").lines.last == "500")
        }
    }

    @Test("an overlong line is dropped, but its neighbours are kept")
    func overlongLine() async throws {
        let result = try await run("echo before; head -c 2000000 /dev/zero | tr '\\0' x; echo; echo after")
        #expect(result.lines == ["before", "after"])
    }

    @Test("bytes that are not text are harmless")
    func garbage() async throws {
        let result = try await run("printf '\\377\\000\\376\\n'; head -c 300000 /dev/urandom; echo; echo end")
        #expect(result.lines.last == "end")
        #expect(result.exit == .code(0))
    }

    @Test("standard error goes to the log, in any amount")
    func errorLog() async throws {
        #expect(try await run("head -c 3000000 /dev/zero >&2; echo done").lines == ["done"])
        let attributes = try FileManager.default.attributesOfItem(atPath: ShellChild.file("log"))
        #expect(attributes[.size] as? Int == 3_000_000)
    }

    @Test("it leads its own process group")
    func group() async throws {
        let lines = try await run("cut -d' ' -f5 /proc/$$/stat; echo $$").lines
        #expect(lines.count == 2)
        #expect(lines.first == lines.last)
    }

    @Test("it does not inherit another child's pipes")
    func isolation() async throws {
        let sibling = try ShellChild.start("read x")
        let files = FileManager.default
        func pipe(_ descriptor: Int) throws -> String {
            try files.destinationOfSymbolicLink(atPath: "/proc/\(sibling.processID)/fd/\(descriptor)")
        }
        let own = try await run("for f in /proc/self/fd/*; do readlink $f; done").lines
        #expect(own.contains { $0.hasPrefix("pipe:") })
        for descriptor in [0, 1] {
            let link = try pipe(descriptor)
            #expect(link.hasPrefix("pipe:") && !own.contains(link))
        }
        sibling.signalGroup(SIGKILL)
        #expect(await ShellChild.run(sibling) { _ in }.exit == .signal(SIGKILL))
    }

    @Test("its standard input ends when the child is released")
    func lifeLine() async throws {
        do {
            let child = try ShellChild.start("read x; echo gone > '\(ShellChild.file("end"))'")
            #expect(ShellChild.isAlive(child.processID))
        }
        #expect(try await ShellChild.wait { ShellChild.text("end") == "gone\n" })
    }

    @Test("the life line ends a process whose coordinator has ended")
    func lifeLineWatch() throws {
        // The input of a tool is at its end from the start, as it is without a coordinator.
        let outcome = try Tool.built("doomed").run(["end-of-input"])
        // It leads its own process group, and ends it.
        #expect(outcome.status == -SIGKILL && outcome.output.isEmpty)
    }

    @Test("a child that is asked to end may clean up first")
    func terminate() async throws {
        let child = try ShellChild.start(
            "trap 'echo cleaned; exit 9' TERM; echo ready; while :; do sleep 0.05; done"
        )
        let lines = Locked<[String]>([])
        let (exit, _) = await ShellChild.run(child) { line in
            lines.withLock { $0.append(line) }
            if line == "ready" { child.terminate(killAfter: .seconds(120)) }
        }
        #expect(exit == .code(9))
        #expect(lines.withLock { $0 } == ["ready", "cleaned"])
    }

    @Test("a child that does not end is killed")
    func stubborn() async throws {
        let child = try ShellChild.start("trap '' TERM; echo ready; while :; do sleep 0.05; done")
        let (exit, _) = await ShellChild.run(child) { _ in
            child.terminate(killAfter: .milliseconds(300))
        }
        #expect(exit == .signal(SIGKILL))
    }

    @Test("a missing program is a clear error")
    func missingProgram() async throws {
        let missing = ShellChild.file("missing")
        let error = #expect(throws: ChildStartError.self) {
            try ChildProcess(executable: missing, arguments: [], errorLog: ShellChild.file("log"))
        }
        #expect(error?.subject == missing)
        #expect(error?.cause == "No such file or directory")
    }

    @Test("a log that cannot be written is a clear error")
    func missingLogFolder() async throws {
        let log = ShellChild.file("missing/log")
        let error = #expect(throws: ChildStartError.self) {
            try ChildProcess(executable: "/bin/true", arguments: [], errorLog: log)
        }
        #expect(error?.subject == log)
    }

    @Test("exits are described in words")
    func words() {
        #expect(UnitExit.code(65).description == "exit code 65")
        #expect(UnitExit.signal(SIGSEGV).description == "signal 11 (SIGSEGV)")
        #expect(UnitExit.signal(64).description == "signal 64")
        #expect(UnitExit.notStarted("no room").description == "not started: no room")
    }
}
