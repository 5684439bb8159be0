import HEVC
import Media
import Testing

@testable import AVC

@Suite("Parameter sets of H.264")
struct AVCSequenceParameterSetTests {
    private func read(_ hex: String) throws -> AVCSequenceParameterSet {
        try bytes(hex).withRawSpan { (span) throws(BitstreamError) in try AVCSequenceParameterSet(unit: span) }
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Written by x264's command with the options beside each set; ffprobe 5.1 reads the same values.
    private static let baseline = "6742c01fda05067e7c39a808080a000003000200000300611e306540"

    @Test("size, level, colours and pixel aspect of a baseline stream")
    func baseline() throws {
        // 320x180 --level 3.1 --sar 4:3 --colorprim bt709 --transfer bt709 --colormatrix bt709 --range tv
        let set = try read(Self.baseline)
        #expect(set.size == PictureSize(width: 320, height: 180))
        #expect(set.macroblocks == PictureSize(width: 20, height: 12))
        #expect(set.profile == 66 && set.level == 31 && set.referenceFrames == 1)
        #expect(set.colour == ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
        #expect(set.pixelAspect == PixelAspect(horizontal: 4, vertical: 3))
        #expect(set.chromaLocation == nil && !set.isHighProfile)
    }

    @Test("scaling lists and a crop of the High profile are passed")
    func scalingLists() throws {
        // 162x122 --cqm jvt --level 1.3
        let set = try read("6764000dacb41623c44980880000030008000003018478a155")
        #expect(set.size == PictureSize(width: 162, height: 122))
        #expect(set.profile == 100 && set.level == 13 && set.isHighProfile)
        #expect((set.chromaFormat, set.lumaBitDepth, set.chromaBitDepth) == (1, 8, 8))
        #expect(set.colour == .unspecified)
    }

    @Test("an interlaced stream counts both fields, and says range and chroma location")
    func interlaced() throws {
        // 64x48 --interlaced --range pc --chromaloc 2 --colorprim smpte170m
        let set = try read("674d4015f4227e5c05b8301015b800000300080000030184f8a155")
        #expect(set.size == PictureSize(width: 64, height: 48))
        #expect(set.macroblocks == PictureSize(width: 4, height: 4))
        #expect(set.colour == ColourDescription(primaries: 6, transfer: 2, matrix: 2, isFullRange: true))
        #expect(set.chromaLocation == 2)
    }

    @Test("a stream of 10 bits says its depth")
    func deep() throws {
        // 1920x1080 --output-depth 10 --ref 5
        let set = try read("676e0032a6cb300f0044fcb808800000030080000018478c1934")
        #expect(set.size == PictureSize(width: 1920, height: 1080) && set.profile == 110 && set.level == 50)
        #expect((set.lumaBitDepth, set.chromaBitDepth) == (10, 10))
    }

    @Test("every truncation and every changed byte is read or refused, and never crashes")
    func damaged() {
        let whole = bytes(Self.baseline)
        for count in 0..<whole.count {
            let part = Array(whole.prefix(count))
            let set = part.withRawSpan { span in try? AVCSequenceParameterSet(unit: span) }
            #expect(count >= 14 || set == nil)
        }
        for index in whole.indices {
            for bit in 0..<8 {
                var other = whole
                other[index] ^= 1 << bit
                _ = other.withRawSpan { span in try? AVCSequenceParameterSet(unit: span) }
            }
        }
    }

    @Test("only the level changes when another one is declared")
    func level() throws {
        let sets = ParameterSets(vps: [], sps: bytes(Self.baseline), pps: [0x68, 0xCE])
        let declared = try sets.declaring(avcLevel: 40)
        var set = try declared.sps.withRawSpan { (span) throws(BitstreamError) in
            try AVCSequenceParameterSet(unit: span)
        }
        #expect(set.level == 40)
        set = try read(Self.baseline)
        #expect(zip(declared.sps, sets.sps).filter { $0 != $1 }.count == 1 && declared.pps == sets.pps)
        #expect(sets.codec == .h264 && sets.units.count == 2)
        let hevc = ParameterSets(vps: [64, 1], sps: [66, 1, 0, 0], pps: [68, 1])
        #expect(throws: BitstreamError.self) { try hevc.declaring(avcLevel: 40) }
    }

    @Test(
        "the lowest level that allows a rate in the High profile, and in Main with four fifths of it",
        arguments: [
            (10, 80_000, 10), (10, 80_001, 11), (20, 0, 20), (31, 17_500_000, 31), (31, 17_500_001, 32),
            (40, 62_500_000, 41), (52, 1_000_000_000, 62),
        ] as [(UInt8, Int, UInt8)]
    )
    func lowestLevel(from: UInt8, rate: Int, level: UInt8) {
        #expect(AVCLevel.lowest(from: from, profile: 100, bitsPerSecond: rate)?.code == level)
        #expect(AVCLevel.lowest(from: from, profile: 77, bitsPerSecond: (rate * 4 + 4) / 5)?.code == level)
    }

    @Test("no level allows more than 1000 Mbit/s")
    func tooFast() { #expect(AVCLevel.lowest(from: 10, profile: 100, bitsPerSecond: 1_000_000_001) == nil) }
}
