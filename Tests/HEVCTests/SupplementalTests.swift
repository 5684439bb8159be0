import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct SupplementalTests {
    /// A display of P3 primaries and 1000 cd/m², and light levels: as x265 writes them.
    static let metadata = StaticMetadata(
        masteringDisplay: HDR10Example.display,
        contentLight: HDR10Example.light
    )

    private func read(_ units: [[UInt8]]) -> StaticMetadata {
        var metadata = StaticMetadata()
        for unit in units { unit.withRawSpan { metadata.add(unit: $0) } }
        return metadata
    }

    @Test("the bytes of each message equal those of the standard")
    func bytes() throws {
        let display = "4e01" + "8918" + "33c286c41d4c0bb884d03e803d134042009896800000030001" + "80"
        let light = "4e01" + "9004" + "03e80190" + "80"
        #expect(SupplementalTests.metadata.units == [display, light].map(KnownStreams.bytes))
        let ambient = StaticMetadata(
            preferredTransfer: 18,
            ambientViewing: HDR10Example.ambient
        )
        #expect(
            ambient.units
                == ["4e01" + "9301" + "12" + "80", "4e01" + "9408" + "002fe9a03d134042" + "80"].map(KnownStreams.bytes)
        )
    }

    @Test("written messages are read back, in one unit or several, with any values")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 51)
        func u16() -> UInt16 { UInt16.random(in: 0...65535, using: &random) }
        func point() -> MasteringDisplay.Chromaticity { MasteringDisplay.Chromaticity(x: u16(), y: u16()) }
        for round in 0..<500 {
            let metadata = StaticMetadata(
                masteringDisplay: round % 2 == 0
                    ? MasteringDisplay(
                        green: point(),
                        blue: point(),
                        red: point(),
                        whitePoint: point(),
                        maximumLuminance: UInt32(u16()) << 16,
                        minimumLuminance: UInt32(u16())
                    ) : nil,
                contentLight: round % 3 > 0
                    ? ContentLight(maximumContentLightLevel: u16(), maximumFrameAverageLightLevel: u16()) : nil,
                preferredTransfer: round % 5 > 0 ? UInt8(truncatingIfNeeded: round) : nil,
                ambientViewing: round % 7 > 0 ? AmbientViewing(illuminance: UInt32(u16()), x: u16(), y: u16()) : nil
            )
            let other = SupplementalMessage(
                payloadType: 255 * (round % 3) + 5,
                payload: Array(repeating: 0, count: round)
            )
            let one = SupplementalMessage.unit([other] + metadata.messages + [other], temporalID: UInt8(round % 7))
            for result in [read(metadata.units), read([one])] {
                #expect(result.messages == metadata.messages)
                #expect(result.masteringDisplay == metadata.masteringDisplay)
                #expect(!result.findings.contains { ![.reservedValue, .implausible].contains($0.kind) })
            }
            let messages = try one.withRawSpan(SupplementalMessage.messages)
            #expect(messages == [other] + metadata.messages + [other])
        }
    }

    @Test("too short payloads are ignored, too long ones are used, and both are reported")
    func sizes() {
        for message in SupplementalTests.metadata.messages
            + StaticMetadata(
                preferredTransfer: 18,
                ambientViewing: AmbientViewing(illuminance: 1, x: 1, y: 1)
            ).messages
        {
            for count in 0..<message.payload.count {
                var short = message
                short.payload = Array(message.payload.prefix(count))
                let result = read([SupplementalMessage.unit([short])])
                #expect(result.messages.isEmpty)
                #expect(result.findings.map(\.kind) == [.tooShort])
                #expect(result.findings.first?.payloadType == message.payloadType)
            }
            var long = message
            long.payload += [0, 0, 1]
            let result = read([SupplementalMessage.unit([long])])
            #expect(result.messages == [message])
            #expect(result.findings.map(\.kind) == [.tooLong])
        }
    }

    @Test("repeated messages count once, and contradictory ones are reported")
    func repeated() {
        var other = SupplementalTests.metadata
        other.contentLight?.maximumContentLightLevel = 500
        let units = SupplementalTests.metadata.units
        #expect(read(units + units) == SupplementalTests.metadata)
        let result = read(units + other.units + other.units)
        #expect(result.contentLight == SupplementalTests.metadata.contentLight)
        #expect(result.findings.map(\.kind) == [.contradiction])
    }

    @Test("reserved or impossible values are carried and reported")
    func oddities() throws {
        func kinds(_ change: (inout MasteringDisplay) -> Void) throws -> [MetadataFinding.Kind] {
            var display = try #require(SupplementalTests.metadata.masteringDisplay)
            change(&display)
            let result = read(StaticMetadata(masteringDisplay: display).units)
            #expect(result.masteringDisplay == display)
            return result.findings.map(\.kind)
        }
        #expect(try kinds { _ in } == [])
        #expect(try kinds { $0.red.x = 50001 } == [.reservedValue])
        #expect(try kinds { $0.maximumLuminance = 1000 } == [.implausible])
        #expect(try kinds { $0.minimumLuminance = 60_000 } == [.implausible])
        #expect(try kinds { ($0.maximumLuminance, $0.minimumLuminance) = (0, 0) } == [.implausible, .implausible])
        var display = try #require(SupplementalTests.metadata.masteringDisplay)
        (display.green, display.blue, display.red) = (display.red, display.green, display.blue)
        #expect(display.oddities.map(\.kind) == [.implausible])
        #expect(display.oddities.first?.words.contains("red, green and blue") == true)
        let light = ContentLight(maximumContentLightLevel: 100, maximumFrameAverageLightLevel: 200)
        #expect(read(StaticMetadata(contentLight: light).units).findings.map(\.kind) == [.implausible])
        for code: UInt8 in [0, 3, 19, 255] {
            let result = read(StaticMetadata(preferredTransfer: code).units)
            #expect(result.preferredTransfer == code && result.findings.map(\.kind) == [.reservedValue])
            #expect(ColourDescription(transfer: code).oddities.map(\.kind) == [.reservedValue])
        }
        let ambient = AmbientViewing(illuminance: 0, x: 60000, y: 1)
        #expect(read(StaticMetadata(ambientViewing: ambient).units).findings.count == 2)
        #expect(ColourDescription(primaries: 9, transfer: 16, matrix: 9).oddities.isEmpty)
        #expect(ColourDescription.unspecified.oddities.isEmpty)
        #expect(ColourDescription(primaries: 3, transfer: 1, matrix: 3).oddities.count == 2)
    }

    @Test(
        "units that cannot be divided into messages are reported and change nothing",
        arguments: [
            "4e01", "4e0180", "4e010000", "4e01890480", "4e01ffffff80", "4e0190ff80", "4e01900403e80190", "4e018918",
        ]
    )
    func unreadable(_ text: String) {
        let result = read([KnownStreams.bytes(text)])
        #expect(result.messages.isEmpty)
        #expect(result.findings.map(\.kind) == [.unreadable])
        #expect(result.findings.first?.payloadType == nil)
    }

    @Test("units of other kinds are skipped, and very many messages give a bounded number of findings")
    func bounded() {
        #expect(read([KnownStreams.main.sps, [], [1], [0x80, 0]]) == StaticMetadata())
        let flood = (0..<200).map { SupplementalMessage(payloadType: 144, payload: [UInt8($0), 1, 2, 3]) }
        #expect(read([SupplementalMessage.unit(flood)]).findings.count == 32)
        let many = (0..<2000).map { _ in SupplementalMessage(payloadType: 4, payload: []) }
        #expect(read([SupplementalMessage.unit(many)]).findings.map(\.kind) == [.unreadable])
    }

    @Test("mutated units are read or refused")
    func mutations() {
        var random = SeededGenerator(seed: 61)
        let original = SupplementalMessage.unit(SupplementalTests.metadata.messages)
        var kinds: Set<MetadataFinding.Kind> = []
        for _ in 0..<5000 {
            var unit = original
            for _ in 0..<2 {
                unit[Int.random(in: 2..<unit.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { unit.removeLast(Int.random(in: 0..<unit.count, using: &random)) }
            kinds.formUnion(read([unit]).findings.map(\.kind))
        }
        #expect(kinds.isSuperset(of: [.unreadable, .tooShort, .tooLong, .reservedValue, .implausible]))
    }
}
