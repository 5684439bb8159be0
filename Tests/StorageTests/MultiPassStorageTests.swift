import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Multi-pass storage", .temporaryFolder)
struct MultiPassStorageTests {
    private var path: String { TemporaryFolder.current.appending(path: "scratch").path }

    private func filled(_ records: [FrameRecord], mapByteCount: Int = 1 << 20) throws -> MultiPassStorage {
        let storage = try MultiPassStorage.create(
            at: path,
            identity: .sample(frames: 1000..<1000 + max(records.count, 1)),
            mapByteCount: mapByteCount
        )
        for record in records { try storage.append(record) }
        return storage
    }

    private func records(_ count: Int, cutreeByteCount: Int = 50) -> [FrameRecord] {
        var generator = SeededGenerator(seed: 6)
        return (0..<count).map { .random(frame: $0, cutreeByteCount: cutreeByteCount, using: &generator) }
    }

    private func all(_ storage: MultiPassStorage, in range: Range<Int>? = nil) throws -> [FrameRecord] {
        var all: [FrameRecord] = []
        try storage.forEachRecord(in: range) { all.append($0) }
        return all
    }

    @Test("records appended in encode order are read in presentation order, before and after opening again")
    func roundTrip() throws {
        let records = records(150)
        do {
            let storage = try MultiPassStorage.create(at: path, identity: .sample(frames: 0..<150))
            for index in records.indices.reversed() { try storage.append(records[index]) }
            #expect(storage.frameCount == 150)
            #expect(try all(storage) == records)
            #expect(try storage.record(frame: 70) == records[70])
            try storage.close()
        }
        let opened = try MultiPassStorage.open(at: path, expecting: .sample(frames: 0..<150))
        #expect(opened.frameCount == 150)
        #expect(try all(opened) == records)
        #expect(try all(opened, in: 20..<30) == Array(records[20..<30]))
        #expect(try all(opened, in: 149..<900) == [records[149]])
        #expect(try all(opened, in: 900..<901).isEmpty)
        #expect(try opened.record(frame: 3) == records[3])
        #expect(try opened.record(frame: 150) == nil)
    }

    @Test("a record can be read before its batch is written")
    func pending() throws {
        let records = records(3)
        let storage = try filled(records)
        #expect(try storage.record(frame: 1) == records[1])
        #expect(try all(storage) == records)
    }

    @Test("a tiny map grows under large records, and none is lost")
    func growth() throws {
        let records = records(200, cutreeByteCount: 16321)
        let storage = try filled(records, mapByteCount: 1 << 15)
        #expect(try all(storage) == records)
        #expect(storage.file.environment.mapByteCount > 1 << 20)
    }

    @Test("a frame outside the range, or a repeated one, is refused and changes nothing")
    func refusals() throws {
        let records = records(70)
        let storage = try filled(records)
        // Frame 3 is in the file by then, frame 69 still in memory.
        for frame in [3, 69] {
            let error = #expect(throws: StorageError.self) { try storage.append(records[frame]) }
            #expect(error?.code == .outOfOrder)
        }
        var outside = records[0]
        for frame in [-1, 70] {
            outside.statistics.frame = frame
            let error = #expect(throws: StorageError.self) { try storage.append(outside) }
            #expect(error?.code == .outsideTimeRange)
        }
        #expect(storage.frameCount == 70)
        #expect(try all(storage) == records)
    }

    @Test("an error of the body ends the iteration and is thrown")
    func throwingBody() throws {
        struct Stop: Error {}
        let storage = try filled(records(5))
        var seen = 0
        #expect(throws: Stop.self) {
            try storage.forEachRecord {
                seen += 1
                if $0.statistics.frame == 2 { throw Stop() }
            }
        }
        #expect(seen == 3)
    }

    @Test("options set later are part of the identity")
    func options() throws {
        let storage = try filled([])
        try storage.setEncoderOptions("#options: bframes=4")
        #expect(storage.identity.encoderOptions == "#options: bframes=4")
        try storage.close()
        let expected = StoreIdentity.sample(frames: 1000..<1001)
        #expect(try MultiPassStorage.open(at: path, expecting: expected).identity == storage.identity)
        var other = expected
        other.encoderOptions = "#options: bframes=3"
        let error = #expect(throws: StorageError.self) { try MultiPassStorage.open(at: path, expecting: other) }
        #expect(error?.cause.contains("encoder options is #options: bframes=4, not #options: bframes=3") == true)
    }

    @Test("a storage of another identity is refused with the field and both values")
    func mismatch() throws {
        try filled([]).close()
        let own = StoreIdentity.sample(frames: 1000..<1001)
        let changes: [(String, (inout StoreIdentity) -> Void)] = [
            ("settings is 5e77, not x", { $0.jobHash = "x" }),
            ("source is 50c3, not x", { $0.sourceHash = "x" }),
            ("granary build is 1, not x", { $0.granaryBuild = "x" }),
            ("encoder build is 3.5, not x", { $0.encoderBuild = "x" }),
            ("reader build is 59.27, not x", { $0.readerBuild = "x" }),
            ("range is 0, not 7", { $0.range = 7 }),
            ("pass is 1, not 7", { $0.pass = 7 }),
            ("frames is 1000..<1001, not 0..<1", { $0.frames = 0..<1 }),
            ("time range is", { $0.timeRange = .frames(0..<1) }),
        ]
        for (words, change) in changes {
            var expected = own
            change(&expected)
            let error = #expect(throws: StorageError.self) { try MultiPassStorage.open(at: path, expecting: expected) }
            #expect(error?.code == .mismatchedIdentity)
            #expect(error?.cause.contains(words) == true)
        }
        #expect(try MultiPassStorage.open(at: path, expecting: own).identity == own)
    }

    @Test("a silo, a text and an empty file are not storage")
    func wrongKind() throws {
        try FrameSilo.create(at: path, identity: .sample()).close()
        let silo = #expect(throws: StorageError.self) { try MultiPassStorage.open(at: path) }
        #expect(silo?.code == .wrongKind)
        let text = TemporaryFolder.current.appending(path: "text")
        try String(repeating: "no store ", count: 5000).write(to: text, atomically: false, encoding: .utf8)
        let error = #expect(throws: StorageError.self) { try MultiPassStorage.open(at: text.path) }
        #expect(error?.code == .damaged)
        try "".write(to: text, atomically: false, encoding: .utf8)
        #expect(throws: StorageError.self) { try MultiPassStorage.open(at: text.path) }
    }
}
