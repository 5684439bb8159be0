import HEVC
import Media
import Testing

@testable import ISOMedia

/// How a movie describes its temporal levels.
@Suite struct TemporalLevelTests {
    /// The payloads of all boxes of a type in the sample table of the video.
    private func boxes(_ type: FourCC, in file: [UInt8]) throws -> [ArraySlice<UInt8>] {
        let movie = try MovieInspection.parse(MemorySource(file))
        #expect(movie.findings == [])
        let moov = try #require(movie.boxes.first { $0.type == "moov" })
        let table = try #require(moov.first("trak", "mdia", "minf", "stbl"))
        return table.children.filter { $0.type == type }.map {
            file[Int($0.payload.lowerBound)..<Int($0.payload.upperBound)]
        }
    }

    private func groups(_ file: [UInt8]) throws -> [FourCC: (SampleGroupDescriptionBox, SampleToGroupBox)] {
        let descriptions = try boxes("sgpd", in: file).map { try SampleGroupDescriptionBox(payload: $0) }
        let mappings = try boxes("sbgp", in: file).map { try SampleToGroupBox(payload: $0) }
        #expect(descriptions.map(\.groupingType) == mappings.map(\.groupingType))
        return Dictionary(uniqueKeysWithValues: zip(descriptions, mappings).map { ($0.groupingType, ($0, $1)) })
    }

    private func indexes(_ mapping: SampleToGroupBox) -> [UInt32] {
        mapping.runs.flatMap { Array(repeating: $0.index, count: Int($0.count)) }
    }

    @Test("every sample is in the group of its level, TSA pictures in tsas, the IDR in sync, and there is no stsa")
    func membership() throws {
        let film = LayeredFilm(levels: 5, frames: 97)
        let file = Fixture.file(try film.layout())
        let groups = try groups(file)
        #expect(Set(groups.keys) == ["tscl", "tsas", "sync"])
        let tscl = try #require(groups["tscl"])
        #expect(indexes(tscl.1) == film.samples.map { UInt32($0.level) + 1 })
        let entries = try tscl.0.values(of: TemporalLevelEntry.self)
        #expect(entries.map(\.temporalLevel) == [0, 1, 2, 3, 4])
        let tsas = try #require(groups["tsas"])
        #expect(tsas.0.entries == [[]])
        #expect(indexes(tsas.1) == film.samples.map { $0.level > 0 ? 1 : 0 })
        let sync = try #require(groups["sync"])
        #expect(try sync.0.values(of: SyncSampleEntry.self) == [SyncSampleEntry(unitType: 20)])
        #expect(sync.1.runs == [.init(count: 1, index: 1), .init(count: 96, index: 0)])
    }

    @Test("tscl counts bits and frames up to each level, and has profile and level of each")
    func rates() throws {
        // 97 frames of 1/240 s; seven of 1600 bytes, 6 of 800, 12 of 400, 24 of 200, 48 of 100.
        let layout = try LayeredFilm(levels: 5, frames: 97).layout()
        #expect(layout.notes == [])
        let tscl = try #require(try groups(Fixture.file(layout))["tscl"])
        let entries = try tscl.0.values(of: TemporalLevelEntry.self)
        #expect(entries.map(\.averageFrameRate) == [15, 30, 60, 120, 240].map { $0 * 256 })
        #expect(entries.map(\.constantFrameRate) == [1, 1, 1, 1, 1])
        let bytes = [11200, 16000, 20800, 25600, 30400]
        let average = bytes.map { UInt16((Double($0) * 8 * 240 / 97 / 1000).rounded()) }
        #expect(entries.map(\.averageBitRate) == average)
        // The film is shorter than a second: its maximum rate is the average, rounded up.
        #expect(entries.map(\.maximumBitRate) == bytes.map { UInt16((Double($0) * 8 * 240 / 97 / 1000).rounded(.up)) })
        #expect(entries.map(\.capability.level) == [30, 40, 50, 60, 90])
        #expect(entries.allSatisfy { $0.capability.profile == 1 && $0.capability.compatibility == 0x6000_0000 })
        #expect(entries.allSatisfy { $0.capability.constraints == 0x9000_0000_0000 && !$0.capability.isHighTier })
    }

