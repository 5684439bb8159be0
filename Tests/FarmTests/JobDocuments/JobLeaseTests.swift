import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Platform

@Suite("The lease of a job", .temporaryFolder, .doesNotHang)
struct JobLeaseTests {
    private var job: JobDirectory { JobDirectory(path: TemporaryFolder.current.path) }

    @Test("one coordinator holds it, and the error for a second one names the holder")
    func conflict() throws {
        let lease = try JobLease(of: job)
        #expect(lease.holder.processID == getpid())
        let error = #expect(throws: LeaseError.self) { try JobLease(of: job) }
        #expect(error?.code == .held)
        #expect(error?.kind == .temporary)
        #expect(error?.cause == "another coordinator is running: \(lease.holder)")
        #expect(error?.subject == job.paths.coordinatorLock)
    }

    @Test("it ends with its owner and can be taken again")
    func release() throws {
        do {
            let lease = try JobLease(of: job)
            #expect(JobLease.holder(of: job) == lease.holder)
        }
        #expect(JobLease.holder(of: job) == nil)
        let again = try JobLease(of: job)
        #expect(JobLease.holder(of: job) == again.holder)
    }

    @Test("reading the holder does not block a coordinator")
    func asking() throws {
        #expect(JobLease.holder(of: job) == nil)
        #expect(!FileManager.default.fileExists(atPath: job.paths.coordinatorLock))
        let lease = try JobLease(of: job)
        for _ in 0..<10 { #expect(JobLease.holder(of: job) == lease.holder) }
    }

    @Test("files of a killed coordinator do not block it")
    func remains() throws {
        let left =
            #"{"host":"elsewhere","processID":1,"start":"2026-01-02T03:04:05Z", "and": "much more text than ours"}"#
        try Data((left + String(repeating: " ", count: 900)).utf8).write(to: URL(filePath: job.paths.coordinatorLock))
        #expect(JobLease.holder(of: job) == nil)
        let lease = try JobLease(of: job)
        #expect(JobLease.holder(of: job) == lease.holder)
    }

    @Test("the lock of another process counts, and ends when that process is killed")
    func otherProcess() async throws {
        try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"))
        let script = """
            import fcntl, os, struct, sys, time
            f = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
            fcntl.fcntl(f, 37, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0))
            print('locked', flush=True)
            time.sleep(60)
            """
        let path = job.paths.coordinatorLock
        let child = try ChildProcess(
            executable: "/usr/bin/python3",
            arguments: ["-c", script, path],
            errorLog: ShellChild.file("log")
        )
        let job = job
        let (exit, _) = await ShellChild.run(child) { line in
            #expect(line == "locked")
            #expect(JobLease.holder(of: job) != nil)
            let error = #expect(throws: LeaseError.self) { try JobLease(of: job) }
            #expect(error?.code == .held)
            child.signalGroup(SIGKILL)
        }
        #expect(exit == .signal(SIGKILL), "\(ShellChild.text("log"))")
        _ = try JobLease(of: job)
    }

    @Test("a missing folder is a clear error")
    func missingFolder() throws {
        let missing = JobDirectory(path: ShellChild.file("missing"))
        let error = #expect(throws: LeaseError.self) { try JobLease(of: missing) }
        #expect(error?.code == .notWritten)
        #expect(error?.kind == .inputOutput)
        #expect(error?.cause == "No such file or directory")
        #expect(JobLease.holder(of: missing) == nil)
    }

    @Test("a file system without locks is reported as such")
    func noLocks() throws {
        let error = LeaseError(code: .noLocks, subject: "x", cause: "this file system has no locks: No locks available")
        #expect(error.kind == .unavailable)
        #expect(error.explanation.contains("--jobs DIR"))
    }
}
