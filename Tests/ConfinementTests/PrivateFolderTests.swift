import Confinement
import Dispatch
import Foundation
import Glibc
import Media
import TestSupport
import Testing

@Suite("A private folder", .temporaryFolder)
struct PrivateFolderTests {
    @Test("belongs to its owner alone and is removed with it")
    func lifetime() throws {
        let parent = TemporaryFolder.current.path
        var folder = PrivateFolder(in: parent)
        let path = try #require(folder?.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        folder = nil
        #expect(folder == nil && !FileManager.default.fileExists(atPath: path))
        #expect(PrivateFolder(in: parent + "/missing") == nil)
    }

    @Test("is created even while many others are created and removed")
    func crowd() {
        let parent = TemporaryFolder.current.path
        let missing = Locked(0)
        let threads = (0..<4).map { _ in
            let (thread, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            Thread {
                thread.wait()
                for _ in 0..<500 where PrivateFolder(in: parent) == nil { missing.withLock { $0 += 1 } }
                end.signal()
            }.start()
            return (thread, end)
        }
        for (thread, _) in threads { thread.signal() }
        for (_, end) in threads { end.wait() }
        #expect(missing.withLock { $0 } == 0)
    }

    @Test("accepts complete files, and reports why it cannot")
    func files() throws {
        let folder = try #require(PrivateFolder(in: TemporaryFolder.current.path))
        let bytes = [UInt8](repeating: 7, count: 100_000)
        #expect(folder.write(bytes, to: "file") == 0 && folder.write([1, 2], to: "short") == 0)
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/file")) == Data(bytes))
        #expect(folder.write([], to: "short") == 0)
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/short")).isEmpty)
        #expect(folder.write(bytes, to: "missing/file") == ENOENT)
    }

    @Test("of a live process is kept; that of a killed process is removed by the next")
    func abandoned() throws {
        let parent = TemporaryFolder.current.path
        let living = try #require(PrivateFolder(in: parent))
        // What a killed process leaves: an unlocked folder.
        let left = "\(parent)/\(PrivateFolder.prefix)\(getuid())-0123"
        try FileManager.default.createDirectory(atPath: left + "/deep", withIntermediateDirectories: true)
        // One that its process has not locked yet, and one whose process was killed before that.
        let new = ["0124", "0125"].map { "\(parent)/granary-confining-\(getuid())-\($0)" }
        for path in new { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }
        let hours = Date.now.addingTimeInterval(-7200)
        try FileManager.default.setAttributes([.modificationDate: hours], ofItemAtPath: new[1])
        let next = try #require(PrivateFolder(in: parent))
        let paths = ([living.path, next.path, left] + new).map { FileManager.default.fileExists(atPath: $0) }
        #expect(paths == [true, true, false, true, false])
    }
}
