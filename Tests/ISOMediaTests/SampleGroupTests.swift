import Media
import TestSupport
import Testing

@testable import ISOMedia

/// The layouts are those of ISO/IEC 14496-12 8.9 and ISO/IEC 14496-15 8.4.4 to 8.4.7, byte for byte.
@Suite struct SampleGroupTests {
    private func read(_ text: String) throws -> SampleGroupDescriptionBox {
        try SampleGroupDescriptionBox(payload: Fixture.bytes(text)[...])
    }

    private func cause(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return (error as? MovieError)?.cause
        }
    }

    private static var entry: TemporalLevelEntry {
        var capability = DecoderCapability()
        capability.profile = 2
        capability.compatibility = 0x2000_0000
        capability.constraints = 0x9000_0000_0000
        capability.level = 0x5A
        var entry = TemporalLevelEntry(temporalLevel: 0, capability: capability)
        entry.maximumBitRate = 0x195
        entry.averageBitRate = 0x190
        entry.constantFrameRate = 1
        entry.averageFrameRate = 0x1E00
        return entry
    }

    @Test("tscl has twenty bytes: level, profile, tier, flags, level, bit rates, frame rate")
    func temporalLevel() throws {
        #expect(Self.entry.bytes == Fixture.bytes("00 02 20000000 900000000000 5a 0195 0190 01 1e00"))
        var other = Self.entry
        other.temporalLevel = 4
        other.capability.isHighTier = true
        other.capability.profileSpace = 3
        other.capability.constraints = 0xFFFF_FFFF_FFFF
        #expect(other.bytes == Fixture.bytes("04 e2 20000000 ffffffffffff 5a 0195 0190 01 1e00"))
        let box = SampleGroupDescriptionBox([Self.entry, other])
        try expectRoundTrip(
            box,
            bytes: "00000040 73677064 01000000 7473636c 00000014 00000002"
                + "00 02 20000000 900000000000 5a 0195 0190 01 1e00 04 e2 20000000 ffffffffffff 5a 0195 0190 01 1e00"
        )
        #expect(try box.values(of: TemporalLevelEntry.self) == [Self.entry, other])
        #expect(throws: MovieError.self) { try box.values(of: SyncSampleEntry.self) }
    }

    @Test("tsas and stsa are empty: their length is in the entry, not at the start of the box")
    func empty() throws {
        let tsas = SampleGroupDescriptionBox([TemporalSubLayerEntry()])
        try expectRoundTrip(tsas, bytes: "0000001c 73677064 01000000 74736173 00000000 00000001 00000000")
        #expect(try tsas.values(of: TemporalSubLayerEntry.self).count == 1)
        let stsa = SampleGroupDescriptionBox([StepwiseTemporalLayerEntry()])
        try expectRoundTrip(stsa, bytes: "0000001c 73677064 01000000 73747361 00000000 00000001 00000000")
        #expect(try stsa.values(of: StepwiseTemporalLayerEntry.self).count == 1)
    }

    @Test("sync has a NAL unit type in six bits")
    func sync() throws {
        let box = SampleGroupDescriptionBox([SyncSampleEntry(unitType: 20), SyncSampleEntry(unitType: 21)])
        try expectRoundTrip(box, bytes: "0000001a 73677064 01000000 73796e63 00000001 00000002 14 15")
        let loose = try read("01000000 73796e63 00000001 00000001 d4")
        #expect(try loose.values(of: SyncSampleEntry.self) == [SyncSampleEntry(unitType: 20)])
    }

    @Test("entries of different lengths each have their own length")
    func severalLengths() throws {
        let box = SampleGroupDescriptionBox(groupingType: "abcd", entries: [[1, 2], [], [3]])
        try expectRoundTrip(
            box,
            bytes: "00000027 73677064 01000000 61626364 00000000 00000003 00000002 0102 00000000 00000001 03"
        )
        try expectRoundTrip(SampleGroupDescriptionBox(groupingType: "abcd", entries: []))
    }

    @Test("an entry that is longer than its fields is read, one that is shorter is an error")
    func entryLength() throws {
        let longer = Self.entry.bytes + [1, 2, 3]
        let box = SampleGroupDescriptionBox(groupingType: "tscl", entries: [longer])
        #expect(try box.values(of: TemporalLevelEntry.self) == [Self.entry])
        for length in 0..<20 {
            let cut = SampleGroupDescriptionBox(groupingType: "tscl", entries: [Array(longer.prefix(length))])
            #expect(throws: MovieError.self) { try cut.values(of: TemporalLevelEntry.self) }
        }
    }

    @Test("version 0 has no lengths; known types have fixed ones, and others share the rest evenly")
    func version0() throws {
        let level = "00 02 20000000 900000000000 5a 0195 0190 01 1e00"
        let tscl = try read("00000000 7473636c 00000002" + level + level)
        #expect(try tscl.values(of: TemporalLevelEntry.self) == [Self.entry, Self.entry])
        #expect(try read("00000000 74736173 00000001").entries == [[]])
        #expect(try read("00000000 73796e63 00000002 1415").entries == [[0x14], [0x15]])
        #expect(try read("00000000 61626364 00000002 01020304").entries == [[1, 2], [3, 4]])
        #expect(try read("00000000 61626364 00000000 01020304").entries == [])
        #expect(cause("00000000 61626364 00000002 010203") == "2 entries do not divide 3 bytes evenly")
        #expect(cause("00000000 7473636c 00000003" + level + level)?.contains("do not fit") == true)
        #expect(cause("00000000 74736173 ffffffff") == "4294967295 empty entries")
    }

    @Test("version 2 is read with a length and a default index, or with only a default index if that is impossible")
    func version2() throws {
        let level = "00 02 20000000 900000000000 5a 0195 0190 01 1e00"
        let seventh = try read("02000000 7473636c 00000014 00000001 00000001" + level)
        #expect(seventh.defaultIndex == 1)
        #expect(try seventh.values(of: TemporalLevelEntry.self) == [Self.entry])
        try expectRoundTrip(
            seventh,
            bytes: "00000030 73677064 02000000 7473636c 00000014 00000001 00000001" + level
        )
        let earlier = try read("02000000 7473636c 00000001 00000001" + level)
        #expect(earlier == seventh)
        #expect(try read("02000000 74736173 00000000 00000001 00000001 00000000").entries == [[]])
        #expect(try read("02000000 74736173 00000001 00000001").entries == [[]])
        #expect(try read("02000000 73796e63 00000001 00000002 1415").entries == [[0x14], [0x15]])
        // An entry that starts with zeros could be read as a count of zero.
        let zeros = String(repeating: "00", count: 20)
        #expect(try read("02000000 7473636c 00000001 00000001" + zeros).entries.count == 1)
        // An unknown type has only the newest layout.
        #expect(cause("02000000 61626364 00000001 00000002 1415") != nil)
        #expect(try read("02000000 61626364 00000001 00000000 00000002 1415").entries == [[0x14], [0x15]])
    }

    @Test("counts that do not fit into the box are refused before anything is allocated")
    func claims() {
        for text in [
            "01000000 7473636c 00000014 ffffffff 00", "01000000 7473636c ffffffff 00000001 00",
            "01000000 7473636c 00000000 ffffffff 00000000", "01000000 7473636c 00000000 00000001 ffffffff 00",
            "01000000 7473636c 80000000 00000002", "02000000 7473636c 00000014 00000000 ffffffff",
            "02000000 61626364 00000001 00000000 ffffffff 00", "00000000 61626364 ffffffff 0000",
            "03000000 7473636c 00000014 00000000", "01000000 7473636c", "01", "",
        ] {
            #expect(cause(text) != nil, "\(text)")
        }
        let many = Fixture.bytes("01000000 73796e63 00000001 00010001") + Array(repeating: 20, count: 0x10001)
        #expect(throws: MovieError.self) { try SampleGroupDescriptionBox(payload: many[...]) }
        let most = Fixture.bytes("01000000 73796e63 00000001 00010000") + Array(repeating: 20, count: 0x10000)
        #expect(throws: Never.self) { try SampleGroupDescriptionBox(payload: most[...]) }
    }

    @Test("any bytes are read as a description or refused, and entries have no more bytes than given")
    func noise() {
        var random = SeededGenerator(seed: 11)
        var (read, refused) = (0, 0)
        for round in 0..<20_000 {
            var bytes: [UInt8] = [UInt8(round % 3), 0, 0, 0]
            bytes += Array(["tscl", "tsas", "sync", "abcd"][round % 4].utf8)
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                bytes += [0, 0, 0, UInt8.random(in: 0...24, using: &random)]
            }
            if let box = try? SampleGroupDescriptionBox(payload: bytes[...]) {
                read += 1
                #expect(box.entries.reduce(0) { $0 + $1.count } <= bytes.count)
                #expect(box.entries.count <= bytes.count)
                _ = try? box.values(of: TemporalLevelEntry.self)
            } else {
                refused += 1
            }
        }
        #expect(read > 1000)
        #expect(refused > 1000)
    }

    @Test("csgp has patterns that repeat, in fields of half a byte and more")
    func compact() throws {
        let small = CompactSampleToGroupBox(
            groupingType: "tscl",
            patterns: [.init(length: 1, sampleCount: 1), .init(length: 4, sampleCount: 10)],
            indexes: [1, 1, 3, 2, 3]
        )
        // A key frame, then mini-GOPs of four, of which the last is shorter.
        try expectRoundTrip(small, bytes: "00000019 63736770 00000000 7473636c 00000002 11 4a 11 32 30")
        #expect(small.expanded(limit: 100).runs.map(\.index) == [1, 3, 2, 3, 1, 3, 2, 3, 1, 3])
        #expect(small.expanded(limit: 100).runs.map(\.count) == [2, 1, 1, 1, 1, 1, 1, 1, 1, 1])
        #expect(small.expanded(limit: 3).sampleCount == 3)
        let mixed = CompactSampleToGroupBox(
            groupingType: "abcd",
            parameter: 9,
            patterns: [.init(length: 2, sampleCount: 70000)],
            indexes: [300, 0]
        )
        try expectRoundTrip(mixed, bytes: "00000021 63736770 0000005e 61626364 00000009 00000001 02 00011170 012c 0000")
        #expect(mixed.expanded(limit: 4).runs.map(\.index) == [300, 0, 300, 0])
        let wide = CompactSampleToGroupBox(
            groupingType: "abcd",
            patterns: [.init(length: 1, sampleCount: .max)],
            indexes: [70000]
        )
        #expect(wide.expanded(limit: 5).runs == [.init(count: 5, index: 70000)])
        try expectRoundTrip(wide)
        for text in [
            "00000000 7473636c ffffffff 11", "00000000 7473636c 00000001 01 10", "00000010 7473636c 00000001 0101 10",
            "00000000 7473636c 00000001 f1 11", "0000003c 7473636c 00000001 ffffffff ffffffff",
            "01000000 7473636c 00000000",
            "00000000 7473636c 00000001", "00000040 7473636c",
        ] {
            #expect(throws: MovieError.self, "\(text)") {
                try CompactSampleToGroupBox(payload: Fixture.bytes(text)[...])
            }
        }
    }

    @Test("sbgp merges samples of the same group; version 1 has a parameter")
    func sampleToGroup() throws {
        var box = SampleToGroupBox(groupingType: "tscl")
        for index: UInt32 in [1, 3, 3, 2, 0] { box.append(index: index) }
        try expectRoundTrip(
            box,
            bytes: "00000034 73626770 00000000 7473636c 00000004 00000001 00000001 00000002 00000003"
                + "00000001 00000002 00000001 00000000"
        )
        #expect(box.sampleCount == 5)
        var other = SampleToGroupBox(groupingType: "abcd", parameter: 7)
        other.append(index: 1)
        try expectRoundTrip(other, bytes: "00000020 73626770 01000000 61626364 00000007 00000001 00000001 00000001")
        for text in ["00000000 7473636c ffffffff 00000001 00000001", "02000000 7473636c 00000000", "00000000 7473"] {
            #expect(throws: MovieError.self) { try SampleToGroupBox(payload: Fixture.bytes(text)[...]) }
        }
    }
}
