import Foundation
import GranaryKit
import Quality
import TestSupport
import Testing

@Suite("GranaryKit: what this machine decodes", .temporaryFolder)
struct DecoderCapabilitiesTests {
    @Test("codecs are decodable by name, and the libraries are named")
    func codecs() {
        let found = DecoderCapabilities.current
        #expect(found.hevcDecoder == "libde265 \(VerifyingDecoder.libraryVersion)")
        #expect(found.otherDecoders.contains("libavcodec"))
        #expect(found.bitDepths == [8, 10] && found.chromaFormats == [.yuv420])
        for codec in ["hevc", "h264", "mpeg2video", "prores"] { #expect(found.isDecodable(codec: codec), "\(codec)") }
        for codec in ["aac", "subrip", "no-such-codec", ""] { #expect(!found.isDecodable(codec: codec), "\(codec)") }
        #expect(EncoderCapabilities.current.chromaFormats == [.yuv420])
    }

    @Test("a format has depth, chroma, level and temporal levels, and says whether it can be decoded")
    func formats() throws {
        let levels = EncoderCapabilities.current.maximumTemporalLevels
        let coded = try CodedFilm(count: 8, format: .yuv420p10, temporalLevels: levels)
        let support = try DecoderCapabilities.current.support(of: coded.format)
        #expect(support.width == 160 && support.height == 96 && support.chromaFormat == .yuv420)
        #expect(support.bitDepth == 10 && support.chromaBitDepth == 10 && support.temporalLevels == levels)
        #expect(support.isDecodable && !support.isHighTier)
    }

    @Test(
        "what FFmpeg says about other streams agrees, and those that cannot be decoded are refused",
        .enabled(if: Tool.arePresent("ffmpeg", "ffprobe"), "FFmpeg's programs are not installed"),
        arguments: [
            ("yuv420p", true), ("yuv422p10le", false), ("yuv444p", false), ("gray", false), ("yuv420p12le", false),
        ]
    )
    func otherFormats(pixelFormat: String, isDecodable: Bool) throws {
        let coding = ["-c:v", "libx265", "-x265-params", "log-level=none:level-idc=3.1", "-pix_fmt", pixelFormat]
        let peer = try PeerFilm.made("film.hevc", frames: 2, coding)
        let format = try FormatDescription(annexB: [UInt8](Data(contentsOf: peer.url)))
        let support = try DecoderCapabilities.current.support(of: format)
        #expect(support.isDecodable == isDecodable)
        let stream = try #require(peer.probe("stream=width,height,level").first)
        #expect(stream == ["\(support.width)", "\(support.height)", "\(Int((support.level * 30).rounded()))"])
        let names = [("4:2:0", "420"), ("4:2:2", "422"), ("4:4:4", "444"), ("4:0:0", "gray")]
        let part = try #require(names.first { $0.0 == support.chromaFormat.description }?.1)
        #expect(pixelFormat.contains(part))
        #expect(support.bitDepth == (pixelFormat.contains("10le") ? 10 : pixelFormat.contains("12le") ? 12 : 8))
        guard !isDecodable else { return }
        let error = #expect(throws: GranaryError.self) { try DecompressionSession(format) }
        #expect(error?.code == .unavailable)
    }
}
