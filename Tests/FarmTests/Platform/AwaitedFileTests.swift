import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import LocalEngine
@testable import Platform

/// A lock on a file blocks a process like a disk that does not respond, without needing such a disk.
@Suite("The file for which a process waits", .temporaryFolder)
struct AwaitedFileTests {
    private func locked(_ name: String) throws -> CInt {
        // Safe: the path is a C string for the duration of the call.
        let file = unsafe open(ShellChild.file(name), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0 && flock(file, LOCK_EX) == 0)
        return file
    }

    @Test("is reported while it waits, not before or after")
    func named() async throws {
        let file = try locked("busy disk")
        defer { close(file) }
        let child = try ShellChild.start("read word; exec flock '\(ShellChild.file("busy disk"))' sleep 60")
        defer { child.signalGroup(SIGKILL) }
        // It waits for its life line, which is not a file.
        try await Task.sleep(for: .milliseconds(200))
        #expect(AwaitedFile.path(of: child.processID) == nil)
        #expect(child.tell("go"))
        #expect(try await ShellChild.wait { AwaitedFile.path(of: child.processID) == ShellChild.file("busy disk") })
        flock(file, LOCK_UN)
        #expect(try await ShellChild.wait { AwaitedFile.path(of: child.processID) == nil })
    }

    @Test("is reported if its call has a path as argument", arguments: [true, false])
    func paths(isThere: Bool) async throws {
        // Opening a named pipe waits for a writer.
        let path = ShellChild.file("pipe")
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let child = try ShellChild.start(isThere ? "exec cat '\(path)'" : "exec sleep 60")
        defer { child.signalGroup(SIGKILL) }
        if isThere {
            #expect(try await ShellChild.wait { AwaitedFile.path(of: child.processID) == path })
        } else {
            try await Task.sleep(for: .milliseconds(200))
            #expect(AwaitedFile.path(of: child.processID) == nil)
        }
    }

    @Test("is in the last lines of a worker that was killed for its silence")
    func lastWords() async throws {
        let file = try locked("hung disk")
        defer { close(file) }
        let script = try ShellChild.script("exec flock '\(ShellChild.file("hung disk"))' sleep 60")
        let engine = LocalExecutor(workers: 1, executable: script, silenceLimitSeconds: 1)
        let directory = JobDirectory(path: TemporaryFolder.current.path)
        let notes = Locked<[String]>([])
        let outcomes = engine.run([WorkUnit(stage: .mux)], of: directory) { _, message in
            if case .note(let text) = message { notes.withLock { $0.append(text) } }
        }
        var outcome: UnitOutcome?
        for await one in outcomes { outcome = one }
        #expect(outcome?.exit == .timedOut)
        #expect(outcome?.lastWords.contains("it waits for \(ShellChild.file("hung disk"))") == true)
        #expect(notes.withLock { $0 }.count == 1)
    }
}
