import Foundation
import Glibc
import TestSupport
import Testing

@testable import Storage

@Suite("Lock of a store", .temporaryFolder)
struct WriterLockTests {
    private let file = TemporaryFolder.current.appending(path: "store")

    @Test("one at a time has a store open for updates")
    func exclusive() throws {
        try Data("store".utf8).write(to: file)
        try withExtendedLifetime(WriterLock(file.path)) {
            _ = #expect(throws: StorageError.self) { try WriterLock(file.path) }
        }
        _ = try WriterLock(file.path)
    }

    @Test("a store is free once it is closed, even if a process that is being started still has its file")
    func inherited() throws {
        try Data("store".utf8).write(to: file)
        var copy: CInt = -1
        try withExtendedLifetime(WriterLock(file.path)) {
            // As a process that is being started has it.
            copy = dup(try #require(TemporaryFolder.openDescriptors().first))
        }
        defer { close(copy) }
        #expect(copy >= 0)
        _ = try WriterLock(file.path)
    }
}
