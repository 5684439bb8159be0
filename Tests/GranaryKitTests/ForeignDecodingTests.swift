import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite(
    "GranaryKit: decoding other codecs",
    .temporaryFolder,
    .enabled(if: Tool.arePresent("ffmpeg", "ffprobe"), "FFmpeg's programs are not installed")
)
struct ForeignDecodingTests {
    private static let byteCount = 160 * 96 * 3 / 2

    private func code(_ body: () throws -> Void) -> GranaryError.Code? {
        #expect(throws: GranaryError.self, performing: body)?.code
    }

    /// H.264 with B pictures and a key frame every 12 frames.
    private func advanced(_ options: [String] = []) throws -> PeerFilm {
        let coding = ["-c:v", "libx264", "-preset", "medium", "-g", "12", "-bf", "3", "-pix_fmt", "yuv420p"]
        return try PeerFilm.made("film.mp4", frames: 48, coding + options)
    }

    private func session(
        _ peer: PeerFilm,
        width: Int = 160,
        configuration: [UInt8]? = nil
    ) throws -> DecompressionSession {
        let configuration = try configuration ?? peer.box("avcC")
        return try DecompressionSession(
            CodecDescription(codec: "h264", configuration: configuration, width: width, height: 96)
        )
    }

    @Test("H.264 decodes to the pictures of FFmpeg, in order and with their times")
    func equalsPeer() throws {
        let peer = try advanced()
        let samples = try peer.samples()
        #expect(samples.map(\.time) != samples.map(\.time).sorted(), "the stream reorders")
        let frames = try session(peer).frames(of: samples)
        #expect(frames.map(\.presentationTime) == samples.map(\.time).sorted())
        let expected = try peer.pictures("yuv420p", byteCount: Self.byteCount)
        let isEqual = try frames.map { try $0.result.get().bytes } == expected
        #expect(isEqual)
        #expect(frames.allSatisfy { $0.duration == MediaTime(value: 1, timescale: 24) })
    }

    @Test("a stream that does not say how far it reorders comes out in order, too")
    func silentReordering() throws {
        let peer = try advanced(["-profile:v", "main"])
        let configuration = try peer.box("avcC")
        let samples = try peer.samples()
        let silent = try AdvancedConfiguration(configuration).withoutUsability
        #expect(silent.count < configuration.count)
        let frames = try session(peer, configuration: silent).frames(of: samples)
        #expect(frames.map(\.presentationTime) == samples.map(\.time).sorted())
        let expected = try peer.pictures("yuv420p", byteCount: Self.byteCount)
        let isEqual = try frames.map { try $0.result.get().bytes } == expected
        #expect(isEqual)
    }

    @Test("a damaged or missing sample is an error with its time, no wrong picture comes out, and a key frame mends it")
    func damaged() throws {
        let peer = try advanced()
        let samples = try peer.samples()
        let order = samples.map(\.time).sorted()
        let pictures = try peer.pictures("yuv420p", byteCount: Self.byteCount)
        let sound = Dictionary(uniqueKeysWithValues: zip(order, pictures))
        for place in [14, 17] {
            var broken = samples
            for byte in 12..<broken[place].bytes.count { broken[place].bytes[byte] = UInt8(byte * 7 & 0xFF) }
            let frames = try session(peer).frames(of: broken)
            #expect(frames.map(\.presentationTime) == order)
            let own = try #require(frames.first { $0.presentationTime == samples[place].time })
            #expect(own.error?.code == .damaged && own.error?.subject == "the sample at \(samples[place].time)")
            #expect(frames.areSound(sound))
            #expect(frames[..<12].allSatisfy { $0.error == nil })
            #expect(frames[24...].allSatisfy { $0.error == nil })
        }
    }

    @Test("a size other than the described one is a change of format, and nothing waits for ever")
    func otherSize() throws {
        let peer = try advanced()
        let frames = try session(peer, width: 320).frames(of: try peer.samples())
        #expect(frames.count == 48 && frames.allSatisfy { $0.error?.code == .formatChange })
        #expect(frames.first?.error?.remedy.contains("begin another one") == true)
        let silent = try session(peer)
        var fates = 0
        for tick in 0..<500 {
            let time = MediaTime(value: Int64(tick), timescale: 24)
            // An access unit delimiter has no picture.
            try silent.decode([0, 0, 0, 2, 9, 0x10], presentationTime: time, duration: .zero) { _ in fates += 1 }
            #expect(silent.waitingSampleCount <= 16)
        }
        try silent.finish { _ in fates += 1 }
        #expect(fates == 500)
    }

