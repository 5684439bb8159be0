import Foundation
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// QuickTime movies. The layouts are those of Apple's QuickTime File Format Specification and of an iPhone's files.
@Suite struct QuickTimeTests {
    private func file(_ colour: ColourDescription = .unspecified) throws -> ([UInt8], [MovieNote]) {
        var video = Fixture.video()
        video.colour = colour
        video.masteringDisplay = Fixture.display
        let sound = Fixture.aac(language: "deu")
        var muxer = try MovieMuxer(MovieConfiguration(video: video, audio: [sound], container: .quickTime))
        try Fixture.appendReordered(&muxer, frames: 24)
        for _ in 0..<48 { try muxer.appendAudio(track: 0, byteCount: 10, duration: 1024) }
        let layout = try muxer.finish()
        return (Fixture.file(layout), layout.notes)
    }

    private func payload(_ file: [UInt8], _ node: BoxNode?) throws -> [UInt8] {
        let node = try #require(node)
        return Array(file[Int(node.payload.lowerBound)..<Int(node.payload.upperBound)])
    }

    @Test("brand, handlers, data handler and composition offsets are those of QuickTime, to the byte")
    func boxes() throws {
        let (file, notes) = try file()
        #expect(notes == [])
        #expect(Array(file.prefix(20)) == Fixture.bytes("00000014 66747970 71742020 00000000 71742020"))
        let movie = try MovieInspection.parse(MemorySource(file))
        #expect(movie.findings == [])
        let moov = try #require(movie.boxes.first { $0.type == "moov" })
        let tracks = moov.children.filter { $0.type == "trak" }
        for (track, type, name) in [(tracks[0], "76696465", "05 566964656f"), (tracks[1], "736f756e", "05 536f756e64")]
        {
            let media = try payload(file, track.first("mdia", "hdlr"))
            #expect(media == Fixture.bytes("00000000 6d686c72 \(type) 00000000 00000000 00000000 \(name)"))
            let data = try payload(file, track.first("mdia", "minf", "hdlr"))
            #expect(data == Fixture.bytes("00000000 64686c72 75726c20 00000000 00000000 00000000 04 44617461"))
        }
        // Offsets 3, 0, -2, -1 in groups of four: version 0 with negative offsets.
        let offsets = try payload(file, tracks[0].first("mdia", "minf", "stbl", "ctts"))
        let first = "00000000 00000018 00000001 00000003 00000001 00000000 00000001 fffffffe 00000001 ffffffff"
        #expect(Array(offsets.prefix(40)) == Fixture.bytes(first))
        #expect(movie.tracks.map(\.handler) == ["vide", "soun"])
        #expect(movie.tracks[0].samples?.prefix(4).map(\.compositionOffset) == [3, 0, -2, -1])
    }

    @Test("the sample entries are those of QuickTime: nclc, a terminator, and audio of version 1 with wave")
    func entries() throws {
        let (file, _) = try file(ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false))
        let movie = try MovieInspection.parse(MemorySource(file))
        let tracks = try #require(movie.boxes.first { $0.type == "moov" }).children.filter { $0.type == "trak" }
        let video = try payload(file, tracks[0].first("mdia", "minf", "stbl", "stsd"))
        #expect(Array(video.suffix(4)) == [0, 0, 0, 0])
        #expect(movie.tracks[0].video?.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9))
        #expect(movie.tracks[0].video?.masteringDisplay == Fixture.display)
        #expect(movie.tracks[0].video?.otherBoxes == [])
        #expect(movie.tracks[0].video?.bitRate == nil)
        let sound = try payload(file, tracks[1].first("mdia", "minf", "stbl", "stsd"))
        let expected =
            "00000000 00000001 00000083 6d703461 000000000000 0001 0001 0000 00000000 0002 0010 fffe 0000 bb800000"
            + "00000400 00000000 00000000 00000002"
            + "0000004f 77617665 0000000c 66726d61 6d703461 0000000c 6d703461 00000000"
        #expect(Array(sound.prefix(expected.filter { $0 != " " }.count / 2)) == Fixture.bytes(expected))
        #expect(Array(sound.suffix(8)) == Fixture.bytes("00000008 00000000"))
        #expect(movie.tracks[1].audio?.configuration == [0x11, 0x90])
        #expect(movie.tracks[1].audio?.channelCount == 2)
        #expect(movie.tracks[1].audio?.sampleRate == 48000)
    }

    @Test("colour properties that nclc cannot express are left out with a note")
    func fullRange() throws {
        for (colour, expected) in [
            (ColourDescription(isFullRange: true), nil),
            (
                ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true),
                ColourDescription(primaries: 1, transfer: 1, matrix: 1)
            ),
        ] {
            let (file, notes) = try file(colour)
            #expect(try MovieInspection.parse(MemorySource(file)).tracks[0].video?.colour == expected)
            #expect(notes.map(\.code) == [.colourRangeUnspecified])
        }
    }

    @Test("the handler of QuickTime is read as it was written, also by the general reader of handlers")
    func handler() throws {
        let box = QuickTimeHandlerBox(component: "mhlr", handler: "vide", name: "Video")
        try expectRoundTrip(
            box,
            bytes: "00000026 68646c72 00000000 6d686c72 76696465 00000000 00000000 00000000 05 566964656f"
        )
        let read = try HandlerBox(payload: box.bytes.dropFirst(8))
        #expect(read == HandlerBox(handler: "vide", name: "Video"))
    }

    @Test("Dolby audio is found inside of wave")
    func dolby() throws {
        for (format, framesPerPacket) in [("ac-3", 1536), ("ec-3", 1536)] as [(FourCC, UInt32)] {
            var entry = AudioSampleEntry(format: format, channelCount: 2, sampleRate: 48000)
            if format == "ac-3" {
                entry.ac3 = AC3SpecificBox([0x10, 0x3D, 0xE0])
            } else {
                entry.enhancedAC3 = EnhancedAC3SpecificBox([0x06, 0x00, 0x20, 0x0F, 0x00])
            }
            #expect(try AudioSampleEntry(entry.quickTimeEntry(framesPerPacket: framesPerPacket)) == entry)
        }
    }

    @Test("levels are grouped as in an MP4")
    func levels() throws {
        let film = LayeredFilm(levels: 4, frames: 33)
        func groups(_ container: MovieContainer) throws -> [[UInt8]] {
            let file = Fixture.file(try film.layout(container: container))
            let moov = try #require(try MovieInspection.parse(MemorySource(file)).boxes.first { $0.type == "moov" })
            let table = try #require(moov.first("trak", "mdia", "minf", "stbl"))
            return try table.children.filter { $0.type == "sgpd" || $0.type == "sbgp" }.map { try payload(file, $0) }
        }
        #expect(try groups(.quickTime).count == 6)
        #expect(try groups(.quickTime) == groups(.mp4))
    }
}
