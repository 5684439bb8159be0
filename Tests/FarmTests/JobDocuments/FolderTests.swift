import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite("A folder that is to be made", .temporaryFolder)
struct FolderTests {
    private let place = TemporaryFolder.current.path

    @Test("is there afterwards with those above it, and may have been there before")
    func made() throws {
        #expect(Folder.create("\(place)/a/b/c", mode: 0o700) == nil)
        #expect(Folder.create("\(place)/a/b/c") == nil && Folder.create("/") == nil)
        var status = stat()
        // Safe: the system fills the structure on this frame; the path is lent for the call only.
        let code = unsafe stat("\(place)/a/b/c", &status)
        #expect(code == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test("below a file, or in its place, cannot be, and the file is named", arguments: ["", "/jobs", "/jobs/deeper"])
    func belowFile(path: String) throws {
        try Data("not a folder".utf8).write(to: URL(filePath: "\(place)/file"))
        #expect(Folder.create("\(place)/file\(path)") == "\(place)/file is not a folder")
    }

    @Test("where the system lets nobody make one has the system's words")
    func refused() {
        #expect(Folder.create("/proc/granary/jobs") == "No such file or directory")
    }

    @Test("syncing one that is there succeeds, and one that is not says why")
    func syncing() {
        #expect(Folder.sync(TemporaryFolder.current.path) == nil)
        #expect(Folder.sync(TemporaryFolder.current.path + "/missing") == "No such file or directory")
    }
}