    @Test("parameter sets of another size in mid-stream are a change of format from their picture on")
    func formatChange() throws {
        let peer = try advanced(["-profile:v", "main"])
        let larger = try PeerFilm.made(
            "larger.mp4",
            size: "320x192",
            frames: 12,
            ["-c:v", "libx264", "-profile:v", "main", "-bf", "0", "-pix_fmt", "yuv420p"]
        )
        let whole = try peer.samples()
        let end = try #require(whole.map(\.time).max()) + MediaTime(value: 1, timescale: 24)
        var later = try larger.samples().map { LooseSample($0.bytes, at: $0.time + end, duration: $0.duration) }
        later[0].bytes = try AdvancedConfiguration(larger.box("avcC")).parameterSets + later[0].bytes
        let frames = try session(peer).frames(of: whole + later)
        #expect(frames.map(\.presentationTime) == (whole + later).map(\.time).sorted())
        #expect(frames[..<48].allSatisfy { $0.error == nil })
        #expect(frames[48...].allSatisfy { $0.error?.code == .formatChange })
    }

    @Test("a picture of two fields is an error, as it is no picture of a film")
    func interlaced() throws {
        let coding = ["-vf", "setfield=tff", "-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-pix_fmt", "yuv420p"]
        let peer = try PeerFilm.made("fields.mov", frames: 6, coding)
        let frames = try DecompressionSession(CodecDescription(codec: "mpeg2video", width: 160, height: 96))
            .frames(of: peer.samples())
        #expect(frames.count == 6 && frames.allSatisfy { $0.error?.code == .unsupportedFilm })
    }

    @Test("other codecs decode to the nearest format, and odd sides become even")
    func otherCodecs() throws {
        let prores = try PeerFilm.made("film.mov", frames: 3, ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le"])
        let deep = try DecompressionSession(CodecDescription(codec: "prores", width: 160, height: 96))
            .frames(of: prores.samples())
        #expect(deep.count == 3 && deep.allSatisfy { $0.picture?.format == .yuv420p10 })
        let options = ["-vf", "format=yuv444p,scale=81:47", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]
        let motion = try PeerFilm.made("odd.mov", frames: 3, options)
        let odd = try DecompressionSession(CodecDescription(codec: "mjpeg", width: 81, height: 47))
            .frames(of: motion.samples())
        #expect(odd.compactMap(\.error?.description) == [])
        #expect(odd.count == 3 && odd.allSatisfy { $0.picture?.width == 82 && $0.picture?.height == 48 })
    }

    @Test("a codec, configuration or size that cannot be decoded is refused")
    func refusals() throws {
        func refused(_ codec: String, _ configuration: [UInt8] = [], width: Int = 16) -> GranaryError.Code? {
            let description = CodecDescription(codec: codec, configuration: configuration, width: width, height: 16)
            return code { _ = try DecompressionSession(description) }
        }
        #expect(refused("no-such-codec") == .unavailable)
        #expect(refused("aac") == .unavailable)
        #expect(refused("hevc") == .refusedProperty)
        #expect(refused("h264", width: 0) == .refusedProperty)
        #expect(refused("h264", width: 1 << 40) == .refusedProperty)
        #expect(refused("h264", [1, 2, 3]) == .damaged)
        let coded = try CodedFilm(count: 1)
        let session = try DecompressionSession(CodecDescription(codec: "h264", width: 160, height: 96))
        #expect(code { try session.decode(coded.samples[0]) { _ in } } == .misuse)
        #expect(code { try session.decode([], presentationTime: .zero, duration: .zero) { _ in } } == .wrongSample)
        #expect(!session.canAccept(coded.format))
        #expect(session.canAccept(CodecDescription(codec: "h264", width: 160, height: 96)))
    }
}
