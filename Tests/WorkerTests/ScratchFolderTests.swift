import Foundation
import Media
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
}
