import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct TimingTests {
    private let rate = FrameRate(frames: 30000, seconds: 1001)

    /// A video parameter set of one sub-layer with a clock and no HRD, written from ISO/IEC 23008-2 7.3.2.1.
    private func videoUnit(_ clock: (units: UInt64, scale: UInt64, isProportional: Bool)?) -> [UInt8] {
        var bits = BitWriter()
        bits.bits(0b11, 6)
        bits.bits(0, 6)
        bits.bits(0b0001, 4)
        bits.bits(0xFFFF, 16)
        bits.bits(1, 8)
        bits.bits(0x6000_0000, 32)
        bits.bits(0x9000_0000_0000, 48)
        bits.bits(93, 8)
        bits.flag(true)
        for value: UInt32 in [4, 2, 0] { bits.unsigned(value) }
        bits.bits(0, 6)
        bits.unsigned(0)
        bits.flag(clock != nil)
        if let clock {
            bits.bits(clock.units, 32)
            bits.bits(clock.scale, 32)
            bits.flag(clock.isProportional)
            if clock.isProportional { bits.unsigned(6) }
            bits.unsigned(0)
        }
        bits.flag(true)
        bits.bits(0b1011, 4)  // an extension
        bits.trailingBits()
        return [32 << 1, 1] + EmulationPrevention.inserted(into: bits.bytes)
    }

    @Test("another frame rate is declared without other changes, and declaring the old one restores the bytes")
    func sequence() throws {
        let sets = KnownStreams.main
        let old = try sets.sps.withRawSpan(SequenceParameterSet.init)
        #expect(old.usability?.timing?.timescale == 24)
        let changed = try sets.declaring(frameRate: rate)
        var new = try changed.sps.withRawSpan(SequenceParameterSet.init)
        #expect(new.usability?.timing == CodedTiming(rate))
        #expect(new.usability?.timing?.unitsInTick == 1001 && new.usability?.timing?.timescale == 30000)
        new.usability?.timing = old.usability?.timing
        #expect(new == old && changed.pps == sets.pps && changed.vps == sets.vps)
        #expect(try changed.declaring(frameRate: FrameRate(frames: 24, seconds: 1)) == sets)
    }

    @Test("removing the frame rate removes the clock for good")
    func removal() throws {
        let sets = KnownStreams.main
        let changed = try sets.declaring(frameRate: nil)
        let old = try sets.sps.withRawSpan(SequenceParameterSet.init)
        var new = try changed.sps.withRawSpan(SequenceParameterSet.init)
        #expect(new.usability != nil && new.usability?.timing == nil)
        new.usability?.timing = old.usability?.timing
        #expect(new == old)
        #expect(try changed.declaring(frameRate: rate) == changed)
    }

    @Test("the clock of the VPS is removed, too; order counts are no longer proportional to times")
    func video() throws {
        let own = [(1, 60, false), (7, 60, true)] as [(UInt64, UInt64, Bool)]
        for clock in own {
            let sets = ParameterSets(vps: videoUnit(clock), sps: KnownStreams.main.sps, pps: [])
            #expect(try sets.declaring(frameRate: rate).vps == videoUnit((1001, 30000, false)))
            #expect(try sets.declaring(frameRate: nil).vps == videoUnit(nil))
        }
        let plain = ParameterSets(vps: videoUnit(nil), sps: KnownStreams.main.sps, pps: [])
        #expect(try plain.declaring(frameRate: rate).vps == plain.vps)
    }

    @Test("sets with HRD parameters stay unchanged")
    func hypotheticalDecoder() throws {
        let handmade = ParameterSets(
            vps: HandmadeSequence.videoUnit(),
            sps: HandmadeSequence.unit(),
            pps: KnownStreams.main.pps
        )
        let mixed = ParameterSets(vps: videoUnit((1, 60, false)), sps: HandmadeSequence.unit(), pps: [])
        for sets in [KnownStreams.layered, handmade, mixed] {
            #expect(try sets.declaring(frameRate: rate) == sets && sets.declaring(frameRate: nil) == sets)
        }
    }

    @Test("mutated sets get another clock, or are refused")
    func mutations() throws {
        var random = SeededGenerator(seed: 23)
        var changed = 0
        for round in 0..<4000 {
            var sets = KnownStreams.main
            sets.vps = videoUnit((1, 60, true))
            for _ in 0...(round % 3) {
                let byte = UInt8.random(in: 0...255, using: &random)
                if round % 2 == 0 {
                    sets.sps[Int.random(in: 2..<sets.sps.count, using: &random)] = byte
                } else {
                    sets.vps[Int.random(in: 2..<sets.vps.count, using: &random)] = byte
                }
            }
            if round % 5 == 0 { sets.vps.removeLast(Int.random(in: 0..<sets.vps.count, using: &random)) }
            guard let other = try? sets.declaring(frameRate: round % 4 < 2 ? rate : nil) else { continue }
            changed += 1
            #expect(throws: Never.self) { try other.sps.withRawSpan(SequenceParameterSet.init) }
            #expect(throws: Never.self) { try other.vps.withRawSpan(VideoParameterSet.init) }
        }
        #expect(changed > 100)
    }

    @Test("levels are declared for the sub-layers without one, and for the stream")
    func levels() throws {
        let sets = ParameterSets(
            vps: HandmadeSequence.videoUnit(),
            sps: HandmadeSequence.unit(),
            pps: KnownStreams.main.pps
        )
        let declared = try sets.declaring(levels: [30, 90, 120])
        let old = try sets.subLayers()
        for layers in [
            try declared.subLayers(), try declared.vps.withRawSpan(VideoParameterSet.init).subLayerDescription,
        ] {
            #expect(layers.profileTierLevel.level == 120)
            #expect(layers.profileTierLevel.subLayerLevels == [63, 90], "the lowest has its own")
            #expect(layers.ordering == old.ordering)
        }
        #expect(try declared.keepingSubLayers(2).subLayers().profileTierLevel.level == 90)
        #expect(try KnownStreams.main.declaring(levels: [30]) == KnownStreams.main)
    }
}
