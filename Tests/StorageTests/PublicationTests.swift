import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Publication", .temporaryFolder)
struct PublicationTests {
    private var folder: String { TemporaryFolder.current.path }
    private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } }

    private func silo(_ name: String = "scratch") throws -> FrameSilo {
        var generator = SeededGenerator(seed: 10)
        let silo = try FrameSilo.create(at: folder + "/" + name, identity: .sample())
        for order in 0..<48 { try silo.add(.random(order: order, byteCount: 700, using: &generator)) }
        return silo
    }

    @Test("a published silo is named after its content, smaller than its scratch file, and reads the same")
    func publish() throws {
        let silo = try silo()
        try silo.setTimeRangesForNextPass([.frames(0..<40)])
        let file = try Publication.publish(silo, stem: "range-00017", in: folder)
        #expect(file.name == "range-00017-\(file.sha256.prefix(16)).silo")
        #expect(try names == [file.name, "scratch"])
        try Publication.verify(file, in: folder)
        #expect(try FrameSilo.open(at: file.path(in: folder), expecting: .sample()).samples() == silo.samples())
        #expect(try Data(contentsOf: URL(filePath: file.path(in: folder))).count == file.byteCount)
        #expect(try OpenFile(reading: folder + "/scratch").byteCount() > file.byteCount)
    }

    @Test("equal stores have equal bytes and the same published name")
    func deterministic() throws {
        let first = try Publication.publish(silo("a"), stem: "s", in: folder)
        let second = try Publication.publish(silo("b"), stem: "s", in: folder)
        #expect(first == second)
        #expect(try names == ["a", "b", first.name])
    }

    @Test("multi-pass storage is published with the records that are still in memory")
    func multiPass() throws {
        var generator = SeededGenerator(seed: 11)
        let storage = try MultiPassStorage.create(at: folder + "/scratch", identity: .sample())
        for frame in 0..<48 { try storage.append(.random(frame: frame, using: &generator)) }
        let file = try Publication.publish(storage, stem: "range-00000", in: folder)
        #expect(file.name.hasSuffix(".multipass"))
        #expect(try MultiPassStorage.open(at: file.path(in: folder)).frameCount == 48)
    }

    @Test("a flipped bit anywhere in a published file is detected before LMDB opens it")
    func flippedBits() throws {
        let file = try Publication.publish(silo(), stem: "s", in: folder)
        let path = file.path(in: folder)
        let sound = try Data(contentsOf: URL(filePath: path))
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<40 {
            var damaged = sound
            damaged[Int.random(in: 0..<sound.count, using: &generator)] ^=
                1 << UInt8.random(in: 0..<8, using: &generator)
            try damaged.write(to: URL(filePath: path))
            let error = #expect(throws: StorageError.self) { try Publication.verify(file, in: folder) }
            #expect(error?.code == .wrongChecksum)
            #expect(try StoreInspection.contentMatchesName(path) == false)
        }
        try sound.write(to: URL(filePath: path))
        try Publication.verify(file, in: folder)
        #expect(try StoreInspection.contentMatchesName(path) == true)
    }

    @Test("a truncated published file is detected, also when it is opened without verification")
    func truncation() throws {
        let file = try Publication.publish(silo(), stem: "s", in: folder)
        let path = file.path(in: folder)
        let sound = try Data(contentsOf: URL(filePath: path))
        for count in [0, 1, 4095, 4096, 8192, 20000, sound.count - 1] {
            try sound.prefix(count).write(to: URL(filePath: path))
            let error = #expect(throws: StorageError.self) { try Publication.verify(file, in: folder) }
            #expect(error?.code == .wrongSize)
            #expect(throws: StorageError.self) { try FrameSilo.open(at: path) }
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(#expect(throws: StorageError.self) { try Publication.verify(file, in: folder) }?.code == .missing)
    }

    @Test("of many documents under one name exactly one is published, complete and for good")
    func firstWins() async throws {
        let folder = folder
        for round in 0..<5 {
            let name = "range-0000\(round).json"
            let winners = try await withThrowingTaskGroup(of: Int?.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        let bytes = [UInt8](repeating: UInt8(writer), count: 10000)
                        return try Publication.publishDocument(bytes, as: name, in: folder) ? writer : nil
                    }
                }
                return try await group.reduce(into: [Int]()) { winners, winner in
                    if let winner { winners.append(winner) }
                }
            }
            #expect(winners.count == 1)
            let content = try Data(contentsOf: URL(filePath: folder + "/" + name))
            #expect(content == Data(repeating: UInt8(try #require(winners.first)), count: 10000))
        }
        #expect(try names == (0..<5).map { "range-0000\($0).json" })
    }

    @Test("a replaced document has its new content, and no temporary file is left")
    func replace() throws {
        try Publication.replaceDocument([1, 2], as: "report.json", in: folder)
        try Publication.replaceDocument([3], as: "report.json", in: folder)
        #expect(try Data(contentsOf: URL(filePath: folder + "/report.json")) == Data([3]))
        #expect(try names == ["report.json"])
    }

    @Test("names cannot leave their folder", arguments: ["", ".", "..", "../x", "a/b", "/x", "a\0b"])
    func names(name: String) throws {
        #expect(throws: StorageError.self) { try Publication.publishDocument([], as: name, in: folder) }
        #expect(throws: StorageError.self) { try Publication.replaceDocument([], as: name, in: folder) }
        let file = PublishedFile(name: name, sha256: "", byteCount: 0)
        #expect(#expect(throws: StorageError.self) { try Publication.verify(file, in: folder) }?.code == .misuse)
    }

    @Test("the error names a missing folder")
    func missingFolder() throws {
        let error = #expect(throws: StorageError.self) {
            try Publication.publishDocument([1], as: "x", in: folder + "/not-there")
        }
        #expect(error?.code == .missing)
        #expect(error?.subject.contains("not-there") == true)
    }

    @Test("published names are parsed as they are written, and other names are refused")
    func publishedNames() {
        let sha256 = String(repeating: "0123456789abcdef", count: 4)
        let name = PublishedName(stem: "range-00017", sha256: sha256, kind: .silo)
        #expect(name.text == "range-00017-0123456789abcdef.silo")
        #expect(PublishedName("/jobs/1/" + name.text) == name)
        for other in [
            "", "silo", ".silo", "range-00017.silo", "range-0123456789ABCDEF.silo", "a-0123456789abcdef.json",
        ] {
            #expect(PublishedName(other) == nil)
        }
    }

    @Test(
        "LMDB's own mdb_stat reads a published silo",
        .enabled(if: Tool.arePresent("mdb_stat"), "needs mdb_stat (lmdb-utils)")
    )
    func foreignReader() throws {
        let file = try Publication.publish(silo(), stem: "s", in: folder)
        let output = try #require(Tool("mdb_stat")).output(["-n", "-a", file.path(in: folder)])
        for (table, entries) in [("about", 3), ("headers", 48), ("samples", 48)] {
            let status = try #require(output.range(of: "Status of \(table)\n"))
            let line = output[status.upperBound...].split(separator: "\n").first { $0.contains("Entries:") }
            #expect(line?.hasSuffix(" \(entries)") == true)
        }
    }
}