    @Test("the maximum bit rate of a level is that of the second with the most bits")
    func fullestSecond() throws {
        let sets = LayeredParameterSets.make(subLayerLevels: [60])
        let sequence = try sets.sps.withRawSpan(SequenceParameterSet.init)
        var video = Fixture.video(timescale: 2)
        (video.parameterSets, video.temporalLevels) = (sets, TemporalLevels(sequence))
        var muxer = try MovieMuxer(MovieConfiguration(video: video))
        // Two samples a second, levels 0 1 0 1 ...: the largest window of level 0 has one sample.
        for (index, size) in [1000, 10, 3000, 2000, 500, 10].enumerated() {
            try muxer.appendVideo(
                byteCount: size,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: 0,
                flags: index == 0 ? .sync : [],
                temporalLevel: UInt8(index % 2),
                nalUnitType: index == 0 ? 20 : index % 2 == 0 ? 1 : 2
            )
        }
        let tscl = try #require(try groups(Fixture.file(try muxer.finish()))["tscl"])
        let entries = try tscl.0.values(of: TemporalLevelEntry.self)
        #expect(entries.map(\.maximumBitRate) == [24, 40])
        #expect(entries.map(\.averageBitRate) == [12, 17])
        #expect(entries.map(\.averageFrameRate) == [256, 512])
    }

    @Test("hvcC has the number of levels, nesting, and a constant rate of each level only if it is exact")
    func configuration() throws {
        func hevc(frames: Int) throws -> HEVCConfigurationBox {
            let file = Fixture.file(try LayeredFilm(levels: 4, frames: frames).layout())
            return try #require(try MovieInspection.parse(MemorySource(file)).tracks[0].video?.hevc)
        }
        let whole = try hevc(frames: 97)
        #expect(whole.temporalLayers == 4)
        #expect(!whole.isTemporalIDNested)
        #expect(whole.constantFrameRate == 2)
        #expect(whole.averageFrameRate == 240 * 256)
        // The last mini-GOP is shorter: its pictures break the cadence of the base level, not of the film.
        let tail = try hevc(frames: 100)
        #expect(tail.constantFrameRate == 1)
        #expect(tail.averageFrameRate == 240 * 256)
        let tscl = try #require(try groups(Fixture.file(try LayeredFilm(levels: 4, frames: 100).layout()))["tscl"])
        let entries = try tscl.0.values(of: TemporalLevelEntry.self)
        #expect(entries.map(\.constantFrameRate) == [0, 0, 0, 1])
        // 16 of 100 pictures in the base level, at 240 a second: 38.4.
        #expect(entries.map(\.averageFrameRate) == [9830, 17203, 31949, 61440])
    }

    @Test("with a displaced frame, or with two frames at one time, the rate is not constant")
    func cadence() throws {
        func constant(_ shown: [Int64]) throws -> Bool {
            var samples = VideoSamples(timescale: 10)
            for (index, shown) in shown.enumerated() {
                try samples.append(
                    byteCount: 1,
                    decodeTick: Int64(index),
                    duration: 1,
                    compositionOffset: Int32(shown - Int64(index)),
                    flags: [],
                    temporalLevel: 0,
                    unitType: .trailR
                )
            }
            try samples.finish()
            return samples.rates(ofLevels: 1)[0].isConstant
        }
        #expect(try constant([0, 4, 2, 6]))
        #expect(try constant([3, 5]))
        #expect(try !constant([0, 4, 3, 6]))
        #expect(try !constant([0, 4, 4, 6]))
        #expect(try !constant([0, 2, 2, 7]))
        #expect(try !constant([5]))
        #expect(try !constant([5, 5]))
    }

