import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite(
    "GranaryKit: compressed samples",
    .temporaryFolder,
    .enabled(if: Peer.arePresent, "FFmpeg's programs are not installed")
)
struct SampleTests {
    /// Numbers of temporal levels that this machine encodes, up to three.
    private static let levels = Array(1...min(3, EncoderCapabilities.current.maximumTemporalLevels))

    private func url(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

    private func code(_ body: () throws -> Void) -> GranaryError.Code? {
        #expect(throws: GranaryError.self, performing: body)?.code
    }

    /// A film of 48 frames, written by a writer; its samples also come from a session with the same properties.
    private func film(levels: Int, name: String = "film.mp4") throws -> (url: URL, samples: [EncodedSample]) {
        let film = KitFilm(count: 48)
        var properties = film.properties(.constantRateFactor(30))
        properties.temporalLevels = levels
        let writer = try MovieWriter(url: url(name), video: properties, timeRange: film.timeRange)
        _ = try writer.beginNextPass()
        for frame in 0..<48 { try writer.append(film.picture(frame)) }
        try writer.endPass()
        try writer.finishWriting()
        let session = try CompressionSession(properties)
        var samples: [EncodedSample] = []
        try session.beginPass()
        for frame in 0..<48 { try session.encode(film.picture(frame)) { samples.append($0) } }
        _ = try session.endPass { samples.append($0) }
        return (url(name), samples)
    }

    private func samples(_ reader: SampleReader) throws -> [EncodedSample] {
        var samples: [EncodedSample] = []
        while let sample = try reader.nextSample() { samples.append(sample) }
        return samples
    }

    private func copy(_ reader: SampleReader, to url: URL) throws {
        let writer = try SampleWriter(url: url, format: reader.formatDescription)
        while let sample = try reader.nextSample() { try writer.append(sample) }
        try writer.finishWriting()
    }

    @Test("the samples of a film are those of its session, and a copy of them is the same film", arguments: Self.levels)
    func copying(levels: Int) throws {
        let film = try film(levels: levels)
        let reader = try SampleReader(url: film.url)
        #expect(reader.sampleCount == 48 && reader.timeRange == KitFilm(count: 48).timeRange)
        #expect(reader.formatDescription.temporalLevels == levels)
        #expect(reader.sampleCountsOfLevels == [[], [24, 24], [12, 12, 24]][levels - 1])
        #expect(try samples(reader) == film.samples)
        #expect(film.samples.contains { $0.isDisposable } && film.samples.contains { $0.temporalLevel == levels - 1 })
        reader.reset()
        try copy(reader, to: url("copy.mp4"))
        #expect(try Data(contentsOf: url("copy.mp4")) == Data(contentsOf: film.url))
        reader.reset()
        try copy(reader, to: url("copy.mov"))
        #expect(
            try Peer.hashes(url("copy.mov"), "v:0", isDecoded: true) == Peer.hashes(film.url, "v:0", isDecoded: true)
        )
    }

