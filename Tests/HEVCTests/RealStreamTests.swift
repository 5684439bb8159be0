import Foundation
import Media
import TestSupport
import Testing

@testable import HEVC

@Suite(.temporaryFolder) struct RealStreamTests {
    private let folder = TemporaryFolder.current

    @Test(
        "x265's two levels are a hierarchy after the other units got the TemporalId of their pictures",
        .enabled(if: RealStream.x265Levels >= 2, "needs x265")
    )
    func twoLevels() throws { try prove(levels: 2) }

    @Test(
        "the three to five levels of x265 4 are a hierarchy",
        .enabled(if: RealStream.x265Levels >= 5, "needs x265 4.0 or newer"),
        arguments: 3...5
    )
    func moreLevels(_ levels: Int) throws { try prove(levels: levels) }

    private func prove(levels: Int) throws {
        let film = SyntheticFilm(size: PictureSize(width: 128, height: 96), count: 65, cuts: [40])
        let layers = try #require(RealStream.x265).x265Options(levels: levels)
        let options = layers + ["--aud", "--keyint", "32", "--no-open-gop", "--no-scenecut"]
        let stream = try RealStream(film, options: options, in: folder)
        #expect(stream.accessUnits.count == 65)
        let raw = try stream.report()
        #expect(raw.findingCounts.keys.allSatisfy { $0 == .unitTemporalID }, "\(raw.findings)")
        #expect(raw.findingCounts[.unitTemporalID] ?? 0 > 0, "x265 gives each delimiter TemporalId 0")
        for kept in 1...levels {
            let report = try stream.report(isAligned: true, levels: kept)
            #expect(report.isProven, "\(kept) of \(levels): \(report.findings)")
            #expect(report.levels == kept)
            #expect(report.picturesPerLevel == Array(raw.picturesPerLevel.prefix(kept)))
        }
    }

    @Test(
        "a pyramid without levels is a proved stream of one level",
        .enabled(if: RealStream.x265 != nil, "needs x265")
    )
    func pyramid() throws {
        let film = SyntheticFilm(size: PictureSize(width: 128, height: 96), count: 60, cuts: [25])
        for options in [["--bframes", "7", "--b-pyramid", "--ref", "4"], ["--open-gop", "--keyint", "20"]] {
            let report = try RealStream(film, options: options, in: folder).report()
            #expect(report.isProven, "\(options): \(report.findings)")
            #expect(report.picturesPerLevel == [60])
            #expect(report.isDyadic, "one level is always even")
            #expect(report.skippedLeadingPictures == 0)
        }
    }

