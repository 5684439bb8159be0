import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite("LMDB environment", .temporaryFolder)
struct EnvironmentTests {
    private var path: String { TemporaryFolder.current.appending(path: "environment").path }

    @Test("a map that is too small grows, and the batch that did not fit is written again")
    func growth() throws {
        let environment = try Environment(creating: path, mapByteCount: 1 << 16)
        let table: Table<Int64, Blob> = try environment.table("values")
        let small = environment.mapByteCount
        var calls = 0
        try environment.write { (transaction) throws(StorageError) in
            calls += 1
            for key in 0..<100 { try transaction.put(table, Int64(key), [UInt8](repeating: UInt8(key), count: 5000)) }
        }
        #expect(calls > 1)
        #expect(environment.mapByteCount > small)
        try environment.read { transaction in
            #expect(try transaction.count(table) == 100)
            var cursor = try transaction.cursor(table)
            var key = 0
            while try cursor.next() {
                #expect(try cursor.key() == Int64(key))
                cursor.withBytes { #expect($0.byteCount == 5000 && $0.first == UInt8(key)) }
                key += 1
            }
            #expect(key == 100)
        }
    }

    @Test("a write that throws changes nothing")
    func rollBack() throws {
        let environment = try Environment(creating: path, mapByteCount: 1 << 20)
        let table: Table<Int64, Blob> = try environment.table("values")
        let failure = StorageError(.misuse, attempted: "", subject: "", cause: "")
        #expect(throws: failure) {
            try environment.write { (transaction) throws(StorageError) in
                try transaction.put(table, 1, [1])
                throw failure
            }
        }
        #expect(try environment.read { try $0.count(table) } == 0)
    }

    @Test("writing is refused during a read, and always when opened for reading")
    func refusals() throws {
        let writable = try Environment(creating: path, mapByteCount: 1 << 20)
        let table: Table<Int64, Blob> = try writable.table("values")
        let put = { (transaction: borrowing WriteTransaction) throws(StorageError) in
            try transaction.put(table, 1, [1])
        }
        let duringRead = #expect(throws: StorageError.self) { try writable.read { _ in try writable.write(put) } }
        #expect(duringRead?.code == .misuse)
        try writable.write(put)
        let readable = try Environment(reading: path)
        let whenReadable = #expect(throws: StorageError.self) { try readable.write(put) }
        #expect(whenReadable?.code == .misuse)
    }

    @Test("a new environment does not replace a file")
    func existing() throws {
        _ = try Environment(creating: path, mapByteCount: 1 << 20)
        let error = #expect(throws: StorageError.self) { try Environment(creating: path, mapByteCount: 1 << 20) }
        #expect(error?.code == .alreadyExists)
        let missing = #expect(throws: StorageError.self) { try Environment(reading: path + "-not") }
        #expect(missing?.code == .missing)
    }

    @Test(
        "network file systems are recognised by their type",
        arguments: [
            (0x6969, "NFS"), (0x517B, "SMB"), (0xFF53_4D42, "CIFS"), (0xFE53_4D42, "SMB2"), (0x6573_5546, "FUSE"),
            (0x0BD0_0BD0, "Lustre"), (0x4750_4653, "GPFS"), (0x00C3_6400, "Ceph"), (0x0102_1997, "9P"),
        ] as [(UInt32, String)]
    )
    func networkFileSystems(type: UInt32, name: String) { #expect(NetworkFileSystem.name(ofType: type) == name) }

    @Test(
        "local file systems are not",
        // ext4, XFS, Btrfs, tmpfs, overlayfs, ZFS.
        arguments: [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1] as [UInt32]
    )
    func localFileSystems(type: UInt32) { #expect(NetworkFileSystem.name(ofType: type) == nil) }
}
