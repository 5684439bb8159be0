import Foundation
import Media
import TestSupport
import Testing

@testable import Storage

/// Stores whose records have correct checksums but absurd numbers.
@Suite("Stores with extreme numbers", .temporaryFolder)
struct HostileStoreTests {
    private var path: String { TemporaryFolder.current.appending(path: "store").path }

    @Test(
        "a silo with larger sample sizes than its file is refused on opening",
        arguments: [Int.max, Int(UInt32.max) + 1, Int(UInt32.max), 100_000_000]
    )
    func byteCounts(byteCount: Int) throws {
        do {
            let silo = try FrameSilo.create(at: path, identity: .sample())
            var generator = SeededGenerator(seed: 1)
            for order in 0..<4 { try silo.add(.random(order: order, using: &generator)) }
            try silo.close()
            var headers: [SampleHeader] = []
            try silo.forEachHeader { headers.append($0) }
            try silo.file.environment.write { [headers, table = silo.headers] (transaction) throws(StorageError) in
                for var header in headers {
                    header.byteCount = byteCount
                    try transaction.put(table, header.decodeTime.value, header)
                }
            }
        }
        let error = #expect(throws: StorageError.self) { try FrameSilo.open(at: path) }
        #expect(error?.code == .damaged && error?.remedy.contains("again") == true)
        #expect(try !StoreInspection.check(path).isEmpty)
    }

    @Test(
        "a record whose bit counts overflow 64 bits is refused",
        arguments: [Int.max, .min, 1 << 31]
    )
    func bits(bits: Int) throws {
        var generator = SeededGenerator(seed: 2)
        let sound = FrameRecord.random(frame: 0, using: &generator)
        for part in [\FrameStatistics.textureBits, \.motionBits, \.miscBits] {
            var record = sound
            record.statistics[keyPath: part] = bits
            #expect(throws: RecordFlaw.impossible("bit count")) { try FrameRecord(stored: record.record) }
        }
        var record = sound
        record.compressedBits = bits < 0 ? bits : .max
        #expect(throws: RecordFlaw.impossible("bit count")) { try FrameRecord(stored: record.record) }
        record = sound
        record.statistics.encodeOrder = .max
        #expect(throws: RecordFlaw.impossible("frame")) { try FrameRecord(stored: record.record) }
    }

    @Test("the largest numbers that x265 writes are read and added")
    func largest() throws {
        var generator = SeededGenerator(seed: 3)
        var record = FrameRecord.random(frame: 0, using: &generator)
        record.statistics.textureBits = Int(Int32.max)
        record.statistics.motionBits = Int(Int32.max)
        record.statistics.miscBits = Int(Int32.min)
        record.compressedBits = Int(UInt32.max) * 8
        let read = try FrameRecord(stored: record.record)
        #expect(read == record && read.statistics.bits == Int(Int32.max) - 1)
        #expect(read.writtenStatistics.bits > 0)
    }

    @Test("temporal levels and unit types that exceed their fields are refused")
    func unitHeaders() throws {
        var generator = SeededGenerator(seed: 4)
        var header = SampleHeader(.random(order: 0, using: &generator))
        header.temporalLevel = 7
        #expect(throws: RecordFlaw.impossible("NAL unit header")) { try SampleHeader(stored: header.record) }
        header.temporalLevel = 6
        header.nalUnitType = 64
        #expect(throws: RecordFlaw.impossible("NAL unit header")) { try SampleHeader(stored: header.record) }
    }

    @Test("multi-pass storage with frames outside its range opens, but reading them is refused")
    func foreignFrames() throws {
        do {
            let storage = try MultiPassStorage.create(at: path, identity: .sample(frames: 0..<4))
            var generator = SeededGenerator(seed: 5)
            for frame in 0..<4 { try storage.append(.random(frame: frame, using: &generator)) }
            try storage.close()
            let table: Table<Int64, FrameRecord> = try storage.file.environment.table(MultiPassStorage.tableName)
            let foreign = FrameRecord.random(frame: 1 << 29, using: &generator)
            try storage.file.environment.write { (transaction) throws(StorageError) in
                try transaction.put(table, 1 << 29, foreign)
            }
        }
        let storage = try MultiPassStorage.open(at: path)
        #expect(storage.frameCount == 5)
        let error = #expect(throws: StorageError.self) { try storage.forEachRecord { _ in } }
        #expect(error?.code == .damaged && error?.cause == "the range has 4 frames")
    }

    @Test("a store with the largest ranges of frames and time is opened, checked and listed safely")
    func wholeEternity() throws {
        var identity = StoreIdentity.sample()
        identity.frames = 0..<Int.max
        identity.timeRange = TimeRange(
            start: MediaTime(value: .min, timescale: .max),
            end: MediaTime(value: .max, timescale: .max - 1)
        )
        do {
            let silo = try FrameSilo.create(at: path, identity: identity)
            try silo.close()
        }
        #expect(try FrameSilo.open(at: path, expecting: identity).sampleCount == 0)
        #expect(try StoreInspection.check(path).map(\.problem) == ["it and \(Int.max - 1) more are missing"])
        #expect(try StoreInspection.summary(path).recordCount == 0)
    }
}
