import Testing

@testable import ISOMedia

@Suite struct SampleTableBoxTests {
    @Test("stts merges equal durations")
    func timeToSample() throws {
        var box = TimeToSampleBox()
        for delta: UInt32 in [1, 1, 1, 2, 1] { box.append(delta: delta) }
        try expectRoundTrip(
            box,
            bytes: "00000028 73747473 00000000 00000003 00000003 00000001 00000001 00000002 00000001 00000001"
        )
        #expect(box.sampleCount == 5)
        #expect(box.duration == 6)
    }

    @Test("ctts has version 1 only if an offset is negative")
    func compositionOffset() throws {
        var box = CompositionOffsetBox()
        for offset: Int32 in [2, 2, 0] { box.append(offset: offset) }
        try expectRoundTrip(box, bytes: "00000020 63747473 00000000 00000002 00000002 00000002 00000001 00000000")
        box.append(offset: -1)
        try expectRoundTrip(
            box,
            bytes: "00000028 63747473 01000000 00000003 00000002 00000002 00000001 00000000 00000001 ffffffff"
        )
        #expect(box.least == -1)
        #expect(box.greatest == 2)
        #expect(!box.isTrivial)
        #expect(CompositionOffsetBox().isTrivial)
    }

    @Test("cslg is read and written with 32 and with 64 bits")
    func compositionShift() throws {
        try expectRoundTrip(
            CompositionShiftBox(
                compositionToDecodeShift: 2,
                leastOffset: -2,
                greatestOffset: 3,
                compositionStart: 0,
                compositionEnd: 97
            ),
            bytes: "00000020 63736c67 00000000 00000002 fffffffe 00000003 00000000 00000061"
        )
        let large = CompositionShiftBox(
            compositionToDecodeShift: 2,
            leastOffset: -2,
            greatestOffset: 3,
            compositionStart: 0,
            compositionEnd: 1 << 40
        )
        try expectRoundTrip(large)
        #expect(large.bytes.count == 52)
    }

    @Test("stss is read and written byte for byte")
    func syncSample() throws {
        try expectRoundTrip(
            SyncSampleBox(samples: [1, 25]),
            bytes: "00000018 73747373 00000000 00000002 00000001 00000019"
        )
    }

    @Test("sdtp is read and written byte for byte")
    func sampleDependency() throws {
        let value = SampleDependency(isLeading: 2, dependsOn: 1, isDependedOn: 2, hasRedundancy: 2)
        #expect(value.rawValue == 0b1001_1010)
        #expect([value.isLeading, value.dependsOn, value.isDependedOn, value.hasRedundancy] == [2, 1, 2, 2])
        try expectRoundTrip(
            SampleDependencyBox(samples: [value.rawValue, 0]),
            bytes: "0000000e 73647470 00000000 9a00",
            endsOpen: true
        )
    }

    @Test("stsc merges chunks of the same length")
    func sampleToChunk() throws {
        try expectRoundTrip(
            SampleToChunkBox(samplesPerChunk: [12, 12, 5]),
            bytes: "00000028 73747363 00000000 00000002 00000001 0000000c 00000001 00000003 00000005 00000001"
        )
    }

    @Test("stsz has one common size, or a table of sizes")
    func sampleSize() throws {
        try expectRoundTrip(SampleSizeBox(sizes: [7, 7, 7]), bytes: "00000014 7374737a 00000000 00000007 00000003")
        let different = SampleSizeBox(sizes: [7, 8])
        try expectRoundTrip(different, bytes: "0000001c 7374737a 00000000 00000000 00000002 00000007 00000008")
        #expect(different.size(of: 1) == 8)
        #expect(SampleSizeBox(sizes: [7, 7, 7]).size(of: 2) == 7)
    }

    @Test("stco and co64 are read and written byte for byte")
    func chunkOffset() throws {
        try expectRoundTrip(
            ChunkOffsetBox(offsets: [40, .max]),
            bytes: "00000018 7374636f 00000000 00000002 00000028 ffffffff"
        )
        try expectRoundTrip(
            LargeChunkOffsetBox(offsets: [1 << 32]),
            bytes: "00000018 636f3634 00000000 00000001 0000000100000000"
        )
    }

    @Test("a table that claims more entries than it has bytes is refused before anything is allocated")
    func claims() {
        let payload = Fixture.bytes("00000000 ffffffff 00000001 00000001")[...]
        #expect(throws: MovieError.self) { try TimeToSampleBox(payload: payload) }
        #expect(throws: MovieError.self) { try CompositionOffsetBox(payload: payload) }
        #expect(throws: MovieError.self) { try SyncSampleBox(payload: payload) }
        #expect(throws: MovieError.self) { try SampleToChunkBox(payload: payload) }
        #expect(throws: MovieError.self) { try ChunkOffsetBox(payload: payload) }
        #expect(throws: MovieError.self) { try LargeChunkOffsetBox(payload: payload) }
        #expect(throws: MovieError.self) { try EditListBox(payload: payload) }
        #expect(throws: MovieError.self) { try DataReferenceBox(payload: payload) }
        #expect(throws: MovieError.self) { try SampleDescriptionBox(payload: payload) }
        let sizes = Fixture.bytes("00000000 00000000 ffffffff 00000001")[...]
        #expect(throws: MovieError.self) { try SampleSizeBox(payload: sizes) }
    }
}
