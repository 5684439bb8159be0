import HEVC
import Media
import Quality
import TestSupport
import Testing

@testable import Encoding

@Suite struct StillEncoderTests {
    private func decodedHashes(_ still: CodedStill) throws -> [PictureHash] {
        let decoder = try VerifyingDecoder()
        try decoder.configure(still.parameterSets)
        var hashes: [PictureHash] = []
        try still.bytes.withRawSpan { try decoder.decode($0, tag: 0) { hashes.append($0.hash()) } }
        try decoder.flush { hashes.append($0.hash()) }
        return hashes
    }

    @Test(
        "8 bits are in Main Still Picture and 10 bits in Main 10, and another decoder has the encoder's picture",
        arguments: [(PixelFormat.yuv420p8, UInt8(3)), (.yuv420p10, 2)]
    )
    func profiles(_ format: PixelFormat, _ profile: UInt8) throws {
        let film = SyntheticFilm(size: PictureSize(width: 150, height: 98), format: format, count: 1)
        let colour = ColourMetadata(colour: ColourDescription(primaries: 9, transfer: 16, matrix: 9))
        let still = try StillEncoder(size: film.size, format: format, colour: colour, speed: "ultrafast")
            .encode(film.picture(0), quantiser: 24)
        let sequence = try still.parameterSets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        #expect(sequence.profileTierLevel.profile == profile && sequence.size == film.size)
        #expect(sequence.usability?.colour.transfer == 16 && sequence.usability?.colour.primaries == 9)
        #expect(try decodedHashes(still) == [still.pictureHash])
        let types = try still.bytes.withRawSpan { span in
            try NALUnitFraming.firstSlice(ofSample: span).type
        }
        #expect(types.isIDR)
    }

    @Test("pictures that show different things have the same parameter sets, and a higher quantiser fewer bytes")
    func alike() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 64), count: 30, cuts: [15])
        let encoder = StillEncoder(size: film.size, format: .yuv420p8, colour: ColourMetadata(), speed: "ultrafast")
        let stills = try [0, 20].map { try encoder.encode(film.picture($0), quantiser: 20) }
        #expect(stills[0].parameterSets == stills[1].parameterSets && stills[0].bytes != stills[1].bytes)
        #expect(try encoder.encode(film.picture(0), quantiser: 40).bytes.count < stills[0].bytes.count)
        #expect(throws: EncodingError.self) {
            try encoder.encode(SyntheticFilm(count: 1).picture(0), quantiser: 20)
        }
    }
}
