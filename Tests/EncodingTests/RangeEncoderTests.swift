import Encoding
import Foundation
import HEVC
import Media
import Quality
import Storage
import TestSupport
import Testing

@Suite("Encoder of a range", .temporaryFolder)
struct RangeEncoderTests {
    private let film = SyntheticFilm(count: 60, cuts: [31])
    private let analysis = EncodingPass(role: .analysis, rate: .constantRateFactor(30))

    @Test("an analysis stores a record with statistics for every frame, and cutree for every referenced frame")
    func analysisIsStored() throws {
        let first = try EncodedRange.encode(film, frames: 0..<60, pass: analysis, settings: film.settings())
        #expect(first.samples.isEmpty)
        #expect(first.records.count == 60)
        #expect(Set(first.records.map(\.statistics.frame)) == Set(0..<60))
        for record in first.records {
            #expect((record.cutree != nil) == record.statistics.type.isReferenced)
            #expect(record.quality == nil)
        }
        #expect(first.records.first { $0.statistics.frame == 0 }?.statistics.type == .idr)
        #expect(first.records.count { $0.statistics.type == .idr } == 1)
        #expect(first.optionsLine.contains("no-open-gop"))
        #expect(first.optionsLine.hasPrefix("#options: ") && !first.optionsLine.contains("cpuid"))
    }

