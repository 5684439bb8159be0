import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite("Creating a folder", .temporaryFolder)
struct FolderTests {
    private let place = TemporaryFolder.current.path

    @Test("creates its parents too, and accepts an existing folder")
    func made() throws {
        #expect(Folder.create("\(place)/a/b/c", mode: 0o700) == nil)
        #expect(Folder.create("\(place)/a/b/c") == nil && Folder.create("/") == nil)
        var status = stat()
        // Safe: the system fills a local structure; the call does not keep the path.
        let code = unsafe stat("\(place)/a/b/c", &status)
        #expect(code == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test("fails below a file or in its place, and names the file", arguments: ["", "/jobs", "/jobs/deeper"])
    func belowFile(path: String) throws {
        try Data("not a folder".utf8).write(to: URL(filePath: "\(place)/file"))
        #expect(Folder.create("\(place)/file\(path)") == "\(place)/file is not a folder")
    }

    @Test("fails with the system's message where nobody may create one")
    func refused() {
        #expect(Folder.create("/proc/granary/jobs") == "No such file or directory")
    }

    @Test("syncing an existing folder succeeds, and syncing a missing one says why")
    func syncing() {
        #expect(Folder.sync(TemporaryFolder.current.path) == nil)
        #expect(Folder.sync(TemporaryFolder.current.path + "/missing") == "No such file or directory")
    }
}
