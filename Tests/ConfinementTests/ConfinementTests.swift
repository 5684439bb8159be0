import Confinement
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "A confined process",
    .temporaryFolder,
    .enabled(if: KernelOffer.current.isComplete, "the kernel has no Landlock or cannot filter system calls")
)
struct ConfinementTests {
    /// What Landlock says.
    private static let denied = "Permission denied"
    /// What the filter of system calls says.
    private static let refused = "Operation not permitted"

    @Test("reads only what it may read")
    func reading() throws {
        let place = try CaptiveRun.Place()
        #expect(try CaptiveRun("read", place.own.path, in: place).answer == "done")
        #expect(try CaptiveRun("read", "/usr/bin/env", in: place).answer == "done")
        #expect(try CaptiveRun("read", place.foreign.path, in: place).answer == Self.denied)
        #expect(try CaptiveRun("read", "/proc/1/maps", in: place).answer == Self.denied)
        #expect(try CaptiveRun("read", place.foreign.path, in: place, mode: .off).answer == "done")
    }

    @Test("follows no link to other files")
    func links() throws {
        let place = try CaptiveRun.Place()
        let link = place.writable.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place.foreign)
        #expect(try CaptiveRun("read", link.path, in: place).answer == Self.denied)
        #expect(try CaptiveRun("read", "\(place.writable.path)/../foreign.txt", in: place).answer == Self.denied)
    }

    @Test("changes nothing outside its folder")
    func writing() throws {
        let place = try CaptiveRun.Place()
        #expect(try CaptiveRun("write", place.writable.path + "/new", in: place).answer == "done")
        for deed in ["write", "remove"] {
            #expect(try CaptiveRun(deed, place.foreign.path, in: place).answer == Self.denied)
            #expect(try CaptiveRun(deed, place.own.path, in: place).answer == Self.denied)
        }
        #expect(
            try CaptiveRun("write", place.foreign.path + ".new", in: place).answer == Self.denied
        )
        #expect(try Data(contentsOf: place.foreign) == Data("secret".utf8))
    }

    @Test(
        "is denied by the filter what Landlock does not cover, or not in all versions",
        arguments: [
            "truncate", "empty", "empty-unopened", "mode", "mode-of-open", "own", "times", "attribute",
        ]
    )
    func changes(deed: String) throws {
        let place = try CaptiveRun.Place()
        #expect(try CaptiveRun(deed, place.own.path, in: place).answer == Self.refused)
        #expect(try Data(contentsOf: place.own) == Data("secret".utf8))
        // Even with an existing file of its own.
        let made = place.writable.appending(path: "made")
        try Data("mine".utf8).write(to: made)
        #expect(try CaptiveRun(deed, made.path, in: place).answer == Self.refused)
        #expect(try Data(contentsOf: made) == Data("mine".utf8))
    }

    @Test("is ended by a file that becomes too long")
    func longFile() throws {
        let place = try CaptiveRun.Place()
        let file = place.writable.appending(path: "long")
        #expect(try CaptiveRun("fill", file.path, in: place).status == -SIGXFSZ)
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int == 1 << 20)
    }

    @Test("is ended with a message when it opens a network connection, and connects to nobody")
    func network() throws {
        let (place, server) = (try CaptiveRun.Place(), try LoopbackServer())
        let run = try CaptiveRun("connect", "\(server.port)", in: place)
        #expect(run.status == -SIGSYS && run.answer.isEmpty)
        #expect(run.errors.contains("the sandbox stopped this process: it tried to open a network connection"))
        #expect(!server.hasConnection)
        #expect(try CaptiveRun("connect", "\(server.port)", in: place, mode: .off).answer == "done")
        #expect(server.hasConnection)
    }

    @Test("is denied local services, which libraries do not need")
    func localServices() throws {
        let place = try CaptiveRun.Place()
        let run = try CaptiveRun("name", in: place)
        #expect(run.status == 0 && run.answer == Self.refused)
    }

    @Test(
        "is ended when it starts a program, as a child or in place of itself",
        .enabled(if: !Confinement.isUnderSanitizer, "sanitizers start programs"),
        arguments: ["start", "become"]
    )
    func programs(deed: String) throws {
        let place = try CaptiveRun.Place()
        let run = try CaptiveRun(deed, "/bin/true", in: place)
        #expect(run.status == -SIGSYS && run.answer.isEmpty, "\(run.errors)")
        // The C library blocks signals while it starts a child: the kernel ends the process without a message.
        if deed == "become" { #expect(run.errors.contains("it tried to start a program"), "\(run.errors)") }
        #expect(try CaptiveRun(deed, "/bin/true", in: place, mode: .off).status == 0)
    }

    @Test(
        "starts only the program that it may start",
        .enabled(if: !Confinement.isUnderSanitizer, "sanitizers start programs")
    )
    func judge() throws {
        let place = try CaptiveRun.Place()
        #expect(try CaptiveRun("start", "/bin/true", in: place, program: "/bin/true").answer == "done")
        #expect(try CaptiveRun("start", "/bin/false", in: place, program: "/bin/true").answer != "done")
        let other = try CaptiveRun("become", "/bin/cat", in: place, program: "/bin/true")
        #expect(other.status == 0 && other.answer == Self.denied)
    }

    @Test(
        "can neither trace nor signal other processes",
        .enabled(if: !Confinement.isUnderSanitizer, "sanitizers watch their own process")
    )
    func processes() throws {
        let place = try CaptiveRun.Place()
        let run = try CaptiveRun("watch", "\(getpid())", in: place)
        #expect(run.status == -SIGSYS && run.errors.contains("watch another process"), "\(run.errors)")
        for deed in ["kill", "kill-group", "queue"] {
            let run = try CaptiveRun(deed, "\(getpid())", in: place)
            #expect(run.status == -SIGSYS && run.errors.contains("send a signal to another process"), "\(run)")
        }
        #expect(try CaptiveRun("limit", "\(getpid())", in: place).answer == Self.refused)
        #expect(try CaptiveRun("limit", "0", in: place).answer == "done")
        // What has a child may have to end it; newer versions of Landlock know whose child it is.
        let judge = try CaptiveRun("kill", "\(getpid())", in: place, program: "/bin/true")
        #expect(judge.answer == (KernelOffer.current.landlock >= 6 ? Self.refused : "done"))
    }

    @Test("may end itself and its own group, and ask whether another process still exists")
    func ends() throws {
        let place = try CaptiveRun.Place()
        for deed in ["end-itself", "end-group"] {
            #expect(try CaptiveRun(deed, in: place).status == -SIGTERM, "\(deed)")
        }
        let found = try CaptiveRun("look-for", "\(getpid())", in: place)
        #expect(found.status == 0 && ["done", Self.refused].contains(found.answer))
        #expect(try CaptiveRun("look-for", "99999999", in: place).answer == "No such process")
    }

    @Test("as root has no capabilities except those for files")
    func capabilities() throws {
        let place = try CaptiveRun.Place()
        #expect(try CaptiveRun("rename-host", in: place).answer == Self.refused)
        #expect(try CaptiveRun("own", place.writable.path, in: place).answer == Self.refused)
        if getuid() == 0 {
            #expect(try CaptiveRun("own", place.writable.path, in: place, mode: .off).answer == "done")
        }
        // A file that nobody may read, in a folder that the process may read.
        unsafe chmod(place.own.path, 0)
        #expect(try CaptiveRun("read", place.own.path, in: place).answer == (getuid() == 0 ? "done" : Self.denied))
    }

    @Test(
        "allocates up to its limit, and runs threads",
        .enabled(if: !Confinement.isUnderSanitizer, "sanitizers reserve memory for themselves")
    )
    func limits() throws {
        let place = try CaptiveRun.Place()
        #expect(try CaptiveRun("thread", in: place).answer == "done")
        #expect(try CaptiveRun("allocate", "\(512 << 20)", in: place).answer == "done")
        #expect(try CaptiveRun("allocate", "\(1100 << 20)", in: place).answer == "no memory")
    }

    @Test("that crashes ends with the signal of its crash, and no program is started")
    func crash() throws {
        let place = try CaptiveRun.Place()
        #expect(try CaptiveRun("crash", in: place).status == -SIGSEGV)
    }

    @Test("reports its confinement; one with several threads cannot be confined, and fails if it must be")
    func words() throws {
        let place = try CaptiveRun.Place()
        let held = "Landlock \(KernelOffer.current.landlock), filtered system calls"
        for mode in [SandboxMode.auto, .required] {
            #expect(try CaptiveRun("say", in: place, mode: mode).answer == held)
        }
        #expect(try CaptiveRun("say", in: place, mode: .off).answer == "not confined")
        let threads = try CaptiveRun("two-threads", in: place).answer
        #expect(threads.hasPrefix("not confined") && threads.contains("2 threads"), "\(threads)")
        let refusal = try CaptiveRun("two-threads", in: place, mode: .required).answer
        #expect(refusal.contains("could not confine") && refusal.contains("2 threads"), "\(refusal)")
    }
}
