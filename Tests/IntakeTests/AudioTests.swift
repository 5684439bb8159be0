import Foundation
import HEVC
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Audio", .temporaryFolder)
struct AudioTests {
    private func packets(_ source: SourceDescription, _ track: AudioTrack) throws -> [AudioPacket] {
        let reader = try AudioPacketReader(source: source, track: track)
        var packets: [AudioPacket] = []
        while let packet = try reader.next() { packets.append(packet) }
        return packets
    }

    /// The elementary stream that ffmpeg extracts, without edit lists.
    private func copied(_ path: String, format: String) throws -> [UInt8] {
        let url = TemporaryFolder.current.appending(path: "copied-\(UUID().uuidString)")
        try FFmpegTool.run(
            "ffmpeg",
            ["-v", "error", "-i", path, "-map", "0:a:0", "-c", "copy", "-f", format, url.path]
        )
        return [UInt8](try Data(contentsOf: url))
    }

    @Test("the main clip's audio has its priming", .enabled(if: SharedMedia.folder != nil, "needs the shared clips"))
    func sintel() throws {
        let clip = try #require(SharedMedia.clip("sdr-sintel-720p24.mp4"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.codec == "aac" && track.obstacle == nil)
        #expect(track.configuration == [0x11, 0x90])
        #expect(track.timescale == 48000 && track.sampleRate == 48000 && track.channelCount == 2)
        #expect(track.packetCount == 1349)
        #expect(track.presentedFrom == 4464, "media_time of its elst")
        #expect(track.mediaDuration == 1349 * 1024)
        #expect(track.presentedDuration == track.mediaDuration - 4464)
        #expect(track.presentationStart == .zero)
        let packets = try packets(source, track)
        #expect(packets.count == 1349)
        #expect(packets.reduce(0) { $0 + $1.duration } == track.mediaDuration)
        #expect(track.maximumBitRate >= track.averageBitRate && track.averageBitRate > 100_000)
    }

    @Test(
        "an edit that ends early and one that starts late are exact",
        .enabled(if: SharedMedia.folder != nil, "needs clips")
    )
    func edits() throws {
        let cut = try #require(SharedMedia.clip("hlg-dv84-iphone-editlist-rotated.mp4"))
        let ends = try #require(try FilmProbe.describe(path: cut.path, hashWholeFile: false).audio.first)
        #expect(ends.presentedFrom == 1698 && ends.presentedDuration == 112_382)
        #expect(ends.packetCount == 112 && ends.mediaDuration == 112 * 1024)
        let late = try #require(SharedMedia.clip("damaged-mdat-too-long.mp4"))
        let starts = try #require(try FilmProbe.describe(path: late.path, hashWholeFile: false).audio.first)
        #expect(starts.presentationStart == MediaTime(value: 44, timescale: 1000))
        #expect(starts.presentedFrom == 0)
    }

    @Test("AAC in an MP4 is copied bit for bit, priming included", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func aacInMP4() throws {
        let path = try FFmpegTool.film(
            "a.mp4",
            video: ["-c:v", "libx264"],
            audio: ["-c:a", "aac", "-metadata:s:a:0", "language=fra"]
        )
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.presentedFrom == 1024 && track.presentationStart == .zero)
        #expect(track.presentedDuration == 4 * 48000)
        #expect(track.language == "fra")
        let bytes = try packets(source, track).map(\.bytes)
        // An ADTS copy puts seven bytes before each packet.
        let adts = try copied(path, format: "adts")
        #expect(stripped(adts) == bytes)
    }

    @Test("AAC of a transport stream loses its ADTS headers", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func aacInTransportStream() throws {
        let path = try FFmpegTool.film("a.ts", video: ["-c:v", "libx264"], audio: ["-c:a", "aac"])
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.obstacle == nil)
        #expect(track.configuration.prefix(2) == [0x11, 0x88])
        #expect(try packets(source, track).map(\.bytes) == stripped(copied(path, format: "adts")))
        #expect(track.timescale == 48000)
        #expect(abs(track.presentationStart.seconds) < 0.1)
    }