    @Test("a frame rate of 256 or more is left out, with a note")
    func fastFilm() throws {
        let layout = try LayeredFilm(levels: 2, frames: 65).layout(timescale: 256)
        let file = Fixture.file(layout)
        let entries = try #require(try groups(file)["tscl"]).0.values(of: TemporalLevelEntry.self)
        #expect(entries.map(\.averageFrameRate) == [128 * 256, 0])
        #expect(entries.map(\.constantFrameRate) == [1, 0])
        #expect(layout.notes.map(\.code) == [.frameRateUnspecified])
        #expect(layout.notes.map(\.subject) == ["temporal level 1"])
        let hevc = try #require(try MovieInspection.parse(MemorySource(file)).tracks[0].video?.hevc)
        #expect(hevc.averageFrameRate == 0)
        #expect(hevc.constantFrameRate == 0)
        // The fastest rate that fits: 65535/256.
        let fastest = try LayeredFilm(levels: 2, frames: 65).layout(timescale: 65535, tick: 256)
        #expect(fastest.notes == [])
    }

    @Test("bit rates above 65535 kbit/s are written as this value, with notes")
    func heavyFilm() throws {
        // 240 frames a second, half of them with 64000 bytes, half with 32000: 61.44 and 92.16 Mbit/s.
        let layout = try LayeredFilm(levels: 2, frames: 481, byteCount: 64000).layout()
        let entries = try #require(try groups(Fixture.file(layout))["tscl"]).0.values(of: TemporalLevelEntry.self)
        #expect(entries.map(\.averageBitRate) == [61568, .max])
        #expect(entries.map(\.maximumBitRate) == [61952, .max])
        #expect(layout.notes.map(\.code) == [.bitRateSaturated, .bitRateSaturated])
        #expect(layout.notes.allSatisfy { $0.subject == "temporal level 1" })
        #expect(layout.notes.first?.text.contains("92416 kbit/s") == true)
        #expect(layout.notes.last?.text.contains("92224 kbit/s") == true)
    }

    @Test("a fast film of one level has a note about hvcC")
    func fastPlainFilm() throws {
        for (frames, codes) in [(255, []), (256, [.frameRateUnspecified])] as [(Int32, [MovieNote.Code])] {
            let rate = FrameRate(frames: frames, seconds: 1)
            var muxer = try MovieMuxer(
                MovieConfiguration(video: Fixture.video(timescale: frames, constantRate: rate))
            )
            try Fixture.appendReordered(&muxer, frames: 8)
            #expect(try muxer.finish().notes.map(\.code) == codes)
        }
    }

