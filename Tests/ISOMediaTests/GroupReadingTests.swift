import Foundation
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// The levels of samples, read from their groups only.
@Suite struct GroupReadingTests {
    /// The only track of a movie with these boxes in its sample table.
    private func movie(samples: Int = 8, groups: String) throws -> TrackDescription {
        var track = try inspect(samples: samples, groups: groups).tracks
        #expect(track.count == 1)
        return track.removeFirst()
    }

    /// A movie of samples of one byte with any boxes in its sample table.
    private func inspect(samples: Int, groups: String) throws -> MovieDescription {
        var writer = BoxWriter()
        writer.box("moov") { moov in
            moov.box(MovieHeaderBox(timescale: 1, duration: UInt64(samples), nextTrackID: 2))
            moov.box("trak") { trak in
                trak.box(TrackHeaderBox(trackID: 1, duration: UInt64(samples)))
                trak.box("mdia") { mdia in
                    mdia.box(MediaHeaderBox(timescale: 1, duration: UInt64(samples), language: "und"))
                    mdia.box(HandlerBox(handler: "meta", name: ""))
                    mdia.box("minf") { minf in
                        minf.box("dinf") { $0.box(DataReferenceBox()) }
                        minf.box("stbl") { stbl in
                            var durations = TimeToSampleBox()
                            for _ in 0..<samples { durations.append(delta: 1) }
                            stbl.box(
                                SampleDescriptionBox(entries: [
                                    .init(format: "mett", payload: Array(repeating: 0, count: 8))
                                ])
                            )
                            stbl.box(durations)
                            stbl.box(SampleSizeBox(sizes: Array(repeating: 1, count: samples)))
                            stbl.box(SampleToChunkBox(samplesPerChunk: [UInt32(samples)]))
                            stbl.box(ChunkOffsetBox(offsets: [0]))
                            stbl.append(Fixture.bytes(groups))
                        }
                    }
                }
            }
        }
        return try MovieInspection.parse(MemorySource(writer.bytes))
    }

    private func entry(_ level: String) -> String { "\(level) 01 60000000 900000000000 1e 0000 0000 00 0000" }

    private func box(_ text: String) -> String {
        let size = String(text.filter { $0 != " " }.count / 2 + 4, radix: 16)
        return String(repeating: "0", count: 8 - size.count) + size + text
    }

    /// `sgpd` of version 1 with levels 0, 1 and 2.
    private var threeLevels: String {
        box("73677064 01000000 7473636c 00000014 00000003" + entry("00") + entry("01") + entry("02"))
    }

    private func mapping(_ runs: String, count: Int) -> String {
        box("73626770 00000000 7473636c 0000000\(count)" + runs)
    }

    @Test("levels come from the contents of entries, not from their index; samples after the last run have no level")
    func levels() throws {
        let shuffled = box("73677064 01000000 7473636c 00000014 00000003" + entry("02") + entry("00") + entry("01"))
        let runs = "00000001 00000002 00000002 00000001 00000001 00000003 00000001 00000000"
        let track = try movie(groups: shuffled + mapping(runs, count: 4))
        let map = try #require(track.temporalLevels)
        #expect(Array(map.levels) == [0, 2, 2, 1, nil, nil, nil, nil])
        #expect(map.levels.runs.map(\.count) == [1, 2, 1, 4])
        #expect(map.sampleCounts == [1, 1, 2])
        #expect(map.unknownCount == 4)
        #expect(map.levels.sampleCount == 8)
        #expect(map.highestLevel == 2)
        #expect(map.entry(ofLevel: 1)?.capability.level == 30)
        #expect(map.entry(ofLevel: 3) == nil)
        #expect(Array(try #require(track.grouping("tscl")).indexes) == [2, 1, 1, 3, 0, 0, 0, 0])
    }

    @Test("every version of both boxes gives the same levels")
    func versions() throws {
        let three = entry("00") + entry("01") + entry("02")
        let runs = "00000004 00000001 00000002 00000003 00000002 00000002"
        let expected: [UInt8?] = [0, 0, 0, 0, 2, 2, 1, 1]
        for description in [
            "73677064 00000000 7473636c 00000003", "73677064 01000000 7473636c 00000014 00000003",
            "73677064 02000000 7473636c 00000014 00000000 00000003", "73677064 02000000 7473636c 00000001 00000003",
        ] {
            for mapping in ["73626770 00000000 7473636c", "73626770 01000000 7473636c 00000000"] {
                let track = try movie(groups: box(description + three) + box(mapping + "00000003" + runs))
                #expect(Array(try #require(track.temporalLevels).levels) == expected, "\(description)")
            }
        }
    }

    @Test("csgp is read like sbgp, and covers no more than the existing samples")
    func compact() throws {
        // One sample of level 0, then 2^32 - 1 samples with levels 2 and 1 repeated.
        let patterns = box("63736770 0000001c 7473636c 00000002 01 00000001 02 ffffffff 1 3 2 0")
        let track = try movie(groups: threeLevels + patterns)
        #expect(Array(try #require(track.temporalLevels).levels) == [0, 2, 1, 2, 1, 2, 1, 2])
    }

