import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite(
    "GranaryKit: audio tracks",
    .temporaryFolder,
    .enabled(if: Peer.arePresent, "FFmpeg's programs are not installed")
)
struct AudioCarryingTests {
    private func url(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

    /// Two seconds of pictures, AAC in stereo, and AC-3 that begins half a second later.
    private func source(_ name: String = "source.mp4") throws -> URL {
        try Peer.make(
            name,
            ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=24:duration=2"]
                + ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=2"]
                + ["-itsoffset", "0.5", "-f", "lavfi", "-i", "sine=frequency=880:sample_rate=48000:duration=1.5"]
                + [
                    "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt",
                    "yuv420p",
                ]
                + ["-c:a:0", "aac", "-ac:a:0", "2", "-c:a:1", "ac3", "-metadata:s:a:0", "language=eng"]
                + ["-metadata", "title=Two tones"]
        )
    }

    private func write(_ film: KitFilm, _ writer: MovieWriter) throws {
        while let ranges = try writer.beginNextPass() {
            for frame in ranges.flatMap(film.frames) { try writer.append(film.picture(frame)) }
            try writer.endPass()
        }
    }

    private func copy(_ reader: MovieReader, _ track: MovieReader.AudioDescription, to input: AudioInput) throws {
        let packets = try reader.audioPackets(of: track)
        while let packet = try packets.next() { try input.append(packet) }
    }

    private func code(_ body: () throws -> Void) -> GranaryError.Code? {
        #expect(throws: GranaryError.self, performing: body)?.code
    }

    @Test("tracks are described, and their packets are those that FFmpeg reads, with the same times")
    func reading() throws {
        let reader = try MovieReader(url: source())
        #expect(reader.metadata.contains(MetadataItem(key: "title", value: "Two tones")))
        #expect(reader.audio.map(\.codec) == ["aac", "ac3"] && reader.audio.map(\.language) == ["eng", "und"])
        #expect(reader.audio.map(\.sampleRate) == [44100, 48000] && reader.audio.map(\.channelCount) == [2, 1])
        // FFmpeg rounds the start to milliseconds, and begins with the padding of its encoder.
        #expect(abs(reader.audio[1].timeRange.start.seconds - 0.5) < 0.01)
        for track in reader.audio {
            #expect(track.obstacle == nil)
            let packets = try reader.audioPackets(of: track)
            var all: [AudioPacket] = []
            while let packet = try packets.next() { all.append(packet) }
            #expect(all.count == track.packetCount)
            let bytes = try Peer.bytes(reader.url, "a:\(track.index)")
            #expect(all.flatMap(\.bytes) == bytes)
            let expected = try Peer.probe(reader.url, "a:\(track.index)", "packet=pts")
                .compactMap { Int64($0) }
            #expect(all.map(\.presentationTime) == expected.map { MediaTime(value: $0, timescale: track.timescale) })
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.mediaTime + $0.duration == $1.mediaTime })
        }
        let other = try MovieReader(url: source("other.mkv"))
        #expect(code { _ = try other.audioPackets(of: reader.audio[0]) } == .misuse)
    }

    @Test("a film in several passes carries audio and tags, awaited pass by pass", arguments: ["film.mp4", "film.mov"])
    func carried(name: String) async throws {
        let reader = try MovieReader(url: source())
        let film = KitFilm(count: 48)
        let writer = try MovieWriter(
            url: url(name),
            video: film.properties(.averageBitRate(250_000)),
            timeRange: film.timeRange
        )
        #expect(writer.canPerformMultiplePasses && writer.passFallbackReason == nil)
        writer.metadata = reader.metadata
        for track in reader.audio { try copy(reader, track, to: writer.addAudioTrack(track)) }
        var passes = 0
        for try await ranges in writer.passDescriptions {
            passes += 1
            for frame in ranges.flatMap(film.frames) { try writer.append(film.picture(frame)) }
            try writer.endPass()
        }
        try writer.finishWriting()
        #expect(passes >= 2 && passes == writer.pass)
        for track in ["a:0", "a:1"] {
            let (hashes, expected) = (try Peer.hashes(url(name), track), try Peer.hashes(reader.url, track))
            #expect(!hashes.isEmpty && hashes == expected)
        }
        #expect(try Peer.probe(url(name), "a:0", "stream_tags=language") == ["eng"])
        let title = name == "film.mov" ? "com.apple.quicktime.title" : "title"
        #expect(try Peer.probe(url(name), "v:0", "format_tags=\(title)") == ["Two tones"])
        #expect(try Peer.probe(url(name), "v:0", "packet=pts").count == 48)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path).sorted()
                == [name, "source.mp4"].sorted()
        )
    }

    @Test("audio that is moved begins where it was told, and an edit list says so", arguments: [0, 3, 4])
    func moved(quarters: Int64) throws {
        let reader = try MovieReader(url: source())
        let film = KitFilm(count: 24)
        let writer = try MovieWriter(
            url: url("film.mp4"),
            video: film.properties(.constantRateFactor(32)),
            timeRange: film.timeRange
        )
        let start = MediaTime(value: quarters, timescale: 4)
        try copy(reader, reader.audio[0], to: writer.addAudioTrack(reader.audio[0], startTime: start))
        try write(film, writer)
        try writer.finishWriting()
        // The priming of AAC is before the start; FFmpeg drops it by the edit list.
        let heard = try Peer.probe(url("film.mp4"), "a:0", "stream=start_time")
        #expect(heard.compactMap(Double.init).map { abs($0 - start.seconds) < 0.001 } == [true], "\(heard)")
        let again = try MovieReader(url: url("film.mp4"))
        #expect(again.audio[0].timeRange.start == start)
        #expect(again.audio[0].timeRange.duration == reader.audio[0].timeRange.duration)
    }

    @Test("packets out of order, of another track, twice or too late are refused, and so is a track without any")
    func refusals() throws {
        let reader = try MovieReader(url: source())
        let film = KitFilm(count: 8)
        let properties = film.properties(.constantRateFactor(32))
        let writer = try MovieWriter(url: url("film.mp4"), video: properties, timeRange: film.timeRange)
        let input = try writer.addAudioTrack(reader.audio[0])
        let packets = try reader.audioPackets(of: reader.audio[0])
        let first = try #require(try packets.next())
        let second = try #require(try packets.next())
        #expect(code { try input.append(second) } == .wrongSample)
        try input.append(first)
        #expect(code { try input.append(first) } == .wrongSample)
        let stranger = try #require(try reader.audioPackets(of: reader.audio[1]).next())
        #expect(code { try input.append(stranger) } == .wrongSample)
        try input.append(second)
        #expect(input.appendedDuration == first.duration + second.duration)
        _ = try writer.addAudioTrack(reader.audio[1])
        try write(film, writer)
        #expect(code { try writer.finishWriting() } == .wrongSample, "the second track has no packets")
        #expect(!FileManager.default.fileExists(atPath: url("film.mp4").path))
        writer.cancelWriting()
        #expect(code { try input.append(second) } == .misuse)
        #expect(code { _ = try writer.addAudioTrack(reader.audio[0]) } == .misuse)
    }

    @Test("a track that the format of the file cannot carry is refused with the reason")
    func unsupported() throws {
        let source = try Peer.make(
            "flac.mkv",
            ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=24:duration=1"]
                + ["-f", "lavfi", "-i", "sine=duration=1", "-c:v", "libx264", "-c:a", "flac"]
        )
        let track = try MovieReader(url: source).audio[0]
        let film = KitFilm(count: 8)
        let properties = film.properties(.constantRateFactor(32))
        let movie = try MovieWriter(url: url("film.mov"), video: properties, timeRange: film.timeRange)
        let error = #expect(throws: GranaryError.self) { try movie.addAudioTrack(track) }
        #expect(error?.code == .unsupportedTrack && error?.cause.contains("flac") == true)
        let other = try MovieWriter(url: url("film.mp4"), video: properties, timeRange: film.timeRange)
        _ = try other.addAudioTrack(track)
    }

    @Test("without a folder for its storage a film gets one pass, and says why")
    func fallback() throws {
        let film = KitFilm(count: 24)
        let writer = try MovieWriter(
            url: url("film.mp4"),
            video: film.properties(.averageBitRate(250_000)),
            timeRange: film.timeRange,
            storageFolder: url("missing")
        )
        #expect(!writer.canPerformMultiplePasses)
        #expect(writer.passFallbackReason?.contains("missing") == true)
        #expect(try writer.beginNextPass() == [film.timeRange])
        for frame in 0..<24 { try writer.append(film.picture(frame)) }
        try writer.endPass()
        #expect(try writer.beginNextPass() == nil)
        try writer.finishWriting()
        #expect(try Peer.probe(url("film.mp4"), "v:0", "packet=pts").count == 24)
        var once = film.properties(.averageBitRate(250_000))
        once.maximumPasses = 1
        for properties in [once, film.properties(.constantRateFactor(30))] {
            let single = try MovieWriter(url: url("other.mp4"), video: properties, timeRange: film.timeRange)
            #expect(single.passFallbackReason?.contains("pass") == true)
        }
    }
}