    @Test("STSA pictures are in stsa, each kind of sync sample has an entry, and the top level is disposable")
    func sorts() throws {
        var muxer = try MovieMuxer(MovieConfiguration(video: try LayeredFilm(levels: 3, frames: 1).configuration()))
        let samples =
            [(21, 0), (4, 1), (2, 2), (5, 1), (3, 2), (19, 0), (1, 0), (20, 0)] as [(type: UInt8, level: UInt8)]
        for (index, sample) in samples.enumerated() {
            try muxer.appendVideo(
                byteCount: 9,
                decodeTick: Int64(index),
                duration: 1,
                compositionOffset: 0,
                flags: sample.type > 15 ? .sync : sample.type % 2 == 0 ? .disposable : [],
                temporalLevel: sample.level,
                nalUnitType: sample.type
            )
        }
        let file = Fixture.file(try muxer.finish())
        let groups = try groups(file)
        #expect(indexes(try #require(groups["stsa"]).1) == [0, 1, 0, 1, 0, 0, 0, 0])
        #expect(indexes(try #require(groups["tsas"]).1) == [0, 0, 1, 0, 1, 0, 0, 0])
        let sync = try #require(groups["sync"])
        #expect(sync.0.entries == [[19], [20], [21]])
        #expect(indexes(sync.1) == [3, 0, 0, 0, 0, 1, 0, 2])
        let table = try #require(try MovieInspection.parse(MemorySource(file)).tracks[0].samples)
        #expect(
            table.map { SampleDependency(rawValue: $0.dependency ?? 0).isDependedOn } == [1, 1, 2, 1, 1, 1, 1, 1]
        )
    }

    @Test("the boxes follow the offsets, description before mapping, exact to the byte")
    func bytes() throws {
        let film = LayeredFilm(levels: 2, frames: 3)
        let file = Fixture.file(try film.layout(timescale: 60))
        #expect(film.samples.map(\.level) == [0, 0, 1])
        let movie = try MovieInspection.parse(MemorySource(file))
        let moov = try #require(movie.boxes.first { $0.type == "moov" })
        let table = try #require(moov.first("trak", "mdia", "minf", "stbl"))
        #expect(
            table.children.map(\.type) == [
                "stsd", "stts", "ctts", "cslg", "stss", "sdtp", "stsc", "stsz", "stco", "sgpd", "sbgp", "sgpd", "sbgp",
                "sgpd", "sbgp",
            ]
        )
        let first = try #require(table.children.first { $0.type == "sgpd" })
        // 3200 and 4000 bytes in 3/60 s; 30 and 60 frames a second; levels 1.0 and 3.0.
        let groups =
            "00000040 73677064 01000000 7473636c 00000014 00000002"
            + "00 01 60000000 900000000000 1e 0200 0200 01 1e00 01 01 60000000 900000000000 5a 0280 0280 01 3c00"
            + "00000024 73626770 00000000 7473636c 00000002 00000002 00000001 00000001 00000002"
            + "00000019 73677064 01000000 73796e63 00000001 00000001 14"
            + "00000024 73626770 00000000 73796e63 00000002 00000001 00000001 00000002 00000000"
            + "0000001c 73677064 01000000 74736173 00000000 00000001 00000000"
            + "00000024 73626770 00000000 74736173 00000002 00000002 00000000 00000001 00000001"
        #expect(Array(file[Int(first.offset)..<Int(table.offset + table.byteCount)]) == Fixture.bytes(groups))
    }

    @Test("a film of one level has the same bytes with and without a description of its levels, and no groups")
    func oneLevel() throws {
        func layout(_ levels: TemporalLevels?) throws -> MovieLayout {
            var video = Fixture.video(constantRate: FrameRate(frames: 24, seconds: 1))
            video.temporalLevels = levels
            var muxer = try MovieMuxer(MovieConfiguration(video: video))
            try Fixture.appendReordered(&muxer, frames: 48)
            return try muxer.finish()
        }
        let sequence = try Fixture.sets.sps.withRawSpan(SequenceParameterSet.init)
        let described = try layout(TemporalLevels(sequence))
        #expect(try described == layout(nil))
        #expect(try boxes("sgpd", in: Fixture.file(described)).isEmpty)
    }

    @Test("a level that is not coded is inferred from the sub-layer above")
    func inference() throws {
        let sets = LayeredParameterSets.make(subLayerLevels: [30, nil, 63, nil])
        let levels = TemporalLevels(try sets.sps.withRawSpan(SequenceParameterSet.init))
        #expect(levels.capabilities.map(\.level) == [30, 63, 63, 90, 90])
    }

    @Test("levels that contradict the parameter sets, and samples that contradict the levels, are refused")
    func refused() throws {
        let film = LayeredFilm(levels: 3, frames: 9)
        var wrong = try film.configuration()
        wrong.temporalLevels?.capabilities.removeLast()
        #expect { try MovieMuxer(MovieConfiguration(video: wrong)) } throws: {
            ($0 as? MovieError)?.subject == "temporal levels"
        }
        let configuration = MovieConfiguration(video: try film.configuration())
        for (level, type) in [(3, 1), (1, 20), (2, 21), (0, 2), (0, 5)] as [(UInt8, UInt8)] {
            var muxer = try MovieMuxer(configuration)
            #expect {
                try muxer.appendVideo(
                    byteCount: 1,
                    decodeTick: 0,
                    duration: 1,
                    compositionOffset: 0,
                    flags: [],
                    temporalLevel: level,
                    nalUnitType: type
                )
            } throws: {
                ($0 as? MovieError)?.code == .invalidSample
            }
        }
    }
}
