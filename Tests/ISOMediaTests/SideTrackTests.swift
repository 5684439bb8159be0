import Media
import Testing

@testable import ISOMedia

@Suite("Text, chapters, timecode and metadata")
struct SideTrackTests {
    @Test("boxes for text and metadata are read as they were written")
    func boxes() throws {
        try expectRoundTrip(NullMediaHeaderBox(), bytes: "0000000c 6e6d6864 00000000")
        try expectRoundTrip(
            BaseMediaInformationBox(),
            bytes: "00000018 676d696e 00000000 0040 8000 8000 8000 00000000"
        )
        try expectRoundTrip(TimecodeMediaInformationBox())
        try expectRoundTrip(
            TrackReferenceBox(references: [TrackReferenceBox.Reference(type: "chap", trackIDs: [3, 4])]),
            bytes: "00000018 74726566 00000010 63686170 00000003 00000004"
        )
        try expectRoundTrip(
            ChapterListBox(entries: [ChapterListBox.Entry(start: 5_000_000, title: "Aß")]),
            bytes: "0000001d 6368706c 01000000 00000000 01 00000000004c4b40 03 41c39f"
        )
        try expectRoundTrip(MetadataDataBox(text: "x"), bytes: "00000011 64617461 00000001 00000000 78", endsOpen: true)
        try expectRoundTrip(
            MetadataListBox(items: [
                MetadataListBox.Item(type: "cprt", text: "me"),
                MetadataListBox.Item(type: MetadataListBox.freeform, name: "com.example.take", text: "7"),
            ])
        )
        try expectRoundTrip(
            MetadataKeysBox(keys: ["a.b"]),
            bytes: "0000001b 6b657973 00000000 00000001 0000000b 6d647461 612e62"
        )
        try expectRoundTrip(try #require(LocationBox(text: "+48")), bytes: "0000000f a978797a 0003 55c4 2b3438")
        #expect(LocationBox(text: String(repeating: "x", count: 70000)) == nil)
    }

    @Test("chapter names that are too long are cut between characters")
    func longNames() {
        let entry = ChapterListBox.Entry(start: 0, title: String(repeating: "ä", count: 200))
        #expect(entry.title.utf8.count == 254)
        #expect(TextSampleEntry.sample(String(repeating: "ä", count: 40000)).count == 2 + 65534 + 12)
        let many = (0..<300).map { ChapterListBox.Entry(start: UInt64($0), title: "") }
        #expect(ChapterListBox(entries: many).entries.count == 255)
    }

    @Test("the creation time is in the header, with 64 bits if 32 are too few")
    func creation() throws {
        try expectRoundTrip(MovieHeaderBox(timescale: 1, duration: 2, nextTrackID: 3, creationTime: 3_600_000_000))
        try expectRoundTrip(MovieHeaderBox(timescale: 1, duration: 2, nextTrackID: 3, creationTime: 1 << 33))
        try expectRoundTrip(TrackUserDataBox())
        for role in TrackRole.allCases {
            try expectRoundTrip(TrackUserDataBox(name: "Näme", roles: [role, .dub]))
        }
    }

    @Test("the user data of a track may have boxes that nobody knows, and damaged ones at its end")
    func userData() throws {
        let known = TrackUserDataBox(name: "Name", roles: [.commentary])
        var writer = BoxWriter()
        known.write(to: &writer)
        var other = BoxWriter()
        other.box("kind") { kind in
            kind.fullBox(version: 0)
            kind.append("about:html-kind\0main\0".utf8)
        }
        other.box("kind") { $0.append("urn".utf8) }
        other.box("kind") { $0.zeros(2) }
        other.box("tagc") { $0.append("public.main-program-content".utf8) }
        #expect(try TrackUserDataBox(payload: (other.bytes + writer.bytes + [0, 0, 0, 0])[...]) == known)
        #expect(try TrackUserDataBox(payload: (writer.bytes + [0, 0, 0, 7, 1, 2, 3, 4, 5])[...]) == known)
        let cut = writer.bytes.dropLast(2)
        #expect(try TrackUserDataBox(payload: cut) == TrackUserDataBox(name: "Name"))
    }

    private func film(_ container: MovieContainer) throws -> MovieDescription {
        let text = TimedTextSampleEntry(width: 160, height: 20, fontSize: 8, isForced: true)
        let timecode = try #require(Timecode("01:00:00:00", rate: FrameRate(frames: 24, seconds: 1)))
        var muxer = try MovieMuxer(
            MovieConfiguration(
                video: Fixture.video(),
                audio: [Fixture.aac()],
                side: [
                    SideTrackConfiguration(
                        .subtitles(text.configuration),
                        language: "deu",
                        title: "Deutsch",
                        isEnabled: true,
                        timescale: 1000
                    ),
                    SideTrackConfiguration(
                        .chapters,
                        timescale: 1000,
                        presentationStart: MediaTime(value: 1, timescale: 2)
                    ),
                    SideTrackConfiguration(.timecode(timecode), timescale: 24),
                ],
                chapters: [Chapter(start: MediaTime(value: 1, timescale: 2), title: "One")],
                metadata: [
                    MetadataItem(key: "creation_time", value: "3600000000"), MetadataItem(key: "title", value: "Film"),
                ],
                container: container
            )
        )
        try Fixture.appendReordered(&muxer, frames: 24)
        for _ in 0..<48 { try muxer.appendAudio(track: 0, byteCount: 10, duration: 1024) }
        try muxer.appendSide(track: 0, byteCount: 5, duration: 400)
        try muxer.appendSide(track: 0, byteCount: 2, duration: 600)
        try muxer.appendSide(track: 1, byteCount: 17, duration: 500)
        try muxer.appendSide(track: 2, byteCount: 4, duration: 24)
        let layout = try muxer.finish()
        #expect(layout.chunks.contains { $0.track == 4 && $0.byteCount == 4 })
        return try MovieInspection.parse(MemorySource(Fixture.file(layout)))
    }

    @Test("tracks of text, chapters and timecode are read back", arguments: MovieContainer.allCases)
    func tracks(container: MovieContainer) throws {
        let movie = try film(container)
        #expect(movie.findings == [])
        #expect(movie.tracks.map(\.handler) == ["vide", "soun", "sbtl", "text", "tmcd"])
        #expect(movie.tracks.map { $0.header?.trackID } == [1, 2, 3, 4, 5])
        #expect(movie.tracks.map { $0.header?.isEnabled } == [true, true, true, false, false])
        let text = movie.tracks[2]
        #expect(text.media?.language == "deu" && text.samples?.count == 2 && text.header?.alternateGroup == 2)
        #expect(text.header?.matrix.values[7] == (96 - 20) << 16 && text.header?.width == 160 << 16)
        #expect(movie.tracks[3].edits.map(\.mediaTime) == [-1, 0])
        #expect(movie.tracks[4].samples?.first { _ in true }?.byteCount == 4)
        let types = movie.boxes.first { $0.type == "moov" }?.children.map(\.type)
        #expect(types?.last == (container == .mp4 ? "udta" : "meta"))
    }

    @Test("the moment of a still is a track of metadata that describes the video, as in Apple's movies")
    func stillImageTime() throws {
        // An entry of an iPhone, without the second of its keys.
        let entry =
            "000000000000 0001 00000050 6b657973 00000048 00000001 00000030 6b657964 6d647461"
            + "636f6d2e6170706c652e717569636b74696d652e7374696c6c2d696d6167652d74696d65"
            + "00000010 64747970 00000000 00000041"
        let written = TimedMetadataSampleEntry.stillImageTime.entry
        #expect(written.format == "mebx" && written.payload == bytes(entry))
        #expect(TimedMetadataSampleEntry.sample(key: 1, value: [0xFF]) == bytes("00000009 00000001 ff"))
        let moment = MediaTime(value: 3, timescale: 2)
        let side = SideTrackConfiguration(.stillImageTime, timescale: 24, presentationStart: moment)
        var muxer = try MovieMuxer(
            MovieConfiguration(video: Fixture.video(), side: [side], container: .quickTime)
        )
        try Fixture.appendReordered(&muxer, frames: 72)
        try muxer.appendSide(track: 0, byteCount: 9, duration: 1)
        let file = Fixture.file(try muxer.finish())
        let movie = try MovieInspection.parse(MemorySource(file))
        #expect(movie.findings == [] && movie.tracks.map(\.handler) == ["vide", "meta"])
        #expect(movie.tracks[1].edits.map(\.mediaTime) == [-1, 0] && movie.tracks[1].edits[0].duration == 36)
        let reference = bytes("00000014 74726566 0000000c 63647363 00000001")
        #expect(file.indices.contains { file[$0...].starts(with: reference) })
    }

    private func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.filter { !$0.isWhitespace })
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    @Test("a text track without samples, or one that starts before the film, is refused")
    func refusals() throws {
        var early = SideTrackConfiguration(.chapters, timescale: 1000)
        early.presentationStart = MediaTime(value: -1, timescale: 1)
        #expect(throws: MovieError.self) {
            _ = try MovieMuxer(MovieConfiguration(video: Fixture.video(), side: [early]))
        }
        let empty = SideTrackConfiguration(.chapters, timescale: 1000)
        var muxer = try MovieMuxer(MovieConfiguration(video: Fixture.video(), side: [empty]))
        try Fixture.appendReordered(&muxer, frames: 4)
        #expect(throws: MovieError.self) { _ = try muxer.finish() }
    }
}