    @Test("AAC in Matroska keeps its codec delay", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func aacInMatroska() throws {
        let path = try FFmpegTool.film("a.mkv", video: ["-c:v", "libx264"], audio: ["-c:a", "aac"])
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.obstacle == nil && track.timescale == 48000)
        // Not every writer stores the delay. In both cases the sample after the priming of 1024 samples must be
        // presented with the first picture.
        let lead = MediaTime(value: track.presentedFrom, timescale: 48000) - track.presentationStart
        let picture = source.video.timeline.timeRange.start
        #expect(abs((lead + picture).seconds - 1024.0 / 48000) < 0.0011)
        #expect(try packets(source, track).count == track.packetCount)
    }

    @Test(
        "AC-3 and E-AC-3 boxes equal those of ffmpeg",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
        arguments: [
            ("ac3", "dac3", "stereo"), ("ac3", "dac3", "5.1"), ("eac3", "dec3", "stereo"),
            ("eac3", "dec3", "5.1(side)"),
        ],
        ["mkv", "mp4"]
    )
    func dolby(codec: (name: String, box: String, layout: String), container: String) throws {
        let audio = ["-c:a", codec.name, "-b:a", "192k", "-channel_layout", codec.layout]
        let path = try FFmpegTool.film("a.\(container)", video: ["-c:v", "libx264"], audio: audio)
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.obstacle == nil && track.codec == codec.name)
        let peer = TemporaryFolder.current.appending(path: "peer.mp4")
        try FFmpegTool.run("ffmpeg", ["-v", "error", "-i", path, "-c", "copy", peer.path])
        let bytes = [UInt8](try Data(contentsOf: peer))
        let place = try #require(bytes.firstRange(of: Array(codec.box.utf8)))
        #expect(Array(bytes[place.upperBound..<place.upperBound + track.configuration.count]) == track.configuration)
        let size = bytes[place.lowerBound - 4..<place.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        #expect(size == track.configuration.count + 8)
        #expect(try packets(source, track).flatMap(\.bytes) == copied(path, format: codec.name))
        #expect(try packets(source, track).allSatisfy { $0.duration == 1536 })
    }

    @Test(
        "a real AC-3 track in Matroska starts after the picture",
        .enabled(if: SharedMedia.folder != nil, "needs clips")
    )
    func lateStart() throws {
        let clip = try #require(SharedMedia.clip("avc-ac3.mkv"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.presentationStart == MediaTime(value: 129, timescale: 1000))
        #expect(source.video.timeline.timeRange.start == MediaTime(value: 67, timescale: 1000))
        #expect(track.mediaDuration == Int64(track.packetCount) * 1536)
        #expect(track.configuration.count == 3)
    }

    @Test("audio that cannot be carried has a reason", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func obstacles() throws {
        let path = try FFmpegTool.film("a.mkv", video: ["-c:v", "libx264"], audio: ["-c:a", "libvorbis"])
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.obstacle?.contains("vorbis") == true && track.isDecodable == true)
        #expect(throws: IntakeError.self) { _ = try AudioPacketReader(source: source, track: track) }
    }

    @Test("audio that starts at an absurd time is not carried", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func impossibleStart() throws {
        let url = TemporaryFolder.current.appending(path: "late.mkv")
        let picture = ["-f", "lavfi", "-i", "testsrc2=size=64x64:rate=24:duration=1"]
        let tone = ["-itsoffset", "40000000", "-f", "lavfi", "-i", "sine=duration=1"]
        let codecs = ["-c:v", "libx264", "-c:a", "aac", "-map", "0:v", "-map", "1:a"]
        try FFmpegTool.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + picture + tone + codecs + [url.path])
        let track = try #require(try FilmProbe.describe(path: url.path, hashWholeFile: false).audio.first)
        #expect(track.obstacle?.contains("10000 hours") == true)
    }