    @Test("the default index applies to samples that sbgp does not cover, not to those in group 0")
    func defaultIndex() throws {
        let three = entry("00") + entry("01") + entry("02")
        let description = box("73677064 02000000 7473636c 00000014 00000002 00000003" + three)
        let part = try movie(groups: description + mapping("00000002 00000000 00000001 00000003", count: 2))
        #expect(Array(try #require(part.temporalLevels).levels) == [nil, nil, 2, 1, 1, 1, 1, 1])
        let none = try movie(groups: description)
        #expect(Array(try #require(none.temporalLevels).levels) == Array(repeating: 1, count: 8))
    }

    @Test("without a mapping, a single level applies to all samples, and several levels apply to none")
    func noMapping() throws {
        let one = try movie(groups: box("73677064 01000000 7473636c 00000014 00000001" + entry("00")))
        #expect(Array(try #require(one.temporalLevels).levels) == Array(repeating: 0, count: 8))
        let high = try movie(groups: box("73677064 01000000 7473636c 00000014 00000001" + entry("03")))
        #expect(try #require(high.temporalLevels).unknownCount == 8)
        #expect(try #require(try movie(groups: threeLevels).temporalLevels).unknownCount == 8)
        #expect(try movie(groups: "").temporalLevels == nil)
    }

    @Test("missing groups, too many samples and damaged boxes are findings, and no sample gets a wrong level")
    func faults() throws {
        func findings(_ groups: String) throws -> ([String], TemporalLevelMap?) {
            let movie = try inspect(samples: 8, groups: groups)
            return (movie.findings, movie.tracks[0].temporalLevels)
        }
        let (strange, map) = try findings(threeLevels + mapping("00000003 00000004 00000005 00000001", count: 2))
        #expect(strange == ["track 1: 3 samples are in groups of type 'tscl' that 'sgpd' does not describe"])
        #expect(try Array(#require(map).levels) == [nil, nil, nil, 0, 0, 0, 0, 0])
        let (fragment, none) = try findings(threeLevels + mapping("00000008 00010001", count: 1))
        #expect(fragment.count == 1)
        #expect(none?.unknownCount == 8)
        let (long, full) = try findings(threeLevels + mapping("ffffffff 00000001 ffffffff 00000002", count: 2))
        #expect(long == ["track 1: 'sbgp' of type 'tscl' groups 8589934590 samples, 'stsz' has 8"])
        #expect(full?.sampleCounts == [8])
        let (alone, nothing) = try findings(mapping("00000008 00000001", count: 1))
        #expect(alone == ["track 1: 'sbgp' groups samples by 'tscl', which no 'sgpd' describes"])
        #expect(nothing == nil)
        let (wild, wildMap) = try findings(
            box("73677064 01000000 7473636c 00000014 00000001" + entry("07")) + mapping("00000008 00000001", count: 1)
        )
        #expect(wild == ["track 1: box 'sgpd': it describes temporal level 7, above 6"])
        #expect(wildMap == nil)
        let (short, shortMap) = try findings(box("73677064 01000000 7473636c 00000004 00000001 00000000"))
        #expect(short.count == 1)
        #expect(shortMap == nil)
        let (cut, cutMap) = try findings(threeLevels + box("73626770 00000000 7473636c 00000002 00000001 00000001"))
        #expect(cut.count == 1)
        #expect(cutMap?.unknownCount == 8)
    }

    @Test("the number of groupings that are read is limited")
    func many() throws {
        let one = box("73677064 01000000 61626364 00000001 00000001 00")
        let movie = try inspect(samples: 8, groups: String(repeating: one, count: 200))
        #expect(movie.findings == ["track 1: it has more sample groups than Granary reads"])
        #expect(movie.tracks[0].groupings.count == 1)
    }

    @Test(
        "our reader and the imitations of GPAC and Bento4 read what the muxer wrote",
        arguments: 2...5
    )
    func peers(_ levels: Int) throws {
        let film = LayeredFilm(levels: levels, frames: 99)
        let file = Fixture.file(try film.layout())
        let track = try #require(try MovieInspection.parse(MemorySource(file)).tracks.first)
        let expected = film.samples.map { Int($0.level) }
        let map = try #require(track.temporalLevels)
        #expect(map.levels.map { $0.map { Int($0) } } == expected)
        #expect(map.unknownCount == 0)
        let gpac = try GPACStyleReader(file)
        let bento4 = Bento4StyleReader(file)
        for type in ["tscl", "tsas", "sync"] {
            let grouping = try #require(track.groupings.first { $0.groupingType.description == type })
            let indexes = Array(grouping.indexes)
            #expect(indexes.indices.map { gpac.index(ofSample: $0, in: type) } == indexes, "\(type)")
            #expect(bento4.indexes[type] == indexes, "\(type)")
            #expect(gpac.entries[type] == grouping.description?.entries, "\(type)")
            #expect(bento4.entries[type] == grouping.description?.entries, "\(type)")
        }
        let read = try #require(gpac.entries["tscl"])
        #expect(film.samples.indices.map { Int(read[gpac.index(ofSample: $0, in: "tscl") - 1][0]) } == expected)
        #expect(try #require(bento4.indexes["tscl"]).map { Int(read[$0 - 1][0]) } == expected)
    }

