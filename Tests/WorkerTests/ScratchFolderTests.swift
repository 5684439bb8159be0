import Foundation
import Media
import Storage
import TestSupport
import Testing

@testable import Worker

@Suite(.temporaryFolder)
struct ScratchFolderTests {
    private let parent = TemporaryFolder.current.path

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: parent).sorted() }

    @Test("A scratch folder exists while it is in use, only for its owner, and is removed afterwards")
    func lifetime() throws {
        var folder: ScratchFolder? = try ScratchFolder(in: parent)
        let path = try #require(folder?.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        try Data([1]).write(to: URL(filePath: path + "/silo"))
        folder = nil
        #expect(try names().isEmpty)
    }

    private func makeFolder(_ name: String) throws -> String {
        let path = "\(parent)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: "\(path)/data"))
        return path
    }

    /// The id of a process that has ended.
    private func goneProcess() throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exit 0"]
        try process.run()
        process.waitUntilExit()
        return process.processIdentifier
    }

    @Test("Folders without a lock are removed if their process has ended and they are a day old; others stay")
    func abandoned() throws {
        let id = try goneProcess()
        let own = ProcessInfo.processInfo.processIdentifier
        let old = [
            "granary-work-\(id)-0A1B2C3D", "granary-work-\(own)-0A1B2C3D", "granary-work-1-0A1B2C3D",
            "granary-work--1-0A1B2C3D", "granary-work-x", "granary-new-\(id)-0A1B2C3D", "somebody-else",
        ]
        for name in old {
            let path = try makeFolder(name)
            for file in ["\(path)/data", path] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
                    ofItemAtPath: file
                )
            }
        }
        _ = try makeFolder("granary-work-\(id)-fresh")
        let changed = try makeFolder("granary-work-\(id)-changed")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
            ofItemAtPath: changed
        )
        let kept =
            old.filter { !$0.hasSuffix("-\(id)-0A1B2C3D") } + [
                "granary-work-\(id)-fresh", "granary-work-\(id)-changed",
            ]
        let folder = try ScratchFolder(in: parent)
        #expect(try names() == (kept + [URL(filePath: folder.path).lastPathComponent]).sorted())
        withExtendedLifetime(folder) {}
    }

    @Test("A folder of a worker that was killed before the final name is removed an hour later; all others stay")
    func killedEarly() throws {
        let own = ProcessInfo.processInfo.processIdentifier
        let folders = ["free", "held", "fresh", "writing", "filled"].map { "granary-new-\(own)-\($0)" }
        for name in folders { _ = try makeFolder(name) }
        for name in folders.dropLast() { try Data().write(to: URL(filePath: "\(parent)/\(name)/.lock")) }
        let empty = "granary-new-\(own)-empty"
        try FileManager.default.createDirectory(atPath: "\(parent)/\(empty)", withIntermediateDirectories: true)
        func age(_ paths: String..., minutes: Double) throws {
            for path in paths {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -60 * minutes)],
                    ofItemAtPath: "\(parent)/\(path)"
                )
            }
        }
        for name in folders { try age("\(name)/data", name, minutes: name == folders[2] ? 59 : 61) }
        for name in folders.dropLast() { try age("\(name)/.lock", minutes: name == folders[2] ? 59 : 61) }
        try age("\(folders[3])/data", minutes: 1)
        try age(empty, minutes: 61)
        let lock = try ScratchLock(folder: "\(parent)/\(folders[1])", isNew: false)
        _ = try ScratchFolder(in: parent)
        #expect(try names() == folders.dropFirst().sorted())
        withExtendedLifetime(lock) {}
    }

    @Test(
        "A folder with any process id stays while a process holds its lock, and goes after that process is killed",
        .enabled(if: Tool.arePresent("flock"), "flock (util-linux) is not installed")
    )
    func locked() throws {
        // In another PID namespace a running process may have an id that no process has here.
        let name = "granary-work-\(try goneProcess())-0A1B2C3D"
        let path = try makeFolder(name)
        let holder = Process()
        holder.executableURL = try #require(Tool("flock")).url
        holder.arguments = ["--no-fork", "\(path)/.lock", "sh", "-c", "echo held; exec sleep 600"]
        let words = Pipe()
        holder.standardOutput = words
        try holder.run()
        #expect(try words.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8))
        for file in ["\(path)/data", "\(path)/.lock", path] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
                ofItemAtPath: file
            )
        }
        _ = try ScratchFolder(in: parent)
        #expect(try names() == [name])
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        _ = try ScratchFolder(in: parent)
        #expect(try names().isEmpty)
    }

    @Test(
        "A worker in another PID namespace keeps the folder of a running worker",
        .enabled(if: Tool.arePresent("unshare") && geteuid() == 0, "another PID namespace needs root and unshare")
    )
    func otherNamespace() throws {
        // The folder is held here, and checked from a namespace where the id of this process does not exist.
        let folder = try ScratchFolder(in: parent)
        let outcome = try #require(Tool("unshare")).run([
            "--pid", "--fork", "--mount-proc", "sh", "-c",
            "kill -0 \(ProcessInfo.processInfo.processIdentifier) 2>&1; "
                + "exec flock --nonblock \(folder.path)/.lock true",
        ])
        // The process is not visible there, but its lock is.
        #expect(outcome.output.lowercased().contains("no such process"), "\(outcome)")
        #expect(outcome.status == 1)
        withExtendedLifetime(folder) {}
    }

    @Test("Folders that are created at the same time do not remove each other")
    func race() async throws {
        let parent = parent
        let lost = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var lost = 0
                    for _ in 0..<50 {
                        let folder = try ScratchFolder(in: parent)
                        try Data([1]).write(to: URL(filePath: folder.path + "/data"))
                        _ = try ScratchFolder(in: parent)
                        if !FileManager.default.fileExists(atPath: folder.path + "/data") { lost += 1 }
                    }
                    return lost
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(lost == 0)
        #expect(try names().isEmpty)
    }

    @Test("A path that cannot have folders is an error that names the path and a remedy")
    func unwritable() throws {
        let file = parent + "/file"
        try Data([1]).write(to: URL(filePath: file))
        let error = #expect(throws: WorkError.self) { try ScratchFolder(in: file) }
        #expect(error?.kind == .inputOutput)
        #expect(error?.subject.hasPrefix(file) == true)
        #expect(error?.remedy.contains("TMPDIR") == true)
    }

    @Test(
        "The error of a full disk names the parent folder and TMPDIR",
        .enabled(if: MemoryDisk.isPossible, "mounting a file system needs root and its rights")
    )
    func full() throws {
        let disk = try MemoryDisk("size=128k")
        let folder = try ScratchFolder(in: disk.url.path)
        let time = MediaTime(value: 1, timescale: 1)
        let identity = StoreIdentity(
            jobHash: "",
            sourceHash: "",
            granaryBuild: "",
            encoderBuild: "",
            readerBuild: "",
            range: 0,
            pass: 1,
            frames: 0..<1,
            timeRange: TimeRange(start: .zero, end: time)
        )
        let silo = try FrameSilo.create(at: folder.path + "/silo", identity: identity)
        disk.fill()
        let failure = #expect(throws: StorageError.self) {
            try silo.setParameterSets(ParameterSets(vps: Array(repeating: 1, count: 100_000), sps: [], pps: []))
        }
        let error = folder.explained(try #require(failure), attempted: "encode range 0 in pass 1") as? WorkError
        #expect(error?.kind == .inputOutput && error?.subject == disk.url.path)
        #expect(error?.cause.hasPrefix("the disk of that folder, where scratch files go, is full: ") == true)
        #expect(error?.remedy.contains("TMPDIR") == true)
        // Other errors stay unchanged.
        let other = WorkError(.bug, attempted: "", subject: folder.path, cause: "")
        #expect(folder.explained(other, attempted: "encode") as? WorkError == other)
    }
}
