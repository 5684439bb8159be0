import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite(
    "A full disk",
    .temporaryFolder,
    .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights")
)
struct FullDiskTests {
    private func samples(byteCount: Int) -> [EncodedSample] {
        var generator = SeededGenerator(seed: 11)
        return (0..<48).map { .random(order: $0, byteCount: byteCount, using: &generator) }
    }

    /// The error of a full disk: its folder and the free space.
    private func expect(_ error: StorageError?, names folder: String) {
        #expect(error?.code == .diskFull && error?.kind == .inputOutput)
        #expect(error?.subject == folder, "\(error?.subject ?? "no error")")
        let cause = error?.cause ?? ""
        #expect(cause.hasPrefix("No space left on device: ") && cause.hasSuffix("free on the disk of that folder"))
        #expect(error?.remedy.contains("Free some space") == true)
    }

    @Test("below a scratch file is reported as full, and not as an input/output error", arguments: ["full", "nearly"])
    func scratch(room: String) throws {
        let disk = try MemoryDisk("size=256k")
        let silo = try FrameSilo.create(at: disk.url.path + "/scratch", identity: .sample())
        if room == "full" { disk.fill() }
        let error = #expect(throws: StorageError.self) {
            for sample in samples(byteCount: 20_000) { try silo.add(sample) }
            try silo.close()
        }
        expect(error, names: disk.url.path)
    }

    @Test("below a published store names the folder and the free space, and leaves no file")
    func publication() throws {
        let disk = try MemoryDisk("size=512k")
        let silo = try FrameSilo.create(at: TemporaryFolder.current.path + "/scratch", identity: .sample())
        for sample in samples(byteCount: 20_000) { try silo.add(sample) }
        let error = #expect(throws: StorageError.self) {
            try Publication.publish(silo, stem: "range-00000", in: disk.url.path)
        }
        expect(error, names: disk.url.path)
        #expect(error?.attempted == "publish a frame silo")
        // Measured without the part that was written.
        #expect(error?.cause.contains("524.3 kB are free") == true, "\(error?.cause ?? "")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path).isEmpty)
    }

    @Test("below a document names document and folder", arguments: ["published", "replaced"])
    func document(way: String) throws {
        let disk = try MemoryDisk("size=64k")
        disk.fill()
        let bytes = [UInt8](repeating: 0x20, count: 100_000)
        let error = #expect(throws: StorageError.self) {
            if way == "published" {
                _ = try Publication.publishDocument(bytes, as: "range-00003.json", in: disk.url.path)
            } else {
                try Publication.replaceDocument(bytes, as: "range-00003.json", in: disk.url.path)
            }
        }
        expect(error, names: disk.url.path)
        #expect(error?.attempted == "publish range-00003.json")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["filler"])
    }

    @Test("differs from a failing disk: an input/output error with free space stays one")
    func otherErrors() {
        let error = StorageError.database(
            EIO,
            attempted: "write to a store",
            subject: TemporaryFolder.current.path + "/x"
        )
        #expect(error.code == .system && error.cause == "Input/output error")
    }
}
