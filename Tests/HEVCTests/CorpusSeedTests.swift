import Media
import TestSupport
import Testing

@testable import HEVC

/// Seed streams of the fuzzer. Each is intact, because the fuzzer damages them itself.
@Suite struct CorpusSeedTests {
    private func annexB(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

    /// A pyramid as a stream, with delimiters and SEI in front of its IDR pictures.
    private func stream(_ pyramid: HandmadePyramid, metadata: StaticMetadata = StaticMetadata()) throws -> [UInt8] {
        let sets = pyramid.sets
        let context = try SliceHeader.Context(sets)
        var units: [[UInt8]] = []
        for picture in pyramid.pictures {
            let header = NALUnitHeader(type: .accessUnitDelimiter, temporalID: picture.slice.level)
            units.append(header.bytes + [0x50])
            if picture.slice.type.isIDR { units += [sets.vps, sets.sps, sets.pps] + metadata.units }
            units += picture.leading + [picture.slice.unit(context)]
        }
        return annexB(units)
    }

    @Test("the seeds of streams are hierarchies without findings", arguments: [1, 2, 3, 5])
    func streams(levels: Int) throws {
        var metadata = SupplementalTests.metadata
        metadata.preferredTransfer = 18
        metadata.ambientViewing = AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)
        let pyramid = try HandmadePyramid(levels: levels, groups: 2, sequences: 2)
        #expect(try pyramid.report().isProven)
        try Corpus.seed("bitstream", "pyramid-\(levels)", try stream(pyramid, metadata: metadata))
    }

    @Test("the seeds of parameter sets are read completely")
    func parameterSets() throws {
        var handmade = KnownStreams.main
        handmade.vps = HandmadeSequence.videoUnit(hasOrderingOfEach: true)
        handmade.sps = HandmadeSequence.unit(hasOrderingOfEach: true)
        let all = [
            "x265": KnownStreams.main, "x265-hdr": KnownStreams.layered, "every-structure": handmade,
            "three-levels": try HandmadePyramid.sets(levels: 3, isNested: true),
        ]
        for (name, sets) in all {
            let read = try sets.annexB.withRawSpan(ParameterSets.init(header:))
            #expect(read == sets)
            _ = try sets.vps.withRawSpan(VideoParameterSet.init)
            _ = try sets.sps.withRawSpan(SequenceParameterSet.init)
            _ = try sets.pps.withRawSpan(PictureParameterSet.init)
            for wanted in [1, 2, 4] {
                let bytes = [UInt8(wanted), 120, 3] + (wanted == 2 ? sets.lengthPrefixed : sets.annexB)
                try Corpus.seed("parameter-sets", "\(name)-to-\(wanted)", bytes)
            }
        }
    }

    @Test("the seeds of dynamic metadata are read completely")
    func dynamicMetadata() throws {
        var message = HandmadeHDR10Plus()
        try Corpus.seed("dynamic-metadata", "hdr10plus-a", [0] + message.payload)
        (message.windows, message.target, message.peaks) = (3, 1000, (2, 3))
        (message.curve, message.saturation) = ((1, 2, [3, 4]), 5)
        #expect(try HDR10PlusMessage(payload: message.payload).windows.count == 3)
        try Corpus.seed("dynamic-metadata", "hdr10plus-everything", [0] + message.payload)
        var rpu = HandmadeRPU()
        rpu.blocks = [[(1, [1, 2, 3, 4, 5]), (5, HandmadeRPU.area(0, 0, 20, 20))], [(254, [0, 2])]]
        for pieces in [1, 8] {
            for hasNoResidual in [true, false] {
                (rpu.pieces, rpu.hasNoResidual, rpu.hasSmallerEnhancement) = (pieces, hasNoResidual, !hasNoResidual)
                #expect(try DolbyVisionUnit(payload: rpu.payload).levels() == [1, 5, 254])
                let name = "rpu-\(pieces)-\(hasNoResidual ? 8 : 7)"
                try Corpus.seed("dynamic-metadata", name, [1] + rpu.payload)
            }
        }
        let unit = DolbyVisionUnit.unit(payload: rpu.payload)
        try Corpus.seed("dynamic-metadata", "file-rpu", [3, 0, 0, 0, 1] + unit + [0, 0, 1] + unit.dropFirst(2))
        let metadata = DynamicMetadata(hdr10Plus: HandmadeHDR10Plus().payload, dolbyVision: rpu.payload)
        try Corpus.seed(
            "dynamic-metadata",
            "temporal-unit",
            [5] + HandmadeOBU.unit(2, []) + HandmadeOBU.units(of: metadata) + HandmadeOBU.unit(6, [1, 2, 3])
        )
        let pyramid = try HandmadePyramid(levels: 2, groups: 1)
        for (index, sample) in try pyramid.samples().enumerated() {
            let whole = try sample.withRawSpan(metadata.inserted(intoSample:))
            try Corpus.seed("dynamic-metadata", "sample-\(index)", [2] + whole)
        }
    }
}