    @Test(
        "the reference lists of x265's pyramid forbid to raise its reference B pictures",
        .enabled(if: RealStream.x265 != nil, "needs x265")
    )
    func lifted() throws {
        let film = SyntheticFilm(size: PictureSize(width: 128, height: 96), count: 40)
        let options = ["--bframes", "7", "--b-adapt", "0", "--b-pyramid", "--ref", "4", "--no-scenecut"]
        let stream = try RealStream(film, options: options, in: folder)
        let sets = try stream.bytes.withRawSpan(ParameterSets.init(header:))
        let context = try SliceHeader.Context(sets)
        let own = try sets.subLayers()
        var layers = own
        layers.isTemporalIDNested = false
        layers.profileTierLevel.subLayers = Array(repeating: ProfileTierLevel.SubLayer(), count: 2)
        layers.ordering = Array(repeating: own.ordering[0], count: 3)
        var checker = HierarchyChecker()
        checker.add(try sets.declaring(layers))
        for index in stream.accessUnits.indices {
            var sample: [UInt8] = []
            for var unit in stream.units(of: index) {
                var header = try unit.withRawSpan(NALUnitHeader.init)
                if header.type.isParameterSet { continue }
                if header.type.isSlice, !header.type.isIRAP {
                    let type = try unit.withRawSpan { span throws(BitstreamError) in
                        try SliceHeader(unit: span, context: context).type
                    }
                    let isB = type == .bidirectional
                    header.temporalID = !isB ? 0 : header.type.isSubLayerNonReference ? 2 : 1
                    unit[1] = header.bytes[1]
                }
                unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) }
            }
            try NALUnitFraming.alignTemporalIDs(inSample: &sample)
            sample.withRawSpan { checker.add(sample: $0) }
        }
        let report = checker.report()
        let higher = (report.findingCounts[.usesHigherLevel] ?? 0) + (report.findingCounts[.listsHigherLevel] ?? 0)
        #expect(higher > 0, "P pictures use B pictures of the group before")
        #expect(report.picturesPerLevel.count == 3)
    }

    @Test(
        "a real two-level stream is a hierarchy at both of its levels",
        .enabled(if: SharedMedia.clip("temporal-layers-derived-180p24.hevc") != nil, "needs the shared clips")
    )
    func derived() throws {
        let clip = try #require(SharedMedia.clip("temporal-layers-derived-180p24.hevc"))
        let stream = try RealStream(contentsOf: clip)
        let report = try stream.report(isAligned: true)
        #expect(report.isProven, "\(report.findings)")
        #expect(report.picturesPerLevel == [51, 45])
        #expect(try stream.report(isAligned: true, levels: 1).isProven)
    }

    @Test(
        "a phone's open groups of pictures are proved, leading pictures included",
        .enabled(if: SharedMedia.folder != nil && Tool("ffmpeg") != nil, "needs the shared clips and ffmpeg")
    )
    func phone() throws {
        let clip = try #require(SharedMedia.clip("hlg-dv84-iphone-editlist-rotated.mp4"))
        let stream = try RealStream(movie: clip, in: folder)
        let report = try stream.report()
        #expect(report.isProven, "\(report.findings)")
        #expect(report.picturesPerLevel == [86])
        let sequence = try stream.bytes.withRawSpan(ParameterSets.init(header:)).sps
            .withRawSpan(SequenceParameterSet.init)
        #expect(
            sequence.usability?.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
        )
    }

    @Test(
        "a phone's impossible mastering display is read unchanged, and reported as impossible",
        .enabled(if: SharedMedia.folder != nil && Tool("ffmpeg") != nil, "needs the shared clips and ffmpeg")
    )
    func phoneMetadata() throws {
        let clip = try #require(SharedMedia.clip("hdr10-phone-1080p.mp4"))
        let stream = try RealStream(movie: clip, in: folder)
        #expect(try stream.report().isProven)
        let metadata = stream.metadata()
        #expect(metadata.masteringDisplay?.maximumLuminance == 1000)
        #expect(metadata.masteringDisplay?.minimumLuminance == 50)
        #expect(
            metadata.contentLight == ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 200)
        )
        #expect(metadata.findings.map(\.kind) == [.implausible, .implausible], "\(metadata.findings)")
    }

    @Test(
        "HDR10 and HLG tags of x265 are read back",
        .enabled(if: RealStream.x265 != nil, "needs x265")
    )
    func tags() throws {
        let film = SyntheticFilm(size: PictureSize(width: 128, height: 96), format: .yuv420p10, count: 2)
        let hdr10 = [
            "--colorprim", "bt2020", "--transfer", "smpte2084", "--colormatrix", "bt2020nc", "--range", "limited",
            "--chromaloc", "2", "--max-cll", "1000,400",
            "--master-display", "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)",
        ]
        var stream = try RealStream(film, options: hdr10, in: folder)
        var usability = try #require(try usability(stream))
        #expect(usability.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
        #expect(usability.chromaLocation?.topField == 2 && usability.chromaLocation?.bottomField == 2)
        #expect(stream.metadata() == SupplementalTests.metadata)
        let hlg = ["--colorprim", "bt2020", "--transfer", "bt2020-10", "--colormatrix", "bt2020nc", "--atc-sei", "18"]
        stream = try RealStream(film, options: hlg, in: folder)
        usability = try #require(try self.usability(stream))
        #expect(usability.colour.transfer == 14)
        #expect(stream.metadata() == StaticMetadata(preferredTransfer: 18))
    }

    private func usability(_ stream: RealStream) throws -> VideoUsability? {
        try stream.bytes.withRawSpan(ParameterSets.init(header:)).sps.withRawSpan(SequenceParameterSet.init).usability
    }
}