    @Test("both imitations treat unusual versions as the real programs do")
    func peersOddities() throws {
        let three = entry("00") + entry("01") + entry("02")
        func file(_ description: String) -> [UInt8] {
            Fixture.bytes(
                box("6d6f6f76" + box("7472616b" + box("6d646961" + box("6d696e66" + box("7374626c" + description)))))
            )
        }
        let v0 = file(box("73677064 00000000 7473636c 00000003" + three))
        #expect(throws: GPACStyleReader.Refusal.self) { try GPACStyleReader(v0) }
        #expect(Bento4StyleReader(v0).entries["tscl"]?.map(\.count) == [60, 0, 0])
        let v2 = file(box("73677064 02000000 7473636c 00000014 00000002 00000003" + three))
        #expect(try GPACStyleReader(v2).index(ofSample: 5, in: "tscl") == 2)
        #expect(Bento4StyleReader(v2).entries.isEmpty)
        let nothing = file(box("73677064 01000000 61626364 00000000 00000001 00000000"))
        #expect(throws: GPACStyleReader.Refusal.self) { try GPACStyleReader(nothing) }
        let sized = file(box("73677064 01000000 73796e63 00000000 00000001 00000001 14"))
        #expect(try GPACStyleReader(sized).entries["sync"] == [[20]])
        #expect(Bento4StyleReader(sized).entries["sync"] == [[]])
    }

    @Test("the groups are summarised as numbers in JSON, without a list of samples")
    func json() throws {
        let film = LayeredFilm(levels: 3, frames: 9)
        let movie = try MovieInspection.parse(MemorySource(Fixture.file(try film.layout())))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(movie), as: UTF8.self)
        for part in [
            "\"sampleCounts\":[3,2,4]", "\"unknownCount\":0", "\"temporalLevel\":2", "\"groupingType\":\"tsas\"",
            "\"groupedSampleCount\":6",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("2000 mutations of a film with levels are read without a crash, and every sample has at most one level")
    func mutations() throws {
        let film = LayeredFilm(levels: 4, frames: 33)
        let layout = try film.layout()
        let file = Fixture.file(layout)
        let whole = try MovieInspection.parse(MemorySource(file))
        let table = try #require(whole.boxes.first { $0.type == "moov" }?.first("trak", "mdia", "minf", "stbl"))
        let first = try #require(table.children.first { $0.type == "sgpd" })
        let range = Int(first.offset)..<layout.header.count
        var random = SeededGenerator(seed: 13)
        var (faulty, described) = (0, 0)
        for round in 0..<2000 {
            var bytes = file
            for _ in 0...(round % 4) {
                let index = Int.random(in: range, using: &random)
                bytes[index] = [0, 1, 2, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
            }
            guard let movie = try? MovieInspection.parse(MemorySource(bytes)) else { continue }
            if !movie.findings.isEmpty { faulty += 1 }
            for track in movie.tracks {
                for grouping in track.groupings {
                    #expect(grouping.indexes.sampleCount == track.samples?.count)
                }
                guard let levels = track.temporalLevels else { continue }
                described += 1
                #expect(levels.levels.sampleCount == track.samples?.count)
                #expect(levels.sampleCounts.reduce(0, +) + levels.unknownCount == levels.levels.sampleCount)
            }
        }
        #expect(faulty > 100)
        #expect(described > 100)
    }

    @Test(
        "the groups of an iPhone film are read",
        .enabled(if: SharedMedia.folder != nil, "the folder of shared clips is not there")
    )
    func phone() throws {
        let url = try #require(SharedMedia.clip("hlg-dv84-iphone-tscl-sync.mov"))
        let movie = try MovieInspection.parse(FileSource(path: url.path))
        let track = try #require(movie.tracks.first { $0.handler == "vide" })
        #expect(movie.findings.filter { $0.contains("group") } == [])
        let map = try #require(track.temporalLevels)
        #expect(Array(map.levels) == [0, 0, 0, 0, 0])
        let entry = try #require(map.entry(ofLevel: 0))
        #expect(entry.capability.profile == 2)
        #expect(entry.capability.constraints == 0xB380_0000_0000)
        #expect(entry.capability.level == 93)
        let sync = try #require(track.grouping("sync"))
        #expect(Array(sync.indexes) == [1, 0, 0, 0, 0])
        #expect(try sync.description?.values(of: SyncSampleEntry.self).map(\.unitType) == [20, 21])
        let video = try #require(track.video)
        #expect(video.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9))
        #expect(video.ambientViewing == AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450))
        #expect(video.dolbyVision == DolbyVision(profile: 8, level: 2, compatibility: 4))
        #expect(video.otherBoxes == [])
        // QuickTime audio: version 1, with its configuration inside of wave.
        let sound = try #require(movie.tracks.first { $0.handler == "soun" }?.audio)
        #expect(sound.configuration == [0x12, 0x10])
    }
}
