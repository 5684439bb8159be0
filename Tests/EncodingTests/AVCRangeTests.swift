import AVC
import Checksums
import Encoding
import Foundation
import HEVC
import Media
import Storage
import TestSupport
import Testing

@Suite("Encoder of a range of H.264", .temporaryFolder)
struct AVCRangeTests {
    private let film = SyntheticFilm(size: PictureSize(width: 164, height: 90), count: 48, cuts: [31])
    private let analysis = EncodingPass(role: .analysis, rate: .constantRateFactor(30))

    private func settings(_ options: [String: String] = [:]) -> EncoderSettings {
        var settings = film.settings()
        settings.codec = .h264
        settings.options = options
        settings.colour = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
        return settings
    }

    private func fed(
        _ kilobits: Int,
        from analysis: EncodedRange,
        _ settings: EncoderSettings,
        frames: Range<Int> = 0..<48
    ) throws -> EncodedRange {
        try EncodedRange.encode(
            film,
            frames: frames,
            pass: EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: kilobits)),
            settings: settings,
            analysis: analysis.storage
        )
    }

    @Test("an analysis stores x264's statistics of every frame, and a macroblock tree for every referenced frame")
    func analysed() throws {
        let first = try EncodedRange.encode(film, frames: 0..<48, pass: analysis, settings: settings())
        #expect(first.samples.isEmpty && first.records.count == 48)
        for record in first.records {
            #expect(record.statistics.avc != nil)
            #expect((record.cutree != nil) == record.statistics.type.isReferenced)
            // A type, then two bytes for each of 11x6 macroblocks.
            if let tree = record.cutree { #expect(tree.count == 1 + 2 * 11 * 6) }
        }
        #expect(first.records.count { $0.statistics.type == .idr } == 1)
        #expect(first.optionsLine.hasPrefix("#options: 164x90 ") && first.optionsLine.contains(" mbtree=1 "))
        #expect(first.optionsLine.contains(" threads=1 lookahead_threads=1 "))
    }

    @Test("a fed pass keeps the slice types of its analysis, lands near its rate, and gives the same bytes again")
    func fedPass() throws {
        let first = try EncodedRange.encode(film, frames: 0..<48, pass: analysis, settings: settings())
        let passes = try (0..<2).map { _ in try fed(300, from: first, settings()) }
        #expect(passes[0].samples.map(\.bytes) == passes[1].samples.map(\.bytes))
        let types = { (range: EncodedRange) in
            range.records.map(\.statistics).sorted { $0.frame < $1.frame }.map(\.type)
        }
        #expect(types(first) == types(passes[0]))
        let kilobits = Double(passes[0].bits) / 2 / 1000
        #expect((kilobits / 300 - 1).magnitude < 0.1, "\(kilobits)")
        #expect(passes[0].records.allSatisfy { $0.cutree == nil && $0.quality != nil })
        // The third pass plans with the statistics of the second, and the tree of the first.
        let third = try EncodedRange.encode(
            film,
            frames: 0..<48,
            pass: EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200)),
            settings: settings(),
            analysis: first.storage,
            statistics: passes[0].storage
        )
        #expect((Double(third.bits) / 2 / 1000 / 200 - 1).magnitude < 0.1)
    }

    @Test("ranges encoded apart have the same parameter sets, begin with the only IDR picture, and have slices only")
    func ranges() throws {
        let encoded = try [(0..<31, 60), (31..<48, 900)].map { frames, kilobits in
            let first = try EncodedRange.encode(film, frames: frames, pass: analysis, settings: settings())
            return try fed(kilobits, from: first, settings(), frames: frames)
        }
        let alone = try EncodedRange.encode(
            film,
            frames: 0..<48,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(18)),
            settings: settings()
        )
        #expect(encoded[0].parameterSets == encoded[1].parameterSets)
        #expect(encoded[0].parameterSets == alone.parameterSets)
        for range in encoded {
            #expect(range.samples.map { $0.flags.contains(.sync) } == range.samples.indices.map { $0 == 0 })
            for sample in range.samples {
                let unit = try sample.bytes.withRawSpan { (span) throws(BitstreamError) in
                    try AVCAccessUnit(sample: span)
                }
                #expect(unit.isIDR == sample.flags.contains(.sync))
            }
        }
        // The cut of the film is an I picture without being a key frame.
        #expect(alone.samples.count { $0.flags.contains(.sync) } == 1)
        #expect(alone.samples.contains { $0.frame == 31 && $0.flags.contains(.intra) })
        let sequence = try #require(alone.parameterSets).sps.withRawSpan { (span) throws(BitstreamError) in
            try AVCSequenceParameterSet(unit: span)
        }
        #expect(sequence.size == film.size && sequence.colour == settings().colour)
    }

    @Test(
        "ffmpeg decodes the stream to the pictures whose hashes were stored",
        .enabled(if: Tool.arePresent("ffmpeg"), "ffmpeg is not installed"),
        arguments: [[:], ["b-pyramid": "none", "cabac": "false"], ["bframes": "0", "mbtree": "false"]]
    )
    func reconstruction(options: [String: String]) throws {
        let options = options.mapValues { $0 == "false" ? "0" : $0 }
        let pass = EncodingPass(role: .alone, rate: .constantRateFactor(24))
        let range = try EncodedRange.encode(film, frames: 0..<48, pass: pass, settings: settings(options))
        var stream = try #require(range.parameterSets).annexB
        for sample in range.samples {
            stream += try sample.bytes.withRawSpan { (span) throws(BitstreamError) in
                try NALUnitFraming.annexB(fromSample: span)
            }
        }
        let folder = TemporaryFolder.current
        try Data(stream).write(to: folder.appending(path: "range.h264"))
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-i", "range.h264", "-f", "rawvideo", "-pix_fmt", "yuv420p", "out.yuv"],
            in: folder
        )
        let decoded = [UInt8](try Data(contentsOf: folder.appending(path: "out.yuv")))
        let byteCount = Picture.byteCount(format: .yuv420p8, size: film.size)
        #expect(decoded.count == 48 * byteCount)
        for sample in range.samples {
            let part = Array(decoded[sample.frame * byteCount..<(sample.frame + 1) * byteCount])
            let picture = Picture(
                format: .yuv420p8,
                size: film.size,
                frame: sample.frame,
                presentationTime: sample.presentationTime,
                duration: sample.duration,
                storage: part
            )
            #expect(PictureHasher.hash(of: picture) == sample.pictureHash, "frame \(sample.frame)")
        }
    }

    @Test("statistics of another codec or size are refused")
    func mismatched() throws {
        let first = try EncodedRange.encode(film, frames: 0..<48, pass: analysis, settings: settings())
        #expect(throws: EncodingError.self) { try fed(300, from: first, film.settings()) }
        var other = settings()
        other.size = PictureSize(width: 160, height: 90)
        #expect(throws: EncodingError.self) { try fed(300, from: first, other) }
    }

    @Test("10 bits and temporal levels are refused in words")
    func refused() {
        var deep = settings()
        deep.format = .yuv420p10
        var layered = settings()
        layered.temporalLevels = 2
        for settings in [deep, layered] {
            let error = #expect(throws: EncodingError.self) { try X264Library.check(settings) }
            #expect(error?.cause == "H.264 films have 8 bits and one temporal level")
        }
        #expect(throws: EncodingError.self) { try X264Library.check(settings(["me": "sideways"])) }
    }

    @Test("the library says its build itself")
    func build() {
        #expect(X264Library.buildName.firstMatch(of: /^x264 core [0-9]+( r[0-9]+)?/) != nil)
        #expect(EncoderLibraries.buildName(for: .h264).hasSuffix(X264Library.buildName))
    }
}
