import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct SubLayerTests {
    private func handmade(_ subLayers: Int = 3, ofEach: Bool = true) -> ParameterSets {
        ParameterSets(
            vps: HandmadeSequence.videoUnit(subLayers: subLayers, hasOrderingOfEach: ofEach),
            sps: HandmadeSequence.unit(subLayers: subLayers, hasOrderingOfEach: ofEach),
            pps: KnownStreams.main.pps
        )
    }

    @Test("profile, level and buffering of each sub-layer are read from VPS and SPS")
    func reading() throws {
        let layers = try handmade().subLayers()
        #expect(layers.count == 3)
        #expect(layers.isTemporalIDNested)
        #expect(layers.profileTierLevel.subLayerLevels == [63, nil])
        #expect(layers.profileTierLevel.subLayers[0].profile?.profile == 2)
        #expect(layers.profileTierLevel.subLayers[0].profile?.constraints == 0x9000_0000_0001)
        #expect(layers.ordering.map(\.pictureBuffers) == [3, 4, 5])
        #expect(layers.ordering.map(\.reorderedPictures) == [0, 1, 2])
        #expect(layers.ordering.map(\.latencyIncreasePlus1) == [0, 5, 0])
        let video = try handmade().vps.withRawSpan(VideoParameterSet.init)
        #expect(video.subLayerDescription == layers)
        #expect(video.timing?.timescale == 60000)
    }

    @Test("a sub-layer inherits missing values from the one above it")
    func inference() throws {
        let layers = try handmade().subLayers()
        #expect(layers.profileTierLevel.representation(upTo: 0).level == 63)
        #expect(layers.profileTierLevel.representation(upTo: 0).profile.profile == 2)
        #expect(layers.profileTierLevel.representation(upTo: 1).level == 93)
        #expect(layers.profileTierLevel.representation(upTo: 2).profile.profile == 1)
        #expect(layers.ordering(upTo: 1)?.pictureBuffers == 4)
        #expect(layers.ordering(upTo: 3) == nil)
        let single = try handmade(ofEach: false).subLayers()
        #expect((0..<3).map { single.ordering(upTo: $0)?.pictureBuffers } == [5, 5, 5])
    }

    @Test("a set written with its own sub-layers has the same bytes")
    func identity() throws {
        for sets in [KnownStreams.main, KnownStreams.layered, handmade(), handmade(ofEach: false), handmade(2)] {
            let (video, videoSites) = try sets.vps.withRawSpan(VideoParameterSet.reading)
            #expect(try videoSites.rewrite(sets.vps, describing: video.subLayerDescription) == sets.vps)
            let (sequence, sequenceSites) = try sets.sps.withRawSpan(SequenceParameterSet.reading)
            #expect(try sequenceSites.rewrite(sets.sps, describing: sequence.subLayerDescription) == sets.sps)
        }
    }

    @Test("the sets of the lower sub-layers equal those of an encoder of these alone", arguments: 1...3)
    func extraction(_ count: Int) throws {
        for ofEach in [true, false] {
            #expect(try handmade(ofEach: ofEach).keepingSubLayers(count) == handmade(count, ofEach: ofEach))
        }
        #expect(try handmade().keepingSubLayers(count + 4).keepingSubLayers(count) == handmade(count))
    }

    @Test("one level of a real two-level stream keeps all other fields, including HRD")
    func realExtraction() throws {
        let lower = try KnownStreams.layered.keepingSubLayers(1)
        let old = try KnownStreams.layered.sps.withRawSpan(SequenceParameterSet.init)
        var new = try lower.sps.withRawSpan(SequenceParameterSet.init)
        #expect(new.subLayers == 1 && new.isTemporalIDNested)
        #expect(new.ordering == Array(old.ordering.prefix(1)))
        let (left, whole) = (new.usability?.hypotheticalDecoder, old.usability?.hypotheticalDecoder)
        #expect(left?.deliveries == whole.map { Array($0.deliveries.prefix(1)) })
        #expect(left?.hasNAL == true && left?.initialDelayLength == whole?.initialDelayLength)
        #expect(left?.removalDelayLength == whole?.removalDelayLength)
        #expect(left?.outputDelayLength == whole?.outputDelayLength)
        new.usability?.hypotheticalDecoder = whole
        #expect(new.usability == old.usability)
        new.isTemporalIDNested = old.isTemporalIDNested
        new.profileTierLevel.subLayers = old.profileTierLevel.subLayers
        new.ordering = old.ordering
        #expect(new == old)
        let video = try lower.vps.withRawSpan(VideoParameterSet.init)
        #expect(video.subLayers == 1 && video.isTemporalIDNested)
        #expect(lower.pps == KnownStreams.layered.pps)
    }

    @Test("sub-layers can be declared for a stream without them, and removed again")
    func declaring() throws {
        let sets = KnownStreams.main
        let own = try sets.subLayers()
        let general = own.profileTierLevel
        for count in 2...7 {
            let layers = SubLayerDescription(
                isTemporalIDNested: false,
                profileTierLevel: ProfileTierLevel(
                    general: general.general,
                    level: general.level,
                    subLayers: (1..<count).map { ProfileTierLevel.SubLayer(level: UInt8($0)) }
                ),
                ordering: (0..<count).map { SubLayerOrdering(pictureBuffers: $0 + 2, reorderedPictures: $0) }
            )
            let layered = try sets.declaring(layers)
            #expect(try layered.subLayers() == layers)
            #expect(try layered.vps.withRawSpan(VideoParameterSet.init).subLayerDescription == layers)
            #expect(try layered.declaring(own) == sets, "the way back leads to the same bytes")
        }
    }

    @Test("sub-layers that the standard forbids are not written")
    func refused() throws {
        let good = try handmade().subLayers()
        var bad = [SubLayerDescription](repeating: good, count: 7)
        bad[0].ordering[0].pictureBuffers = 5
        bad[1].ordering[2].reorderedPictures = 0
        bad[2].ordering[2].reorderedPictures = 5
        bad[3].ordering.removeLast()
        bad[4].profileTierLevel.subLayers = Array(repeating: ProfileTierLevel.SubLayer(), count: 7)
        bad[5].profileTierLevel.general.profile = 32
        bad[6].ordering[2].pictureBuffers = 17
        for layers in bad {
            #expect { try handmade().declaring(layers) } throws: { ($0 as? BitstreamError)?.code == .invalid }
        }
        var single = try KnownStreams.main.subLayers()
        single.isTemporalIDNested = false
        #expect(throws: BitstreamError.self) { try KnownStreams.main.declaring(single) }
        #expect(throws: BitstreamError.self) { try KnownStreams.main.keepingSubLayers(0) }
        // The buffers of a fourth sub-layer are unknown.
        var more = good
        more.profileTierLevel.subLayers.append(ProfileTierLevel.SubLayer())
        more.ordering.append(SubLayerOrdering(pictureBuffers: 6, reorderedPictures: 3))
        #expect { try handmade().declaring(more) } throws: { ($0 as? BitstreamError)?.code == .unsupported }
    }

    @Test("mutated sets are either extracted to readable sets, or refused")
    func mutations() throws {
        var random = SeededGenerator(seed: 11)
        let originals = [handmade(), KnownStreams.layered, handmade(ofEach: false)]
        var extracted = 0
        for round in 0..<6000 {
            var sets = originals[round % originals.count]
            for _ in 0...(round % 3) {
                let byte = UInt8.random(in: 0...255, using: &random)
                if round % 2 == 0 {
                    sets.sps[Int.random(in: 2..<sets.sps.count, using: &random)] = byte
                } else {
                    sets.vps[Int.random(in: 2..<sets.vps.count, using: &random)] = byte
                }
            }
            if round % 7 == 0 { sets.sps.removeLast(Int.random(in: 0..<sets.sps.count, using: &random)) }
            guard let lower = try? sets.keepingSubLayers(1 + round % 2) else { continue }
            extracted += 1
            let layers = try lower.subLayers()
            #expect(layers.count <= 1 + round % 2)
            #expect(try lower.keepingSubLayers(1 + round % 2) == lower)
        }
        #expect(extracted > 100)
    }

    @Test("units that belong to a picture get its TemporalId, all others stay unchanged")
    func temporalIDs() throws {
        let level: UInt8 = 3
        let types: [UInt8] = [35, 39, 1, 40, 62, 63, 38, 34, 36, 48]
        var sample: [UInt8] = []
        for type in types {
            let header = NALUnitHeader(type: NALUnitType(rawValue: type), temporalID: type == 1 ? level : 0)
            (header.bytes + [0, 0, 3, 1]).withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) }
        }
        let before = sample
        #expect(try NALUnitFraming.alignTemporalIDs(inSample: &sample) == 5)
        let headers = try sample.withRawSpan { span in
            try NALUnitFraming.unitsOfSample(span).map { try NALUnitHeader(span.extracting($0)) }
        }
        #expect(headers.map(\.type.rawValue) == types)
        #expect(headers.map(\.temporalID) == [3, 3, 3, 3, 0, 3, 3, 0, 0, 0])
        #expect(zip(before, sample).count(where: { $0 != $1 }) == 5)
        #expect(try NALUnitFraming.alignTemporalIDs(inSample: &sample) == 0, "there is nothing left to mend")
        var none: [UInt8] = [0, 0, 0, 3, 35 << 1, 1, 0x50]
        let copy = none
        #expect(throws: BitstreamError.self) { try NALUnitFraming.alignTemporalIDs(inSample: &none) }
        #expect(none == copy)
    }
}
