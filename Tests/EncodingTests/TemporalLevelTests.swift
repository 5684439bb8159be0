import Encoding
import HEVC
import Media
import Quality
import Storage
import TestSupport
import Testing

/// The tests run with every libx265: 3.5 encodes two levels, 4 encodes five.
private let mostLevels = X265Library.capabilities().maximumTemporalLevels

@Suite("Temporal levels", .temporaryFolder)
struct TemporalLevelTests {
    /// 240 frames a second, with cuts that are not on the grid.
    private let film = SyntheticFilm(count: 112, cuts: [37, 70], rate: 240)
    private let analysis = EncodingPass(role: .analysis, rate: .constantRateFactor(30))
    private let fed = EncodingPass(role: .fed, rate: .average(kilobitsPerSecond: 900))

    private func settings(_ levels: Int, keyFrameInterval: Int = 240, options: [String: String] = [:])
        -> EncoderSettings
    {
        var settings = film.settings(options: options)
        settings.temporalLevels = levels
        settings.keyFrameInterval = keyFrameInterval
        return settings
    }

    private func twoPasses(_ frames: Range<Int>, _ settings: EncoderSettings) throws -> EncodedRange {
        let first = try EncodedRange.encode(film, frames: frames, pass: analysis, settings: settings)
        return try EncodedRange.encode(film, frames: frames, pass: fed, settings: settings, analysis: first.storage)
    }