    @Test(
        "a movie whose timescale has no common factor with its tracks' is read",
        .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
    )
    func foreignMovieClock() throws {
        let options = ["-c:a", "aac", "-movie_timescale", "1000003"]
        let path = try FFmpegTool.film("a.mp4", video: ["-c:v", "libx264"], audio: options)
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.presentedFrom == 1024 && track.presentedDuration == 4 * 48000)
        #expect(source.video.timeline.count == 96)
        #expect(source.video.timeline.timeRange.duration == MediaTime(value: 4, timescale: 1))
    }

    @Test("the rounding of an edit list removes nothing")
    func rounding() {
        let list = EditList(trackID: 1, movieTimescale: 1_000_003, entries: [])
        let cut = MediaTime(value: 2_000_006, timescale: 1_000_003)
        #expect(!list.cutsShort(MediaTime(value: 2 * 44100, timescale: 44100), at: cut))
        #expect(list.cutsShort(MediaTime(value: 2 * 44100 + 1, timescale: 44100), at: cut))
        #expect(!list.cutsShort(cut, at: MediaTime(value: .max, timescale: 1_000_003)))
    }

    @Test("edit lists are read unchanged")
    func stretches() {
        func stretch(_ entries: [(UInt64, Int64)]) -> EditList.Stretch? {
            let list = entries.map { EditList.Entry(duration: $0.0, mediaTime: $0.1, isNormalSpeed: true) }
            return EditList(trackID: 1, movieTimescale: 1000, entries: list).stretch
        }
        #expect(stretch([(500, -1), (2000, 1024)])?.delay == MediaTime(value: 1, timescale: 2))
        #expect(stretch([(500, -1), (2000, 1024)])?.mediaTime == 1024)
        #expect(stretch([(0, 7)])?.duration == nil)
        #expect(stretch([(5, 0), (5, 100)]) == nil)
        #expect(stretch([(UInt64.max, 0)]) == nil)
        #expect(stretch([(UInt64(Int64.max), -1), (UInt64(Int64.max), -1), (1, 0)]) == nil)
    }

    private func stripped(_ adts: [UInt8]) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var rest = adts[...]
        while rest.count > 7 {
            let header = Array(rest.prefix(7))
            let size = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
            packets.append(Array(rest.prefix(size).dropFirst(7)))
            rest = rest.dropFirst(size)
        }
        return packets
    }

    @Test(
        "a packet of a fragment without a duration lasts until the next",
        .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
    )
    func fragments() throws {
        let options = ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"]
        let path = try FFmpegTool.film("a.mp4", video: ["-c:v", "libx264"], audio: options)
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(source.audio.first)
        #expect(track.obstacle == nil)
        let times = try FFmpegTool.numbers("packet", "pts", of: path, stream: "a:0")
        var tick = try #require(times.first)
        var found: [Int64] = []
        for packet in try packets(source, track) {
            found.append(tick)
            tick += packet.duration
        }
        #expect(found == times && track.packetCount == times.count)
    }

    /// A frame of E-AC-3 with one independent substream, 5.1, six blocks; `mixing` adds mixing metadata.
    private func frame(objects complexity: UInt64?, mixing: Bool) -> [UInt8] {
        var writer = BitWriter()
        for (value, count) in [
            (0x0B77, 16), (0, 2), (0, 3), (31, 11), (0, 2), (3, 2), (7, 3), (1, 1), (16, 5), (31, 5), (0, 1),
        ] {
            writer.bits(UInt64(value), count)
        }
        writer.bits(mixing ? 1 : 0, 1)
        if mixing {
            // Levels of a 5.1 downmix, no scales, three bytes of data, no block's configuration.
            for (value, count) in [
                (1, 2), (9, 6), (9, 6), (1, 1), (3, 5), (0, 1), (0, 1), (3, 2), (1, 5), (5, 24), (0, 1),
            ] {
                writer.bits(UInt64(value), count)
            }
        }
        writer.bits(1, 1)
        // Of mode 7: service, rights, surround, nothing of its making, rate of the source.
        for (value, count) in [(0, 3), (0, 2), (0, 2), (0, 1), (0, 1)] { writer.bits(UInt64(value), count) }
        writer.bits(complexity == nil ? 0 : 1, 1)
        if let complexity {
            writer.bits(1, 6)
            writer.bits(0, 7)
            writer.bits(1, 1)
            writer.bits(complexity, 8)
        }
        while writer.bytes.count < 64 { writer.bits(0, 8) }
        return Array(writer.bytes.prefix(64))
    }

    @Test("E-AC-3 with objects has their complexity in its box, as Dolby Atmos needs", arguments: [false, true])
    func objects(mixing: Bool) throws {
        let plain = try #require(
            EAC3Header.configuration(ofAccessUnit: frame(objects: nil, mixing: mixing), sampleRate: 48000)
        )
        let atmos = try #require(
            EAC3Header.configuration(ofAccessUnit: frame(objects: 16, mixing: mixing), sampleRate: 48000)
        )
        #expect(plain.count == 5 && atmos == plain + [1, 16])
        let short = Array(frame(objects: 16, mixing: mixing).prefix(9))
        #expect(EAC3Extension.complexity(ofFrame: short[...]) == nil)
    }
}