    @Test(
        "a pass accepts a coarse analysis whose encoder pads pictures to more cutree units than the final preset",
        arguments: ["", "16", "32"],
        [PictureSize(width: 1280, height: 528), PictureSize(width: 1288, height: 536)]
    )
    func coarseAnalysis(minimumBlock: String, size: PictureSize) throws {
        let film = SyntheticFilm(size: size, count: 8)
        var settings = film.settings()
        if !minimumBlock.isEmpty { settings.options["min-cu-size"] = minimumBlock }
        let analyses = try [30.5, 31].map {
            let pass = EncodingPass(role: .analysis, rate: .constantRateFactor($0))
            return try EncodedRange.encode(film, frames: 0..<8, pass: pass, settings: settings)
        }
        #expect(!analyses[0].optionsLine.contains("min-cu-size=32") || minimumBlock == "32")
        #expect(analyses[1].optionsLine.contains("min-cu-size=32"))
        let measuring = EncodingPass(role: .analysis, rate: .constantRateFactor(31), measuresDistortion: true)
        let measured = try EncodedRange.encode(film, frames: 0..<8, pass: measuring, settings: settings)
        #expect(!measured.optionsLine.contains("min-cu-size=32") || minimumBlock == "32")
        #expect(measured.records.allSatisfy { $0.quality != nil })
        #expect(Set(analyses.flatMap(\.records).compactMap(\.cutree?.count)).count == 1)
        for analysis in analyses {
            let fed = try EncodedRange.encode(
                film,
                frames: 0..<8,
                pass: EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200)),
                settings: settings,
                analysis: analysis.storage
            )
            #expect(fed.samples.count == 8)
        }
    }

    @Test("a pass uses stored slice types, and every sample decodes to its hash", arguments: PixelFormat.allCases)
    func fedPassDecodes(format: PixelFormat) throws {
        let film = SyntheticFilm(format: format, count: 40, cuts: [17])
        let settings = film.settings()
        let first = try EncodedRange.encode(film, frames: 0..<40, pass: analysis, settings: settings)
        let second = try EncodedRange.encode(
            film,
            frames: 0..<40,
            pass: EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 300)),
            settings: settings,
            analysis: first.storage
        )
        #expect(second.samples.count == 40)
        #expect(
            second.records.sorted { $0.statistics.frame < $1.statistics.frame }.map(\.statistics.type)
                == first.records.sorted { $0.statistics.frame < $1.statistics.frame }.map(\.statistics.type)
        )
        #expect(second.samples.map(\.decodeTime) == (0..<40).map { film.timeline.time(of: $0) })
        #expect(Set(second.samples.map(\.frame)) == Set(0..<40))
        let decoder = try VerifyingDecoder()
        try decoder.configure(#require(second.parameterSets))
        var hashes: [PictureHash] = []
        for (index, sample) in second.samples.enumerated() {
            try sample.bytes.withRawSpan { bytes in
                try decoder.decode(bytes, tag: Int64(index)) { hashes.append($0.hash()) }
            }
        }
        try decoder.flush { hashes.append($0.hash()) }
        #expect(hashes == second.samples.sorted { $0.frame < $1.frame }.map(\.pictureHash))
        #expect(decoder.warnings.isEmpty)
    }

    @Test("the same storage gives the same bytes, and the storage of a fed pass has the quality of each frame")
    func fedPassIsDeterministic() throws {
        let settings = film.settings()
        let first = try EncodedRange.encode(film, frames: 0..<60, pass: analysis, settings: settings)
        let pass = EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200))
        let one = try EncodedRange.encode(film, frames: 0..<60, pass: pass, settings: settings, analysis: first.storage)
        let other = try EncodedRange.encode(
            film,
            frames: 0..<60,
            pass: pass,
            settings: settings,
            analysis: first.storage
        )
        #expect(one.samples == other.samples)
        #expect(one.records.allSatisfy { $0.quality != nil && $0.compressedBits != nil })
        #expect(one.records.reduce(0) { $0 + ($1.compressedBits ?? 0) } == one.bits)
        #expect(one.records.allSatisfy { (0.1...1).contains($0.quality!.ssim) && $0.quality!.psnrY > 10 })
    }

    @Test("threads for rows give the same bytes and records, whatever their number")
    func rowThreads() throws {
        let film = SyntheticFilm(size: PictureSize(width: 320, height: 256), count: 40, cuts: [17])
        var settings = film.settings()
        let pass = EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200))
        let encodes = try [2, 2, 1, 5].map { threads in
            settings.rowThreads = threads
            let first = try EncodedRange.encode(film, frames: 0..<40, pass: analysis, settings: settings)
            let second = try EncodedRange.encode(
                film,
                frames: 0..<40,
                pass: pass,
                settings: settings,
                analysis: first.storage
            )
            return [first, second]
        }
        #expect(encodes[0].allSatisfy { $0.optionsLine.contains(" wpp ") })
        for other in encodes.dropFirst() {
            for (one, other) in zip(encodes[0], other) {
                #expect(one.samples == other.samples)
                #expect(one.records == other.records)
            }
        }
    }

    @Test("a pass that is fed with an encode keeps the quantisers that it is given, and its bits follow them")
    func keptQuantizers() throws {
        let settings = film.settings()
        let alone = EncodingPass(role: .alone, rate: .constantRateFactor(28))
        let first = try EncodedRange.encode(film, frames: 0..<60, pass: alone, settings: settings)
        let own = first.records.sorted { $0.statistics.frame < $1.statistics.frame }.map(\.statistics.qpHundredths)
        let encodes = try [-150, 0, 150].map { step in
            var pass = EncodingPass(role: .fed, rate: .constantRateFactor(28))
            pass.quantizerHundredths = own.map { $0 + Int32(step) }
            return try EncodedRange.encode(
                film,
                frames: 0..<60,
                pass: pass,
                settings: settings,
                analysis: first.storage
            )
        }
        for (encode, step) in zip(encodes, [-150, 0, 150]) {
            let records = encode.records.sorted { $0.statistics.frame < $1.statistics.frame }
            #expect(records.map(\.statistics.qpHundredths) == own.map { $0 + Int32(step) })
        }
        #expect(encodes[0].bits > encodes[1].bits && encodes[1].bits > encodes[2].bits)
    }

    @Test("a changed cutree record in storage changes the bytes")
    func cutreeCounts() throws {
        let settings = film.settings()
        let first = try EncodedRange.encode(film, frames: 0..<60, pass: analysis, settings: settings)
        let pass = EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200))
        let plain = try EncodedRange.encode(
            film,
            frames: 0..<60,
            pass: pass,
            settings: settings,
            analysis: first.storage
        )
        let untouched = try first.storage { _ in }
        let altered = try first.storage { record in
            guard record.statistics.frame == 0, var cutree = record.cutree else { return }
            // 8.8 fixed point, little-endian, after the slice type: six quantiser steps more in every second unit.
            for index in stride(from: 2, to: cutree.count, by: 4) { cutree[index] = UInt8(truncatingIfNeeded: 6) }
            record.cutree = cutree
        }
        let same = try EncodedRange.encode(film, frames: 0..<60, pass: pass, settings: settings, analysis: untouched)
        let other = try EncodedRange.encode(film, frames: 0..<60, pass: pass, settings: settings, analysis: altered)
        #expect(same.samples == plain.samples)
        #expect(other.samples != plain.samples)
    }

    @Test("all ranges of a film have the same parameter sets, with any start, length and content")
    func parameterSetsAreShared() throws {
        let settings = film.settings()
        let one = try EncodedRange.encode(
            film,
            frames: 0..<7,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(20)),
            settings: settings
        )
        let other = try EncodedRange.encode(
            film,
            frames: 31..<60,
            pass: EncodingPass(role: .alone, rate: .constantRateFactor(40)),
            settings: settings
        )
        #expect(one.parameterSets == other.parameterSets)
        for sample in one.samples + other.samples {
            let unit = try sample.bytes.withRawSpan { try AccessUnit(sample: $0) }
            #expect(!unit.holdsParameterSets)
        }
        #expect(other.samples.count { $0.flags.contains(.sync) } == 1)
        #expect(other.samples[0].flags.contains(.sync))
        #expect(other.samples[0].frame == 31)
    }

    @Test("a pass can be fed with the statistics of the previous pass")
    func statisticsOfTheFinalPreset() throws {
        let settings = film.settings()
        let first = try EncodedRange.encode(film, frames: 0..<60, pass: analysis, settings: settings)
        let pass = EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200))
        let second = try EncodedRange.encode(
            film,
            frames: 0..<60,
            pass: pass,
            settings: settings,
            analysis: first.storage
        )
        let wanted = second.bits * 11 / 10
        let seconds = film.timeline.timeRange.duration.seconds
        let third = try EncodedRange.encode(
            film,
            frames: 0..<60,
            pass: EncodingPass(
                role: .fed,
                rate: .average(kilobitsPerSecond: Int(Double(wanted) / seconds / 1000))
            ),
            settings: settings,
            analysis: first.storage,
            statistics: second.storage
        )
        #expect(abs(Double(third.bits) / Double(wanted) - 1) < 0.05)
    }

    @Test("an analysis of a different length or size is refused before the encoder gets it")
    func mismatchedAnalysis() throws {
        let settings = film.settings()
        let short = try EncodedRange.encode(film, frames: 0..<20, pass: analysis, settings: settings)
        let pass = EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200))
        let error = #expect(throws: EncodingError.self) {
            try EncodedRange.encode(film, frames: 0..<21, pass: pass, settings: settings, analysis: short.storage)
        }
        #expect(error?.code == .mismatchedAnalysis)
        let larger = SyntheticFilm(size: PictureSize(width: 192, height: 96), count: 20)
        let other = #expect(throws: EncodingError.self) {
            try EncodedRange.encode(
                larger,
                frames: 0..<20,
                pass: pass,
                settings: larger.settings(),
                analysis: short.storage
            )
        }
        #expect(other?.code == .mismatchedAnalysis)
    }

    @Test("unknown options and presets are refused with their names")
    func refusedOptions() {
        let error = #expect(throws: EncodingError.self) {
            try EncodedRange.encode(
                film,
                frames: 0..<4,
                pass: analysis,
                settings: film.settings(options: ["no-such-option": "1"])
            )
        }
        #expect(error?.code == .refusedOption)
        #expect(error?.subject == "no-such-option")
        let speed = #expect(throws: EncodingError.self) {
            try EncodedRange.encode(film, frames: 0..<4, pass: analysis, settings: film.settings(speed: "brisk"))
        }
        #expect(speed?.code == .refusedOption)
    }

    @Test("pictures that are out of order, have a different size, or are too few are an error")
    func misuse() throws {
        let settings = film.settings()
        func encoder(_ pass: EncodingPass, count: Int? = 8) throws -> RangeEncoder {
            try RangeEncoder(settings, firstFrame: 0, count: count, pass: pass) { _ in }
        }
        #expect(throws: EncodingError.self) {
            try encoder(EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 200)))
        }
        #expect(throws: EncodingError.self) { try encoder(analysis, count: 0) }
        let open = try encoder(analysis)
        #expect(throws: EncodingError.self) { try open.encode(film.picture(1)) { _ in } }
        try open.encode(film.picture(0)) { _ in }
        #expect(throws: EncodingError.self) { try open.end(after: 3) }
        #expect(throws: EncodingError.self) { try open.finish { _ in } }
    }

    @Test("a range of unknown length is encoded like one of known length, up to the end that is set later")
    func unknownLength() throws {
        let pass = EncodingPass(role: .alone, rate: .constantRateFactor(30))
        let known = try EncodedRange.encode(film, frames: 0..<20, pass: pass, settings: film.settings())
        var samples: [EncodedSample] = []
        let encoder = try RangeEncoder(film.settings(), firstFrame: 0, count: nil, pass: pass) { _ in }
        for frame in 0..<20 { try encoder.encode(film.picture(frame)) { samples.append($0) } }
        try encoder.end(after: 20)
        try encoder.finish { samples.append($0) }
        #expect(samples == known.samples)
        #expect(throws: EncodingError.self) { try encoder.finish { _ in } }
    }

    @Test(
        "a forced key frame is an IDR picture",
        arguments: [EncodingPass.Role.analysis, .alone],
        ["superfast", "veryfast", "medium"]
    )
    func forcedKeyFrame(role: EncodingPass.Role, speed: String) throws {
        var types: [Int: PictureType] = [:]
        let encoder = try RangeEncoder(
            film.settings(speed: speed),
            firstFrame: 0,
            count: nil,
            pass: EncodingPass(role: role, rate: .constantRateFactor(30), shortestKeyFrameInterval: 24)
        ) { types[$0.statistics.frame] = $0.statistics.type }
        for frame in 0..<50 { try encoder.encode(film.picture(frame), isKeyFrame: frame == 23) { _ in } }
        try encoder.finish { _ in }
        #expect(types.count == 50)
        #expect(types.filter { $0.value == .idr }.map(\.key).sorted() == [0, 23])
    }

    @Test("an encoder removes its private folder")
    func privateFolders() throws {
        func folders() -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? [])
                .filter { $0.hasPrefix("granary-\(getuid())-\(getpid())-") }
        }
        let before = Set(folders())
        _ = try EncodedRange.encode(film, frames: 0..<4, pass: analysis, settings: film.settings())
        // Other tests of this process may have folders now; the folder of this test is gone.
        #expect(Set(folders()).subtracting(before).count <= 4)
    }
}
