import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite(
    "A disk that is full",
    .temporaryFolder,
    .enabled(if: MemoryDisk.isPossible, "mounting a file system takes root and its rights")
)
struct FullDiskTests {
    private func samples(byteCount: Int) -> [EncodedSample] {
        var generator = SeededGenerator(seed: 11)
        return (0..<48).map { .random(order: $0, byteCount: byteCount, using: &generator) }
    }

    /// What is said of a full disk: its folder, and how much room there is.
    private func expect(_ error: StorageError?, names folder: String) {
        #expect(error?.code == .diskFull && error?.kind == .inputOutput)
        #expect(error?.subject == folder, "\(error?.subject ?? "no error")")
        let cause = error?.cause ?? ""
        #expect(cause.hasPrefix("No space left on device: ") && cause.hasSuffix("free on the disk of that folder"))
        #expect(error?.remedy.contains("Free some space") == true)
    }

    @Test("under a scratch file is called that, and not an input/output error", arguments: ["full", "nearly"])
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

    @Test("under a published store names the folder and what was free for it, and leaves nothing there")
    func publication() throws {
        let disk = try MemoryDisk("size=512k")
        let silo = try FrameSilo.create(at: TemporaryFolder.current.path + "/scratch", identity: .sample())
        for sample in samples(byteCount: 20_000) { try silo.add(sample) }
        let error = #expect(throws: StorageError.self) {
            try Publication.publish(silo, stem: "range-00000", in: disk.url.path)
        }
        expect(error, names: disk.url.path)
        #expect(error?.attempted == "publish a frame silo")
        // Measured without what was written of it.
        #expect(error?.cause.contains("524.3 kB are free") == true, "\(error?.cause ?? "")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path).isEmpty)
    }

    @Test("under a document names document and folder", arguments: ["published", "replaced"])
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

    @Test("is told from a disk that fails: an input/output error where there is room stays one")
    func otherErrors() {
        let error = StorageError.database(
            EIO,
            attempted: "write to a store",
            subject: TemporaryFolder.current.path + "/x"
        )
        #expect(error.code == .system && error.cause == "Input/output error")
    }
}
