import Media
import TestSupport
import Testing

@testable import HEVC

/// Buffer messages of a stream, written and read again.
@Suite struct BufferScheduleTests {
    private static let limits = BufferLimits(bitsPerSecond: 2_500_000, bufferBits: 1_250_000)!

    @Test func `Limits are declared in the usability information, and all else stays bit for bit`() throws {
        let sets = KnownStreams.main
        let declared = try sets.declaring(HypotheticalDecoder(Self.limits, subLayers: 1))
        let sequence = try declared.sps.withRawSpan(SequenceParameterSet.init)
        let decoder = try #require(sequence.usability?.hypotheticalDecoder)
        #expect(decoder.hasNAL && !decoder.hasVCL && !decoder.hasSubPictures)
        // 2.5 Mbit/s are not a multiple of 64 bit/s.
        #expect(decoder.deliveries == [[.init(bitsPerSecond: 2_499_968, bufferBits: 1_250_000, isConstant: false)]])
        #expect(decoder.deliveries[0][0].limits == HypotheticalDecoder.declarable(Self.limits))
        #expect(decoder.initialDelayLength == 24 && decoder.removalDelayLength == 24 && decoder.outputDelayLength == 8)
        #expect(declared.vps == sets.vps && declared.pps == sets.pps)
        var plain = sequence
        plain.usability?.hypotheticalDecoder = nil
        #expect(try plain == sets.sps.withRawSpan(SequenceParameterSet.init))
        #expect(throws: BitstreamError.self) { try declared.declaring(HypotheticalDecoder(Self.limits, subLayers: 1)) }
        #expect(throws: BitstreamError.self) {
            try sets.declaring(frameRate: nil).declaring(HypotheticalDecoder(Self.limits, subLayers: 1))
        }
    }

    @Test func `What an encoder declares is read`() throws {
        let sequence = try KnownStreams.layered.sps.withRawSpan(SequenceParameterSet.init)
        let decoder = try #require(sequence.usability?.hypotheticalDecoder)
        #expect(decoder.hasNAL)
        #expect(decoder.deliveries.count == 2)
        #expect(decoder.deliveries.allSatisfy { $0.first?.limits != nil })
    }

    @Test func `Messages come back as they were written`() throws {
        let decoder = HypotheticalDecoder(Self.limits, subLayers: 3)
        for (delta, delay, offset, output) in [(1, 1, 0, 0), (256, 90_000, 4_000_000, 7), (1 << 24, 768, 3, 255)] {
            let period = BufferingPeriod(removalDelta: delta, delay: delay, offset: offset)
            let timing = PictureTiming(removalDelay: delta, outputDelay: output)
            let unit = SupplementalMessage.unit([period.message(decoder), timing.message(decoder)])
            let messages = try unit.withRawSpan { try SupplementalMessage.messages(inUnit: $0) }
            #expect(messages.map(\.payloadType) == [0, 1])
            #expect(try BufferingPeriod(payload: messages[0].payload, decoder) == period)
            #expect(try PictureTiming(payload: messages[1].payload, decoder, hasFieldInformation: false) == timing)
            #expect(throws: BitstreamError.self) { try BufferingPeriod(payload: [0x80], decoder) }
        }
    }

    @Test
    func `Messages that were put in place are never longer than what held the places, and no unit comes late by them`()
        throws
    {
        let sets = try KnownStreams.main.declaring(HypotheticalDecoder(Self.limits, subLayers: 1))
        var schedule = try #require(try BufferSchedule(sets, timescale: 24))
        let declared = HypotheticalDecoder.declarable(Self.limits)
        var (proof, plain) = (DecoderBuffer(declared, timescale: 24), DecoderBuffer(declared, timescale: 24))
        let placeholder = schedule.placeholder.count
        var dice = SeededGenerator(seed: 7)
        var (lastPeriod, lastNeeded) = (0, 0)
        for unit in 0..<2000 {
            let isIDR = unit == 0 || Int.random(in: 0..<50, using: &dice) == 0
            let bytes = 100 + Int.random(in: 0..<(isIDR ? 60_000 : 22_000), using: &dice)
            let isNeeded = isIDR || unit % 3 == 0
            let messages = schedule.take(.init(byteCount: bytes, tick: Int64(unit), isIDR: isIDR, isNeeded: isNeeded))
            var count = bytes
            if let messages {
                #expect(messages.count <= placeholder)
                count += messages.count - placeholder + sets.byteStreamCount
                let found = try messages.withRawSpan { sample in
                    try NALUnitFraming.unitsOfSample(sample).flatMap {
                        try SupplementalMessage.messages(inUnit: sample.extracting($0))
                    }
                }
                let period = try BufferingPeriod(payload: found[0].payload, schedule.decoder)
                let timing = try PictureTiming(payload: found[1].payload, schedule.decoder, hasFieldInformation: false)
                #expect(period.delay + period.offset == schedule.longestDelay)
                #expect(period.delay >= 1 && period.delay <= max(proof.delay(at: Int64(unit)), 1))
                if unit > 0 {
                    #expect(timing.removalDelay == unit - lastPeriod)
                    #expect(period.removalDelta == unit - lastNeeded)
                }
                proof.beginPeriod(at: Int64(unit), delay: period.delay)
                lastPeriod = unit
            }
            if isNeeded { lastNeeded = unit }
            #expect((messages != nil) == isIDR)
            proof.remove(bits: count * 8, at: Int64(unit))
            plain.remove(bits: count * 8, at: Int64(unit))
        }
        // Rounding to ticks changes each period by less than one tick.
        #expect(plain.underflowCount <= proof.underflowCount)
        #expect(try #require(plain.leastBits) - (try #require(proof.leastBits)) < 60 * 28)
    }
}