    /// Decodes samples with libde265 and compares each picture with its hash; no picture may be missing.
    private func expectExact(
        _ samples: [EncodedSample],
        _ sets: ParameterSets?,
        limit: Int? = nil,
        _ comment: Comment
    ) throws {
        let decoder = try VerifyingDecoder(highestTemporalLevel: limit)
        try decoder.configure(#require(sets))
        var hashes: [PictureHash] = []
        for (index, sample) in samples.enumerated() {
            try sample.bytes.withRawSpan { bytes in
                try decoder.decode(bytes, tag: Int64(index)) { hashes.append($0.hash()) }
            }
        }
        try decoder.flush { hashes.append($0.hash()) }
        let wanted = samples.filter { Int($0.temporalLevel) <= limit ?? 6 }
        #expect(hashes == wanted.sorted { $0.frame < $1.frame }.map(\.pictureHash), comment)
        #expect(decoder.warnings.isEmpty, comment)
    }

    @Test(
        "levels follow the film's grid in every range, and each decodes bit for bit without the levels above",
        arguments: 2...mostLevels
    )
    func exactLevels(levels: Int) throws {
        let pyramid = try #require(TemporalPyramid(levels: levels))
        // A whole number of periods, an incomplete last period, and one picture more than a whole number.
        for frames in [0..<48, 48..<87, 48..<81] {
            let range = try twoPasses(frames, settings(levels))
            #expect(range.samples.count == frames.count)
            for sample in range.samples {
                #expect(Int(sample.temporalLevel) == pyramid.level(ofFrame: sample.frame), "frame \(sample.frame)")
                #expect(sample.flags.contains(.sync) == (sample.frame == frames.lowerBound))
            }
            for highest in 0..<levels {
                let kept = range.samples.filter { $0.temporalLevel <= highest }
                try expectExact(kept, range.parameterSets, "levels up to \(highest) of \(levels), \(frames)")
                try expectExact(
                    range.samples,
                    range.parameterSets,
                    limit: highest,
                    "limited to \(highest) of \(levels)"
                )
            }
        }
    }

    @Test("ranges of any length obey all rules of the hierarchy", arguments: 2...mostLevels)
    func everyLength(levels: Int) throws {
        var settings = settings(levels)
        settings.speed = "ultrafast"
        let pass = EncodingPass(role: .alone, rate: .constantRateFactor(28))
        for count in [1, 2, 3, 7, 14, 16, 17, 31, 40, 63] {
            let range = try EncodedRange.encode(film, frames: 32..<(32 + count), pass: pass, settings: settings)
            let report = try report(on: range.samples, range.parameterSets)
            #expect(report.findings.isEmpty, "\(count) frames")
            #expect(report.isProven && report.isDyadic, "\(count) frames")
            try expectExact(range.samples, range.parameterSets, "\(count) frames")
        }
    }

    @Test("each level keeps its cadence across the joints of ranges", arguments: 2...mostLevels)
    func seams(levels: Int) throws {
        let settings = settings(levels)
        let ranges = try [0..<48, 48..<80, 80..<112].map { try twoPasses($0, settings) }
        let samples = ranges.flatMap(\.samples)
        let report = try report(on: samples, ranges[0].parameterSets)
        #expect(report.findings.isEmpty)
        #expect(report.isProven && report.isDyadic && report.levels == levels)
        #expect(report.declaredSubLayers == levels)
        try expectExact(samples, ranges[0].parameterSets, "the film")
    }

    private func report(on samples: [EncodedSample], _ sets: ParameterSets?) throws -> HierarchyReport {
        var checker = HierarchyChecker()
        checker.add(try #require(sets))
        for sample in samples { sample.bytes.withRawSpan { checker.add(sample: $0) } }
        return checker.report()
    }

    @Test(
        "levels are in the parameter sets and in every unit, and only the highest is disposable",
        arguments: 2...mostLevels
    )
    func units(levels: Int) throws {
        let range = try twoPasses(0..<48, settings(levels))
        let sets = try #require(range.parameterSets)
        let sequence = try sets.sps.withRawSpan(SequenceParameterSet.init)
        #expect(sequence.subLayers == levels && sequence.ordering.count == levels && !sequence.isTemporalIDNested)
        for sample in range.samples {
            try sample.bytes.withRawSpan { bytes in
                for unit in try NALUnitFraming.unitsOfSample(bytes) {
                    #expect(try NALUnitHeader(bytes.extracting(unit)).temporalID == sample.temporalLevel)
                }
            }
            if sample.temporalLevel < levels - 1 { #expect(!sample.flags.contains(.disposable)) }
        }
        #expect(range.samples.contains { $0.flags.contains(.disposable) })
    }

    @Test("ranges of any length have the same parameter sets and keep the slice types of the analysis")
    func sharedParameterSets() throws {
        let settings = settings(mostLevels)
        let first = try EncodedRange.encode(film, frames: 48..<90, pass: analysis, settings: settings)
        let second = try EncodedRange.encode(
            film,
            frames: 48..<90,
            pass: fed,
            settings: settings,
            analysis: first.storage
        )
        let other = try twoPasses(0..<9, settings)
        #expect(second.parameterSets == other.parameterSets)
        func types(_ range: EncodedRange) -> [PictureType] {
            range.records.sorted { $0.statistics.frame < $1.statistics.frame }.map(\.statistics.type)
        }
        #expect(types(first) == types(second))
        // Only pictures below the highest level are used for prediction.
        let pyramid = try #require(TemporalPyramid(levels: mostLevels))
        for (index, type) in types(second).enumerated() where type != .predicted && type != .idr {
            let isHighest = pyramid.level(ofFrame: 48 + index) == mostLevels - 1
            #expect(type == (isHighest ? .b : .referencedB), "frame \(48 + index)")
        }
    }

    @Test("levels continue across the key frames of a long range, which are on the grid")
    func keyFrames() throws {
        let pyramid = try #require(TemporalPyramid(levels: mostLevels))
        let range = try twoPasses(0..<80, settings(mostLevels, keyFrameInterval: 37))
        let interval = 37 / pyramid.period * pyramid.period
        #expect(
            range.samples.filter { $0.flags.contains(.sync) }.map(\.frame)
                == Array(stride(from: 0, to: 80, by: interval))
        )
        #expect(range.samples.allSatisfy { Int($0.temporalLevel) == pyramid.level(ofFrame: $0.frame) })
        try expectExact(range.samples, range.parameterSets, "all levels")
        try expectExact(range.samples.filter { $0.temporalLevel == 0 }, range.parameterSets, "level 0")
    }

    @Test(
        "levels work without an analysis and with the lookahead of every preset",
        arguments: ["ultrafast", "faster", "slow"]
    )
    func alone(speed: String) throws {
        let film = SyntheticFilm(format: .yuv420p10, count: 56, cuts: [37], rate: 240)
        var settings = film.settings(speed: speed)
        settings.temporalLevels = mostLevels
        let pyramid = try #require(TemporalPyramid(levels: mostLevels))
        let pass = EncodingPass(role: .alone, rate: .constantRateFactor(28))
        let range = try EncodedRange.encode(film, frames: 16..<56, pass: pass, settings: settings)
        #expect(range.samples.allSatisfy { Int($0.temporalLevel) == pyramid.level(ofFrame: $0.frame) })
        try expectExact(range.samples, range.parameterSets, "all levels at \(speed)")
    }

    @Test(
        "levels that this libx265 cannot make are an error with a remedy",
        .enabled(if: mostLevels < 5, "this libx265 makes them all")
    )
    func tooMany() throws {
        let error = #expect(throws: EncodingError.self) { try twoPasses(0..<16, settings(mostLevels + 1)) }
        #expect(error?.code == .unsupportedLevels && error?.kind == .unavailable)
        #expect(error?.remedy.contains("libx265 4") == true)
    }

    @Test("more than five levels, ranges off the grid and options that undo the pyramid are refused")
    func refused() throws {
        for levels in [0, 6] {
            let error = #expect(throws: EncodingError.self) { try twoPasses(0..<16, settings(levels)) }
            #expect(error?.code == .unsupportedLevels)
        }
        let offGrid = #expect(throws: EncodingError.self) { try twoPasses(1..<16, settings(2)) }
        #expect(offGrid?.code == .misuse)
        let option = #expect(throws: EncodingError.self) {
            try twoPasses(0..<16, settings(2, options: ["scenecut": "40"]))
        }
        #expect(option?.code == .refusedOption && option?.subject == "scenecut")
    }

    @Test("an analysis with a different number of levels is refused")
    func foreignAnalysis() throws {
        let first = try EncodedRange.encode(film, frames: 0..<32, pass: analysis, settings: settings(1))
        let error = #expect(throws: EncodingError.self) {
            try EncodedRange.encode(film, frames: 0..<32, pass: fed, settings: settings(2), analysis: first.storage)
        }
        #expect(error?.code == .mismatchedAnalysis)
    }
}
