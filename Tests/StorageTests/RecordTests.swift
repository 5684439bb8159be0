import Media
import TestSupport
import Testing

@testable import Storage

@Suite("Stored records")
struct RecordTests {
    @Test("frame records are read back unchanged")
    func frames() throws {
        var generator = SeededGenerator(seed: 2)
        for frame in 0..<200 {
            let record = FrameRecord.random(frame: frame, using: &generator)
            let stored = record.record
            #expect(try FrameRecord(stored: stored) == record)
        }
    }

    @Test("sample headers are read back unchanged")
    func samples() throws {
        var generator = SeededGenerator(seed: 3)
        for order in 0..<200 {
            let header = SampleHeader(.random(order: order, byteCount: order, using: &generator))
            let stored = header.record
            #expect(try SampleHeader(stored: stored) == header)
        }
    }

    @Test("identities, parameter sets, kinds and timescales are read back unchanged")
    func others() throws {
        var identity = StoreIdentity.sample(frames: 100..<148, range: 3, pass: 2)
        identity.encoderOptions = "#options: für alle"
        #expect(try StoreIdentity(stored: identity.record) == identity)
        let sets = ParameterSets(vps: [64, 1], sps: [66, 1, 2, 3], pps: [])
        #expect(try ParameterSets(stored: sets.record) == sets)
        for kind in StoreKind.allCases { #expect(try StoreKind(stored: kind.record) == kind) }
        let timescale = DecodeTimescale(ticksPerSecond: 90000)
        #expect(try DecodeTimescale(stored: timescale.record) == timescale)
    }

    @Test("every flipped bit and every truncation is detected")
    func damage() {
        var generator = SeededGenerator(seed: 4)
        let stored = FrameRecord.random(frame: 5, using: &generator).record
        for bit in 0..<stored.count * 8 {
            var damaged = stored
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: RecordFlaw.wrongChecksum) { try FrameRecord(stored: damaged) }
        }
        for count in 0..<stored.count {
            #expect(throws: RecordFlaw.self) { try FrameRecord(stored: Array(stored.prefix(count))) }
        }
    }

    @Test("invalid fields are refused, even with a correct checksum")
    func impossible() {
        struct Forged: StoredRecord {
            static var version: UInt8 { 1 }
            let bytes: [UInt8]
            init(_ bytes: [UInt8]) { self.bytes = bytes }
            init(from reader: inout RecordReader) throws(RecordFlaw) { bytes = try reader.bytes() }
            func write(to writer: inout RecordWriter) { for byte in bytes { writer.write(byte) } }
        }
        // A vector with a size of 4 GiB, a timescale of zero, a kind and a field set that do not exist.
        #expect(throws: RecordFlaw.truncated) {
            try ParameterSets(stored: Forged([255, 255, 255, 255, 1]).record)
        }
        #expect(throws: RecordFlaw.impossible("timescale")) {
            try DecodeTimescale(stored: Forged([0, 0, 0, 0]).record)
        }
        #expect(throws: RecordFlaw.impossible("kind of store")) {
            try StoreKind(stored: Forged([9]).record)
        }
        #expect(throws: RecordFlaw.impossible("set of fields")) {
            try FrameRecord(stored: Forged([255]).record)
        }
        #expect(throws: RecordFlaw.trailingBytes) { try StoreKind(stored: Forged([1, 1]).record) }
    }

    @Test("another version is refused")
    func version() {
        struct Later: StoredRecord {
            static var version: UInt8 { 2 }
            init() {}
            init(from reader: inout RecordReader) throws(RecordFlaw) {}
            func write(to writer: inout RecordWriter) { writer.write(UInt8(1)) }
        }
        #expect(throws: RecordFlaw.unknownVersion(2)) { try StoreKind(stored: Later().record) }
    }

    @Test("keys sort like their numbers, and are read back")
    func keys() {
        var generator = SeededGenerator(seed: 5)
        let numbers = [Int64.min, -1, 0, 1, .max] + (0..<200).map { _ in Int64(bitPattern: generator.next()) }
        let byBytes = numbers.sorted { $0.keyBytes.lexicographicallyPrecedes($1.keyBytes) }
        #expect(byBytes == numbers.sorted())
        for number in numbers { #expect(Int64(stored: number.keyBytes) == number) }
        #expect(Int64(stored: [1, 2, 3]) == nil)
    }

    @Test("the first key of a time range is the first tick that is not before it")
    func firstKey() {
        let keys = DecodeTimescale(ticksPerSecond: 24)
        #expect(keys.firstKey(notBefore: MediaTime(value: 1, timescale: 24)) == 1)
        #expect(keys.firstKey(notBefore: MediaTime(value: 1001, timescale: 24000)) == 2)
        #expect(keys.firstKey(notBefore: MediaTime(value: 999, timescale: 24000)) == 1)
        #expect(keys.firstKey(notBefore: MediaTime(value: -999, timescale: 24000)) == 0)
        #expect(keys.firstKey(notBefore: MediaTime(value: .max, timescale: 1)) == .max)
    }
}
