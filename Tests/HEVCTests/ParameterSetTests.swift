import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct ParameterSetTests {
    @Test("an 8-bit stream of x265 is described with its settings")
    func main() throws {
        let video = try KnownStreams.main.vps.withRawSpan(VideoParameterSet.init)
        #expect(video.subLayers == 1)
        #expect(video.isTemporalIDNested)
        #expect(video.timing == nil)
        let sequence = try KnownStreams.main.sps.withRawSpan(SequenceParameterSet.init)
        #expect(sequence.size == PictureSize(width: 160, height: 96))
        #expect(sequence.codedSize == sequence.size)
        #expect(sequence.chromaFormat == 1)
        #expect(sequence.lumaBitDepth == 8)
        #expect(sequence.chromaBitDepth == 8)
        #expect(sequence.orderCountBits == 8)
        #expect(sequence.profileTierLevel.profile == 1)
        #expect(sequence.profileTierLevel.level == 30)
        #expect(sequence.profileTierLevel == video.profileTierLevel)
        #expect(sequence.usability?.timing?.unitsInTick == 1)
        #expect(sequence.usability?.timing?.timescale == 24)
        #expect(sequence.usability?.hasHypotheticalDecoder == false)
    }

    @Test("a 10-bit stream with HRD and two sub-layers is described with its settings")
    func layered() throws {
        let video = try KnownStreams.layered.vps.withRawSpan(VideoParameterSet.init)
        #expect(video.subLayers == 2)
        #expect(!video.isTemporalIDNested)
        #expect(video.ordering.count == 2)
        let sequence = try KnownStreams.layered.sps.withRawSpan(SequenceParameterSet.init)
        #expect(sequence.subLayers == 2)
        #expect(!sequence.isTemporalIDNested)
        #expect(sequence.codedSize == PictureSize(width: 168, height: 96))
        #expect(sequence.size == PictureSize(width: 162, height: 90))
        #expect(sequence.lumaBitDepth == 10)
        #expect(sequence.profileTierLevel.profile == 2)
        #expect(sequence.profileTierLevel.level == 60)
        #expect(sequence.profileTierLevel.subLayerLevels == [nil])
        let usability = try #require(sequence.usability)
        #expect(usability.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
        #expect(usability.pixelAspect == PixelAspect(horizontal: 4, vertical: 3))
        #expect(usability.timing?.timescale == 24)
        #expect(usability.hasHypotheticalDecoder)
        let picture = try KnownStreams.layered.pps.withRawSpan(PictureParameterSet.init)
        #expect(picture.id == 0)
        #expect(!picture.usesTiles)
    }

    @Test("all fields before the usability information are skipped exactly")
    func everyOption() throws {
        let unit = HandmadeSequence.unit
        let sequence = try unit.withRawSpan(SequenceParameterSet.init)
        #expect(sequence.subLayers == 3)
        #expect(sequence.profileTierLevel.subLayerLevels == [63, nil])
        #expect(sequence.shortTermReferences.map(\.count) == [3, 4])
        #expect(sequence.shortTermReferences[0].before.map(\.delta) == [-1, -3])
        #expect(sequence.shortTermReferences[0].behind.map(\.delta) == [2])
        #expect(sequence.shortTermReferences[1].before.map(\.delta) == [-1, -2, -4])
        #expect(sequence.shortTermReferences[1].behind.map(\.delta) == [1])
        #expect(sequence.shortTermReferences[1].before.map(\.isUsedByCurrent) == [true, true, false])
        #expect(sequence.usesTemporalMotionVectors)
        #expect(sequence.usability?.colour.transfer == 18)
        #expect(sequence.usability?.hasHypotheticalDecoder == true)
        #expect(sequence.usability?.minimumSpatialSegmentation == 77)
        #expect(sequence.usability?.videoFormat == 5)
        #expect(sequence.usability?.chromaLocation?.topField == 2)
        #expect(sequence.longTermReferences.map(\.orderCountLow) == [0x123 >> 1, 0x55 >> 1])
        #expect(sequence.longTermReferences.map(\.isUsedByCurrent) == [true, true])
    }

    @Test("another tier and level is declared without other changes")
    func level() throws {
        for sets in [KnownStreams.main, KnownStreams.layered] {
            let changed = try sets.declaring(isHighTier: true, level: 120)
            for (before, after) in [(sets, changed), (changed, try changed.declaring(isHighTier: false, level: 3))] {
                let old = try before.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
                var new = try after.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
                #expect(new.profileTierLevel.level == (after == changed ? 120 : 3))
                #expect(new.profileTierLevel.isHighTier == (after == changed))
                new.profileTierLevel = old.profileTierLevel
                #expect(new == old && after.pps == before.pps)
            }
            let own = try sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }.profileTierLevel
            #expect(try changed.declaring(isHighTier: own.isHighTier, level: own.level) == sets, "VPS included")
        }
        let cut = ParameterSets(vps: KnownStreams.main.vps, sps: [0x42, 1, 1, 1, 0x60], pps: [])
        #expect(throws: BitstreamError.self) { try cut.declaring(isHighTier: false, level: 30) }
    }

    @Test("a parameter set cut off anywhere is an error, not a crash")
    func truncations() throws {
        for sets in [KnownStreams.main, KnownStreams.layered] {
            for count in 0..<(sets.sps.count - 1) {
                #expect(throws: BitstreamError.self) {
                    try Array(sets.sps[..<count]).withRawSpan(SequenceParameterSet.init)
                }
            }
            for count in 0..<(sets.vps.count - 2) {
                #expect(throws: BitstreamError.self) {
                    try Array(sets.vps[..<count]).withRawSpan(VideoParameterSet.init)
                }
            }
            for count in 0..<3 {
                #expect(throws: BitstreamError.self) {
                    try Array(sets.pps[..<count]).withRawSpan(PictureParameterSet.init)
                }
            }
        }
    }

    @Test("parameter sets of one kind are refused where another is expected")
    func mixedUp() {
        let sets = KnownStreams.main
        #expect(throws: BitstreamError.self) { try sets.vps.withRawSpan(SequenceParameterSet.init) }
        #expect(throws: BitstreamError.self) { try sets.sps.withRawSpan(PictureParameterSet.init) }
        #expect(throws: BitstreamError.self) { try sets.pps.withRawSpan(VideoParameterSet.init) }
    }

    @Test("mutated and random parameter sets are read or refused within bounds")
    func mutations() {
        var random = SeededGenerator(seed: 3)
        var accepted = 0
        let originals = [
            HandmadeSequence.unit, KnownStreams.layered.sps, HandmadeSequence.videoUnit(), KnownStreams.main.pps,
        ]
        for round in 0..<8000 {
            var unit = originals[round % originals.count]
            if round % 5 == 0 {
                unit = Array(unit[..<2]) + (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            for _ in 0...(round % 4) {
                let index = Int.random(in: 2..<unit.count, using: &random)
                unit[index] = UInt8.random(in: 0...255, using: &random)
            }
            if let sequence = try? unit.withRawSpan(SequenceParameterSet.init) {
                accepted += 1
                #expect(sequence.size.width > 0 && sequence.size.height > 0)
                #expect(sequence.shortTermReferences.allSatisfy { $0.count <= 16 })
            }
            if (try? unit.withRawSpan(VideoParameterSet.init)) != nil { accepted += 1 }
            if (try? unit.withRawSpan(PictureParameterSet.init)) != nil { accepted += 1 }
        }
        #expect(accepted > 0)
    }
}