    @Test("the lower levels of a film are its pictures at those times, bit for bit")
    func lowerLevel() throws {
        let highest = try #require(Self.levels.last) - 1
        let film = try film(levels: highest + 1)
        let reader = try SampleReader(url: film.url, highestTemporalLevel: highest - 1)
        #expect(reader.sampleCount == 24 && reader.formatDescription.temporalLevels == highest)
        try copy(reader, to: url("half.mp4"))
        #expect(try Peer.probe(url("half.mp4"), "v:0", "stream=r_frame_rate") == ["12/1"])
        func pictures(_ url: URL) throws -> [Double: String] {
            let hashes = try Peer.hashes(url, "v:0", isDecoded: true).map { $0.split(separator: " ").last ?? "" }
            let times = try Peer.probe(url, "v:0", "frame=pts_time")
                .compactMap { Double($0) }
            #expect(hashes.count == times.count)
            return Dictionary(uniqueKeysWithValues: zip(times, hashes.map(String.init)))
        }
        let (whole, half) = (try pictures(film.url), try pictures(url("half.mp4")))
        #expect(whole.count == 48 && half.count == 24)
        for (time, hash) in half { #expect(whole[time] == hash, "\(time) s") }
        #expect(code { _ = try SampleReader(url: film.url, highestTemporalLevel: highest + 1) } == .missingLevel)
        #expect(code { _ = try SampleReader(url: film.url, highestTemporalLevel: -1) } == .missingLevel)
        let flat = try self.film(levels: 1, name: "flat.mp4").url
        #expect(code { _ = try SampleReader(url: flat, highestTemporalLevel: 0) } == .missingLevel)
    }

    @Test("a film of another encoder, which begins to decode before 0, is copied with its audio")
    func otherEncoder() throws {
        let source = try Peer.make(
            "source.mp4",
            ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=24:duration=2", "-f", "lavfi", "-i", "sine=duration=2"]
                + [
                    "-c:v", "libx265", "-preset", "veryfast", "-x265-params", "log-level=none:bframes=4", "-tag:v",
                    "hvc1",
                ]
                + ["-pix_fmt", "yuv420p10le", "-color_primaries", "bt2020", "-color_trc", "smpte2084"]
                + ["-colorspace", "bt2020nc", "-c:a", "aac"]
        )
        let reader = try SampleReader(url: source)
        let format = reader.formatDescription
        #expect(format.width == 160 && format.height == 96 && format.bitDepth == 10)
        let writer = try SampleWriter(url: url("copy.mp4"), format: format)
        let film = try MovieReader(url: source)
        let input = try writer.addAudioTrack(film.audio[0])
        let packets = try film.audioPackets(of: film.audio[0])
        while let packet = try packets.next() { try input.append(packet) }
        let samples = try samples(reader)
        #expect(try #require(samples.first).decodeTime < .zero)
        for sample in samples { try writer.append(sample) }
        try writer.finishWriting()
        for stream in ["v:0", "a:0"] {
            #expect(try Peer.hashes(url("copy.mp4"), stream) == Peer.hashes(source, stream))
        }
        let entries = "stream=color_primaries,color_transfer,color_space,pix_fmt"
        #expect(try Peer.probe(url("copy.mp4"), "v:0", entries) == Peer.probe(source, "v:0", entries))
    }

    @Test(
        "the samples of real films are those that FFmpeg reads, and so are their copies",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: ["hlg-dv84-iphone-tscl-sync.mov", "hdr10-phone-1080p.mp4", "hlg-dv84-iphone-editlist-rotated.mp4"]
    )
    func realFilms(name: String) throws {
        let clip = try #require(SharedMedia.clip(name))
        let reader = try SampleReader(url: clip)
        let writer = try SampleWriter(url: url("copy.mp4"), format: reader.formatDescription)
        var samples: [EncodedSample] = []
        while let sample = try reader.nextSample() {
            samples.append(sample)
            try writer.append(sample)
        }
        try writer.finishWriting()
        let bytes = try Peer.bytes(clip, "v:0")
        #expect(samples.flatMap(\.bytes) == bytes)
        let times = try Peer.probe(clip, "v:0", "packet=pts_time").compactMap { Double($0) }
        #expect(times.count == samples.count)
        // FFmpeg lets an edit that begins in the middle of a picture begin with the next one.
        let differences = zip(times, samples).map { $0 - $1.presentationTime.seconds }
        let (least, most) = (try #require(differences.min()), try #require(differences.max()))
        #expect(most - least < 0.000_003 && abs(least) < samples[0].duration.seconds)
        let copied = try Peer.bytes(url("copy.mp4"), "v:0")
        #expect(copied == bytes)
    }

    @Test("samples out of order, films of other kinds, and files that are cut off are refused")
    func refusals() throws {
        let film = try film(levels: 1)
        let samples = try samples(SampleReader(url: film.url))
        let format = try SampleReader(url: film.url).formatDescription
        let writer = try SampleWriter(url: url("copy.mp4"), format: format)
        #expect(code { try writer.finishWriting() } == .misuse)
        try writer.append(samples[1])
        #expect(code { try writer.append(samples[0]) } == .wrongSample)
        #expect(code { try writer.append(samples[1]) } == .wrongSample)
        writer.cancelWriting()
        #expect(code { try writer.append(samples[2]) } == .misuse)
        #expect(code { try writer.finishWriting() } == .misuse)
        #expect(code { _ = try SampleWriter(url: film.url, format: format) } == .alreadyExists)

        var bytes = try Data(contentsOf: film.url)
        bytes.removeLast(40)
        try bytes.write(to: url("cut.mp4"))
        let cut = try SampleReader(url: url("cut.mp4"))
        var read = 0
        #expect(code { while try cut.nextSample() != nil { read += 1 } } == .damaged)
        #expect(read > 40)
        try Data("text".utf8).write(to: url("text.mp4"))
        #expect(code { _ = try SampleReader(url: url("text.mp4")) } == .unsupportedFilm)
        #expect(code { _ = try SampleReader(url: url("missing.mp4")) } == .missing)
        let video = ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=24:duration=1"]
        let other = try Peer.make("avc.mp4", video + ["-c:v", "libx264"])
        #expect(code { _ = try SampleReader(url: other) } == .unsupportedFilm)
        let words = ["-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1"]
        let pieces = try Peer.make("pieces.mp4", video + words + ["-movflags", "frag_keyframe+empty_moov"])
        #expect(code { _ = try SampleReader(url: pieces) } == .unsupportedFilm)
    }

    @Test("a film with any byte of its header changed is read or refused, and never ends the process")
    func damaged() throws {
        let film = try film(levels: 2)
        let whole = [UInt8](try Data(contentsOf: film.url))
        let header = try #require(whole.indices.first { whole[$0...].starts(with: Array("mdat".utf8)) })
        var readable = 0
        for place in stride(from: 40, to: header, by: 7) {
            var bytes = whole
            bytes[place] ^= [0x80, 0xFF, 0x01][place % 3]
            try Data(bytes).write(to: url("damaged.mp4"))
            do {
                let reader = try SampleReader(url: url("damaged.mp4"), highestTemporalLevel: place % 2 == 0 ? 0 : nil)
                while try reader.nextSample() != nil {}
                readable += 1
            } catch is GranaryError {}
        }
        #expect(readable > 0)
    }
}
