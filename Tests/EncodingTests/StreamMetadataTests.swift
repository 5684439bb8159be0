import Encoding
import HEVC
import Media
import TestSupport
import Testing

/// Metadata of the film in the stream: colour in the VUI, the rest in SEI messages of every IDR access unit.
@Suite("Metadata of the film in the stream", .temporaryFolder)
struct StreamMetadataTests {
    private static let display = HDR10Example.display
    private static let light = HDR10Example.light
    private static let ambient = HDR10Example.ambient

    /// A ten-bit film with two IDR pictures in each range, and one set of metadata.
    struct Kind: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var colour: ColourDescription
        var format = PixelFormat.yuv420p10
        var chromaLocation: UInt8?
        var metadata = StaticMetadata()
    }

    private static let wide = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)

    private static let kinds = [
        Kind(
            testDescription: "HDR10",
            colour: wide,
            chromaLocation: 2,
            metadata: StaticMetadata(masteringDisplay: display, contentLight: light)
        ),
        Kind(testDescription: "PQ without metadata", colour: wide),
        Kind(
            testDescription: "PQ with light levels alone",
            colour: wide,
            metadata: StaticMetadata(contentLight: light)
        ),
        Kind(
            testDescription: "PQ with light levels of zero",
            colour: wide,
            metadata: StaticMetadata(
                masteringDisplay: display,
                contentLight: ContentLight(maximumContentLightLevel: 0, maximumFrameAverageLightLevel: 0)
            )
        ),
        Kind(
            testDescription: "PQ of full range with P3 primaries",
            colour: ColourDescription(primaries: 12, transfer: 16, matrix: 9, isFullRange: true),
            metadata: StaticMetadata(masteringDisplay: display)
        ),
        Kind(
            testDescription: "HLG",
            colour: ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false),
            chromaLocation: 0,
            metadata: StaticMetadata(ambientViewing: ambient)
        ),
        Kind(
            testDescription: "HLG behind a compatible transfer",
            colour: ColourDescription(primaries: 9, transfer: 14, matrix: 9, isFullRange: false),
            metadata: StaticMetadata(preferredTransfer: 18, ambientViewing: ambient)
        ),
        Kind(
            testDescription: "everything at once",
            colour: wide,
            chromaLocation: 5,
            metadata: StaticMetadata(
                masteringDisplay: display,
                contentLight: light,
                preferredTransfer: 16,
                ambientViewing: ambient
            )
        ),
        Kind(
            testDescription: "BT.601 of 625 lines, SDR",
            colour: ColourDescription(primaries: 5, transfer: 6, matrix: 5, isFullRange: false),
            format: .yuv420p8
        ),
        Kind(
            testDescription: "BT.709 of full range, SDR",
            colour: ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true),
            format: .yuv420p8,
            chromaLocation: 1
        ),
        Kind(testDescription: "a range alone", colour: ColourDescription(isFullRange: true), format: .yuv420p8),
        Kind(testDescription: "nothing", colour: .unspecified, format: .yuv420p8),
    ]

    @Test("the metadata of the settings are once in every IDR access unit, and in no other", arguments: kinds)
    func kind(_ kind: Kind) throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), format: kind.format, count: 12)
        var settings = film.settings(speed: "ultrafast")
        settings.keyFrameInterval = 6
        settings.colour = kind.colour
        settings.chromaLocation = kind.chromaLocation
        settings.masteringDisplay = kind.metadata.masteringDisplay
        settings.contentLight = kind.metadata.contentLight
        settings.preferredTransfer = kind.metadata.preferredTransfer
        settings.ambientViewing = kind.metadata.ambientViewing
        let range = try EncodedRange.encode(
            film,
            frames: 0..<12,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(30)),
            settings: settings
        )
        #expect(range.samples.count { $0.flags.contains(.sync) } == 2)
        for sample in range.samples {
            let found = try messages(of: sample)
            #expect(found == (sample.flags.contains(.sync) ? kind.metadata.messages : []), "frame \(sample.frame)")
        }
        #expect(range.bits == range.samples.reduce(0) { $0 + $1.bytes.count * 8 })
        let sets = try #require(range.parameterSets)
        let sequence = try sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        let colour = sequence.usability?.colour ?? .unspecified
        #expect(colour == kind.colour)
        #expect(sequence.usability?.chromaLocation?.topField == kind.chromaLocation)
        #expect(sequence.usability?.chromaLocation?.bottomField == kind.chromaLocation)
        #expect(settings.signalFaults(in: sequence) == [])
    }

    /// Every code that H.273 defines for luma and chroma, in combination with other codes. libx265 has no names for
    /// primaries 22 and for matrices above 14.
    private static let codes: [ColourDescription] =
        [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22].map { ColourDescription(primaries: $0, transfer: 1, matrix: 1) }
        + ([1] + Array(4...18)).map { ColourDescription(primaries: 9, transfer: $0, matrix: 9, isFullRange: true) }
        + ([1] + Array(4...14)).map { ColourDescription(primaries: 12, transfer: 13, matrix: $0, isFullRange: false) }
        + [15, 16, 17].map { ColourDescription(primaries: 22, transfer: 2, matrix: $0, isFullRange: true) }

    @Test("every code of H.273 is in the stream unchanged, also if players do not know it", arguments: codes)
    func code(_ colour: ColourDescription) throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), format: .yuv420p8, count: 2)
        var settings = film.settings(speed: "ultrafast")
        settings.colour = colour
        let range = try EncodedRange.encode(
            film,
            frames: 0..<2,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(30)),
            settings: settings
        )
        let sets = try #require(range.parameterSets)
        let sequence = try sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        var expected = colour
        // Codes are written together with a range, which is limited if unspecified.
        expected.isFullRange = colour.isFullRange ?? false
        #expect(sequence.usability?.colour == expected)
        #expect(settings.signalFaults(in: sequence) == [])
    }

    @Test("metadata do not change the pictures: all hashes are the same with and without them")
    func samePictures() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), format: .yuv420p10, count: 12)
        var settings = film.settings(speed: "ultrafast")
        settings.colour = Self.wide
        let pass = EncodingPass(role: .alone, rate: .constantRateFactor(30))
        let plain = try EncodedRange.encode(film, frames: 0..<12, pass: pass, settings: settings)
        settings.masteringDisplay = Self.display
        settings.contentLight = Self.light
        let described = try EncodedRange.encode(film, frames: 0..<12, pass: pass, settings: settings)
        #expect(described.samples.map(\.pictureHash) == plain.samples.map(\.pictureHash))
        #expect(described.optionsLine == plain.optionsLine)
        #expect(described.parameterSets == plain.parameterSets)
        // Two units after length fields: 24 and 4 bytes of payload with headers, stop bit and one byte of emulation
        // prevention.
        #expect(described.bits - plain.bits == 8 * (4 + 2 + 2 + 24 + 1 + 1 + 4 + 2 + 2 + 4 + 1))
    }

    @Test("an option that makes the encoder write the same or different metadata is an error")
    func contradiction() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), format: .yuv420p10, count: 4)
        for options in [
            ["master-display": "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"],
            ["max-cll": "999,399"], ["atc-sei": "18"], ["transfer": "18"], ["range": "full"], ["colorprim": "1"],
        ] {
            var settings = film.settings(speed: "ultrafast", options: options)
            settings.colour = Self.wide
            settings.contentLight = Self.light
            let error = #expect(throws: EncodingError.self, "\(options)") {
                try EncodedRange.encode(
                    film,
                    frames: 0..<4,
                    pass: EncodingPass(role: .alone, rate: .constantRateFactor(30)),
                    settings: settings
                )
            }
            #expect(error?.code == .wrongMetadata, "\(options)")
            #expect(error?.remedy.contains("video.options") == true)
        }
    }

    @Test("an option that contradicts the placeholder of a code without a name is an error")
    func contradictedPlace() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), count: 2)
        for (options, isRight) in [(["colorprim": "9"], false), (["transfer": "18"], false), ([:], true)] {
            var settings = film.settings(speed: "ultrafast", options: options)
            settings.colour = ColourDescription(primaries: 22, transfer: 1, matrix: 1)
            let pass = EncodingPass(role: .alone, rate: .constantRateFactor(30))
            let encode = { try EncodedRange.encode(film, frames: 0..<2, pass: pass, settings: settings) }
            if isRight {
                #expect(throws: Never.self) { try encode() }
            } else {
                #expect(throws: EncodingError.self, "\(options)") { try encode() }
            }
        }
    }

    @Test("colour codes change no byte of the samples, with or without a name in libx265")
    func sameSamples() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), count: 6)
        let pass = EncodingPass(role: .alone, rate: .constantRateFactor(30))
        let samples = try ([1, 22] as [UInt8]).map { primaries in
            var settings = film.settings(speed: "ultrafast")
            settings.colour = ColourDescription(primaries: primaries, transfer: 1, matrix: 1)
            return try EncodedRange.encode(film, frames: 0..<6, pass: pass, settings: settings).samples.map(\.bytes)
        }
        #expect(samples[0] == samples[1])
    }

    @Test("an option for the place of chroma samples takes effect")
    func chromaOption() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), count: 2)
        var settings = film.settings(speed: "ultrafast", options: ["chromaloc": "3"])
        settings.chromaLocation = 1
        let range = try EncodedRange.encode(
            film,
            frames: 0..<2,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(30)),
            settings: settings
        )
        let sets = try #require(range.parameterSets)
        let sequence = try sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        #expect(sequence.usability?.chromaLocation?.topField == 3)
    }

    /// All messages of a sample that describe the film, in their order.
    private func messages(of sample: EncodedSample) throws -> [SupplementalMessage] {
        try sample.bytes.withRawSpan { span in
            var messages: [SupplementalMessage] = []
            for range in try NALUnitFraming.unitsOfSample(span) {
                let unit = span.extracting(range)
                let type = try NALUnitHeader(unit).type
                if type == .prefixSEI || type == .suffixSEI {
                    messages += try SupplementalMessage.messages(inUnit: unit)
                }
            }
            return messages
        }
    }
}
