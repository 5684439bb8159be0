import Foundation
import ISOMedia
import Intake
import Media
import TestSupport
import Testing

@testable import Jobs
@testable import Worker

/// Audio of every codec, from films that FFmpeg makes to films that FFmpeg reads.
@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct FilmAudioTests {
    /// Audio of a source in these tests.
    struct Kind: Sendable, CustomTestStringConvertible {
        let codec: String
        let container: String
        var output = "film.mp4"
        var options: [String] = []

        var testDescription: String { "\(codec) in \(container) to \(output)" }
    }

    /// The audio samples that ffmpeg decodes, with the decoder of this name if one is given.
    private func samples(
        _ path: String,
        format: String = "s16le",
        decoder: String? = nil,
        with tool: Tool? = Tool("ffmpeg")
    ) throws -> [UInt8] {
        let url = TemporaryFolder.current.appending(path: "\(UUID().uuidString).raw")
        let choice = decoder.map { ["-c:a", $0] } ?? []
        try #require(tool).output(
            ["-nostdin", "-v", "error"] + choice + ["-i", path, "-map", "0:a:0", "-f", format, url.path]
        )
        return [UInt8](try Data(contentsOf: url))
    }

    @Test(
        "Copied audio decodes to the samples of the source, without findings",
        arguments: [
            Kind(codec: "libopus", container: "mkv"), Kind(codec: "libopus", container: "mp4"),
            Kind(codec: "flac", container: "mkv"),
            Kind(codec: "flac", container: "mp4", options: ["-sample_fmt", "s32", "-strict", "-2"]),
            Kind(codec: "alac", container: "mkv"), Kind(codec: "alac", container: "mov"),
            Kind(codec: "alac", container: "mp4", output: "film.mov"),
            Kind(codec: "libmp3lame", container: "mkv"), Kind(codec: "libmp3lame", container: "mp4"),
            Kind(codec: "libmp3lame", container: "mkv", output: "film.mov"),
            Kind(codec: "libmp3lame", container: "mkv", options: ["-ar", "22050"]),
            Kind(codec: "mp2", container: "mkv"), Kind(codec: "mp2", container: "ts"),
            Kind(codec: "mp2", container: "mkv", output: "film.mov"),
            Kind(codec: "pcm_s16le", container: "mov", output: "film.mov"),
            Kind(codec: "pcm_s16be", container: "mov", output: "film.mov"),
            Kind(codec: "pcm_s24le", container: "mkv", output: "film.mov"),
            Kind(codec: "pcm_f32le", container: "mkv", output: "film.mov"),
            Kind(codec: "pcm_s24le", container: "mov", output: "film.mov", options: ["-ar", "96000"]),
            Kind(codec: "pcm_s16le", container: "mkv", output: "film.mov", options: ["-ac", "6"]),
            Kind(codec: "pcm_u8", container: "mkv", output: "film.mov"),
            Kind(codec: "aac", container: "mp4", options: ["-movflags", "frag_keyframe+empty_moov+delay_moov"]),
        ]
    )
    func copied(kind: Kind) throws {
        let job = try SmallJob(
            frames: 24,
            ranges: 2,
            audio: ["-c:a", kind.codec] + kind.options,
            container: kind.container,
            output: kind.output
        )
        let track = try #require(job.source.audio.first)
        #expect(track.obstacle == nil, "\(track.obstacle ?? "")")
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let movie = try FilmUnderTest(path: film).movie
        #expect(movie.findings == [])
        // FFmpeg reads all MPEG audio in MP4 as MP3.
        let decoder = track.codec == "mp2" ? "mp2float" : nil
        var before = try samples(job.source.path, decoder: decoder)
        let after = try samples(film, decoder: decoder)
        // FFmpeg ignores the edit list of a fragmented film, and plays the priming that it skips.
        if kind.options.contains(where: { $0.hasPrefix("frag") }) { before.removeFirst(2 * Int(track.presentedFrom)) }
        // If an edit list ends within the last packet, FFmpeg 5.1 decodes the whole packet.
        #expect(before.count > 40000 && after.count - before.count < 8192)
        #expect(after.starts(with: before), "\(after.count) bytes, \(before.count) in the source")
        let words = try #require(Tool("ffprobe")).output(
            ["-v", "warning", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of", "csv=p=0", film]
        )
        let names = track.codec == "mp2" ? ["mp2", "mp3"] : [track.codec]
        #expect(names.contains(words.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test(
        "Uncompressed audio is copied to MP4 sample by sample",
        arguments: ["pcm_s16le", "pcm_s24be", "pcm_f32le"]
    )
    func uncompressed(codec: String) throws {
        let job = try SmallJob(frames: 24, ranges: 2, audio: ["-c:a", codec], container: "mov")
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let track = try #require(try FilmUnderTest(path: film).movie.tracks.first { $0.handler == "soun" })
        #expect(track.audio?.pcm == PCMFormat(codec: codec) && track.audio?.channelMask == 4)
        let file = try FileSource(path: film)
        var bytes: [UInt8] = []
        for sample in try #require(track.samples) {
            bytes += try file.read(at: sample.offset, count: Int(sample.byteCount))
        }
        #expect(bytes == (try samples(job.source.path, format: String(codec.dropFirst(4)))))
        if let tool = Tool("mediainfo") {
            let type = codec.hasPrefix("pcm_f") ? "fpcm" : "ipcm"
            #expect(try tool.output(["--Inform=Audio;%CodecID%", film]).contains(type))
        }
        // FFmpeg can read this since version 6.
        if let newer = Tool.ffmpeg(withFilter: "libvmaf") {
            #expect(try samples(film, with: newer) == samples(job.source.path))
        }
    }

    @Test("HE-AAC keeps the configuration that doubles its rate, and the timescale of its packets")
    func highEfficiency() throws {
        let path = try FFmpegTool.film(frames: 24, audio: ["-c:a", "aac", "-ar", "24000"])
        var bytes = try Data(contentsOf: URL(filePath: path))
        // FFmpeg's encoder has no spectral band replication, and its configuration says so (ISO/IEC 14496-3 1.6.2.1,
        // the extension after the sync word). Here the configuration is changed to declare it, to 48 kHz. A decoder
        // that finds none in a packet doubles the rate nevertheless.
        let place = try #require(bytes.range(of: Data([0x56, 0xE5, 0x00])))
        bytes[place.upperBound - 1] = 0x98
        try bytes.write(to: URL(filePath: path))
        let job = try SmallJob(ranges: 2, made: path)
        let track = try #require(job.source.audio.first)
        #expect(track.obstacle == nil && track.sampleRate == 48000 && track.timescale == 24000)
        #expect(track.configuration.suffix(3) == [0x56, 0xE5, 0x98])
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let before = try samples(path)
        let after = try samples(film)
        #expect(before.count >= 2 * 47_000 && after.count - before.count < 8192 && after.starts(with: before))
        let words = try #require(Tool("ffprobe")).output(
            [
                "-v", "warning", "-select_streams", "a", "-show_entries", "stream=sample_rate,time_base", "-of",
                "csv=p=0", film,
            ]
        )
        #expect(words.trimmingCharacters(in: .whitespacesAndNewlines) == "48000,1/24000")
    }

    @Test("Audio that one format cannot store is named and left out, and the other format carries it")
    func formats() throws {
        let job = try SmallJob(frames: 24, ranges: 2, audio: ["-c:a", "flac"], container: "mkv", output: "film.mov")
        try job.encode()
        let result = try job.mux()
        #expect(result.notes.contains("audio track 0 (flac, und): QuickTime cannot hold flac; MP4 can"))
        #expect(try job.findings(in: result.path) == [])
    }

    @Test("Several threads at once encode the same audio")
    func atOnce() async throws {
        let job = try SmallJob(
            frames: 24,
            ranges: 1,
            audio: ["-c:a", "wmav2", "-ac", "2"],
            container: "mkv",
            sound: .aac(nil)
        )
        let source = job.source
        let track = try #require(source.audio.first)
        let encoded = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<24 {
                group.addTask {
                    let encoding = try AudioEncoding(source: source, track: track)
                    var bytes: [UInt8] = []
                    while let packet = try encoding.next() { bytes += packet.bytes }
                    return bytes
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(encoded.count == 1 && encoded.first?.isEmpty == false)
    }

    @Test(
        "Audio that a film cannot store is encoded as AAC with the same times, and reproducibly",
        arguments: [
            Kind(codec: "libvorbis", container: "mkv"), Kind(codec: "wmav2", container: "mkv"),
            Kind(codec: "dca", container: "mkv", options: ["-strict", "-2", "-b:a", "768k"]),
            Kind(codec: "pcm_mulaw", container: "mov", options: ["-ar", "16000"]),
            Kind(codec: "libopus", container: "mkv", output: "film.mov"),
            Kind(codec: "flac", container: "mkv", output: "film.mov", options: ["-ar", "192000"]),
        ]
    )
    func encoded(kind: Kind) throws {
        let job = try SmallJob(
            frames: 48,
            ranges: 2,
            audio: ["-c:a", kind.codec, "-ac", "2"] + kind.options,
            container: kind.container,
            output: kind.output,
            sound: .aac(nil)
        )
        #expect(job.source.audio.first?.isDecodable == true)
        try job.encode()
        let result = try job.mux()
        #expect(result.notes.contains { $0.contains("is encoded as AAC") })
        #expect(try job.findings(in: result.path) == [])
        #expect(try job.mux().sha256 == result.sha256)
        let words = try #require(Tool("ffprobe")).output(
            [
                "-v", "warning", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of", "csv=p=0",
                result.path,
            ]
        )
        #expect(words.trimmingCharacters(in: .whitespacesAndNewlines) == "aac")
        // The tone of both, at 48 kHz: they fit best without a shift, within one tick of the container.
        let (before, after) = (try tone(job.source.path), try tone(result.path))
        #expect(abs(before.samples.count - after.samples.count) <= 4096)
        let offset = offset(of: after, to: before)
        #expect(abs(offset) <= (kind.container == "mkv" ? 49 : 1), "\(offset) samples")
    }

    /// The samples of a film's audio at 48 kHz, and the number of the first one on the film's clock.
    private func tone(_ path: String) throws -> (samples: [Int], first: Int) {
        let url = TemporaryFolder.current.appending(path: "\(UUID().uuidString).raw")
        try #require(Tool("ffmpeg")).output(
            [
                "-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-ar", "48000", "-ac", "1", "-f", "s16le",
                url.path,
            ]
        )
        let bytes = [UInt8](try Data(contentsOf: url))
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
        let times = try #require(Tool("ffprobe")).output(
            [
                "-v", "error", "-select_streams", "a:0", "-read_intervals", "%+#8", "-show_entries", "frame=pts_time",
                "-of",
                "csv=p=0", path,
            ]
        )
        let first = try #require(times.split(whereSeparator: { ",\n".contains($0) }).compactMap { Double($0) }.first)
        return (samples, Int((first * 48000).rounded()))
    }

    /// The shift in samples, within half a period of the tone, with the least difference between two signals.
    private func offset(of sound: (samples: [Int], first: Int), to other: (samples: [Int], first: Int)) -> Int {
        // Plain loops, each difference once: with a sanitizer, closures for single samples take seconds.
        var nearest = (shift: Int.max, difference: Int.max)
        for shift in -50...50 {
            var difference = 0
            for time in 24000..<32000 {
                difference += abs(sound.samples[time - sound.first + shift] - other.samples[time - other.first])
            }
            if difference < nearest.difference { nearest = (shift, difference) }
        }
        return nearest.shift
    }

    @Test("Several tracks keep their languages, names, order and enabled flags")
    func several() throws {
        let path = TemporaryFolder.current.appending(path: "two.mkv").path
        try #require(Tool("ffmpeg")).output(
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=24:duration=1", "-f",
                "lavfi",
                "-i", "sine=frequency=440:duration=1", "-f", "lavfi", "-i", "sine=frequency=880:duration=1", "-map",
                "0:v",
                "-map", "1:a", "-map", "2:a", "-c:v", "libx264", "-c:a", "libopus", "-metadata:s:a:0", "language=eng",
                "-metadata:s:a:1", "language=ger", "-metadata:s:a:1", "title=Kommentar", "-disposition:a:0", "0",
                "-disposition:a:1", "default", path,
            ]
        )
        let job = try SmallJob(ranges: 2, made: path)
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let tracks = try FilmUnderTest(path: film).movie.tracks.filter { $0.handler == "soun" }
        #expect(tracks.map { $0.media?.language } == ["eng", "deu"])
        #expect(tracks.map { $0.header?.isEnabled } == [false, true])
        #expect(tracks.map { $0.header?.alternateGroup } == [1, 1])
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: film)))
        #expect(bytes.firstRange(of: Array("nameKommentar".utf8)) != nil)
    }
}
