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

    @Test("A scratch folder is there while it is held, for its owner alone, and gone afterwards")
    func lifetime() throws {
        var folder: ScratchFolder? = try ScratchFolder(in: parent)
        let path = try #require(folder?.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        try Data([1]).write(to: URL(filePath: path + "/silo"))
        folder = nil
        #expect(try names().isEmpty)
    }

    @Test("Folders of processes that are gone are removed; those of living ones and other files stay")
    func abandoned() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exit 0"]
        try process.run()
        process.waitUntilExit()
        let gone = "granary-work-\(process.processIdentifier)-0A1B2C3D"
        let kept = [
            "granary-work-\(ProcessInfo.processInfo.processIdentifier)-0A1B2C3D", "granary-work-1-0A1B2C3D",
            "granary-work--1-0A1B2C3D", "granary-work-x", "somebody-else",
        ]
        for name in kept + [gone] {
            try FileManager.default.createDirectory(atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
            try Data([1]).write(to: URL(filePath: "\(parent)/\(name)/data"))
        }
        let folder = try ScratchFolder(in: parent)
        let own = URL(filePath: folder.path).lastPathComponent
        #expect(try names() == (kept + [own]).sorted())
        withExtendedLifetime(folder) {}
    }

    @Test("A place that cannot hold a folder is an error that names it and says what to do")
    func unwritable() throws {
        let file = parent + "/file"
        try Data([1]).write(to: URL(filePath: file))
        let error = #expect(throws: WorkError.self) { try ScratchFolder(in: file) }
        #expect(error?.kind == .inputOutput)
        #expect(error?.subject.hasPrefix(file) == true)
        #expect(error?.remedy.contains("TMPDIR") == true)
    }

    @Test(
        "A full disk under it is told of the folder that the user knows, and TMPDIR is named",
        .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights")
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
        // What has nothing to do with it stays what it is.
        let other = WorkError(.bug, attempted: "", subject: folder.path, cause: "")
        #expect(folder.explained(other, attempted: "encode") as? WorkError == other)
    }
}
