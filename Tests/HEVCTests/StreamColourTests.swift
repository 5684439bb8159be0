import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct StreamColourTests {
    private static let metadata = StaticMetadata(
        contentLight: ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400),
        preferredTransfer: 18,
        ambientViewing: AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)
    )
    private static let slice: [UInt8] = [19 << 1, 1, 0x80]

    private func read(_ units: [[UInt8]]) -> StreamColour {
        var stream = StreamColour()
        for unit in units { unit.withRawSpan { stream.add(unit: $0) } }
        return stream
    }

    private func sample(_ units: [[UInt8]], lengthByteCount: Int) -> [UInt8] {
        units.flatMap { unit in
            (0..<lengthByteCount).reversed().map { UInt8(truncatingIfNeeded: unit.count >> ($0 * 8)) } + unit
        }
    }

    @Test("VUI and SEI messages are read, from units, from samples with any length, and from Annex B", arguments: 1...4)
    func readings(lengthByteCount: Int) {
        let units =
            [KnownStreams.layered.vps, KnownStreams.layered.sps, KnownStreams.layered.pps] + Self.metadata.units
        let late = StaticMetadata(
            contentLight: ContentLight(maximumContentLightLevel: 1, maximumFrameAverageLightLevel: 1)
        )
        let all = units + [Self.slice] + late.units
        var fromSample = StreamColour()
        sample(all, lengthByteCount: lengthByteCount).withRawSpan {
            fromSample.add(sample: $0, lengthByteCount: lengthByteCount)
        }
        var fromAnnexB = StreamColour()
        all.flatMap { [0, 0, 1] + $0 }.withRawSpan { fromAnnexB.add(annexB: $0) }
        for stream in [read(units), fromSample, fromAnnexB] {
            #expect(stream.hasSequence && stream.warnings.isEmpty)
            #expect(stream.metadata.colour.primaries == 9 && stream.metadata.colour.transfer == 16)
            #expect(stream.metadata.contentLight == Self.metadata.contentLight)
            #expect(stream.metadata.preferredTransfer == 18)
            #expect(stream.metadata.ambientViewing == Self.metadata.ambientViewing)
        }
    }

    @Test("a later SPS replaces an earlier one; units of other layers and invalid units are skipped")
    func replacement() {
        #expect(read([KnownStreams.layered.sps, KnownStreams.main.sps]).metadata.colour.primaries == 2)
        var enhancement = KnownStreams.layered.sps
        enhancement[1] |= 1 << 3
        let stream = read([enhancement, [], [0xFF], [0x80, 1]])
        #expect(!stream.hasSequence && stream.warnings.isEmpty)
    }

    @Test("an SPS or SEI that is cut off is reported and changes nothing")
    func malformed() {
        let sps = KnownStreams.layered.sps
        let cut = read([Array(sps[..<20])])
        #expect(!cut.hasSequence && cut.warnings.count == 1)
        #expect(cut.warnings[0].hasPrefix("an SPS cannot be read and is ignored: "))
        let kept = read([sps, Array(sps[..<20])])
        #expect(kept.hasSequence && kept.metadata.colour.transfer == 16 && kept.warnings.count == 1)
        let short = SupplementalMessage(payloadType: 137, payload: Array(repeating: 1, count: 23))
        let light = SupplementalMessage(payloadType: 144, payload: [3, 232, 1, 144])
        let other = SupplementalMessage(payloadType: 144, payload: [3, 232, 1, 145])
        let odd = read([
            SupplementalMessage.unit([short, light]), SupplementalMessage.unit([other]), [0x4E, 1, 137, 24, 0x80],
        ])
        #expect(odd.metadata.masteringDisplay == nil)
        #expect(odd.metadata.contentLight?.maximumFrameAverageLightLevel == 400)
        #expect(
            odd.warnings == [
                "SEI 137: the mastering display has 23 bytes instead of 24: it is ignored",
                "SEI 144: it says MaxCLL 1000 cd/m², MaxFALL 401 cd/m², an earlier one MaxCLL 1000 cd/m², "
                    + "MaxFALL 400 cd/m²: the first one is used",
                "an SEI unit: last_payload_size_byte: a message of type 137 has 24 bytes, 0 are left: it is ignored",
            ]
        )
    }

    @Test("HDR10+ is recognised by country, provider and application")
    func dynamic() {
        let plus = SupplementalMessage(payloadType: 4, payload: [0xB5, 0, 0x3C, 0, 1, 4, 1, 64])
        let captions = SupplementalMessage(payloadType: 4, payload: [0xB5, 0, 0x31, 71, 65, 57, 52])
        #expect(read([SupplementalMessage.unit([plus])]).hasDynamicMetadata)
        #expect(!read([SupplementalMessage.unit([captions])]).hasDynamicMetadata)
    }

    @Test(
        "units of Dolby Vision are found after the slices, too, where nothing else is read",
        arguments: [62, 63] as [UInt8]
    )
    func dolbyVision(type: UInt8) {
        let late = StaticMetadata(
            contentLight: ContentLight(maximumContentLightLevel: 1, maximumFrameAverageLightLevel: 1)
        )
        let unit: [UInt8] = [type << 1, 1, 0x19, 8]
        let all = [KnownStreams.layered.sps, Self.slice, Self.slice] + late.units + [unit]
        for units in [all, Array(all.dropLast())] {
            var fromSample = StreamColour()
            sample(units, lengthByteCount: 4).withRawSpan { fromSample.add(sample: $0, lengthByteCount: 4) }
            var fromAnnexB = StreamColour()
            units.flatMap { [0, 0, 1] + $0 }.withRawSpan { fromAnnexB.add(annexB: $0) }
            for stream in [fromSample, fromAnnexB] {
                #expect(stream.hasDolbyVision == (units.count == all.count))
                #expect(stream.metadata.contentLight == nil && stream.warnings == [])
            }
        }
        // Invalid bytes after the slices do not affect the units before them.
        var damaged = StreamColour()
        (sample([KnownStreams.layered.sps, Self.slice], lengthByteCount: 4) + [0, 0, 0, 0, 1, 1]).withRawSpan {
            damaged.add(sample: $0, lengthByteCount: 4)
        }
        #expect(damaged.hasSequence && damaged.warnings == [])
    }

    @Test("reading a sample ends for all contents")
    func mutations() {
        var random = SeededGenerator(seed: 77)
        let original = sample([KnownStreams.layered.sps] + Self.metadata.units + [Self.slice], lengthByteCount: 4)
        var warnings: Set<Bool> = []
        for _ in 0..<3000 {
            var bytes = original
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            var stream = StreamColour()
            bytes.withRawSpan { stream.add(sample: $0, lengthByteCount: 4) }
            #expect(stream.warnings.count <= 40)
            warnings.insert(stream.warnings.isEmpty)
        }
        #expect(warnings.count == 2)
    }
}
