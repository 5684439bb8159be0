import Media
import TestSupport
import Testing

@Suite("Settled colour: container first, then bitstream")
struct SettledColourTests {
    private static let hdr10 = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    private static let sdr = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    private static let p3 = HDR10Example.display
    private static let light = HDR10Example.light
    private static let ambient = HDR10Example.ambient
    private static let everything = ColourMetadata(
        colour: hdr10,
        masteringDisplay: p3,
        contentLight: light,
        ambientViewing: ambient,
        chromaLocation: 2
    )

    @Test("a value of one side alone is used, and so is a common one")
    func oneSide() {
        for (container, bitstream) in [
            (Self.everything, ColourMetadata()), (ColourMetadata(), Self.everything),
            (Self.everything, Self.everything),
        ] {
            let settled = SettledColour(container: container, bitstream: bitstream)
            #expect(settled.metadata == Self.everything)
            #expect(settled.warnings.isEmpty)
        }
        #expect(SettledColour(container: ColourMetadata(), bitstream: ColourMetadata()).metadata == ColourMetadata())
    }

    @Test("the bitstream fills what the container leaves unspecified, field by field")
    func fields() {
        var container = ColourMetadata(colour: ColourDescription(primaries: 12, transfer: 2, matrix: 9))
        container.contentLight = Self.light
        var bitstream = Self.everything
        bitstream.contentLight = nil
        let settled = SettledColour(container: container, bitstream: bitstream)
        #expect(
            settled.metadata.colour == ColourDescription(primaries: 12, transfer: 16, matrix: 9, isFullRange: false)
        )
        #expect(settled.metadata.contentLight == Self.light && settled.metadata.masteringDisplay == Self.p3)
        #expect(
            settled.warnings
                == ["primaries: the container says smpte432, the bitstream bt2020: the container is used"]
        )
    }

    @Test("every contradiction is reported, and the container wins")
    func contradictions() {
        var other = Self.everything
        other.colour = ColourDescription(primaries: 1, transfer: 18, matrix: 1, isFullRange: true)
        other.masteringDisplay?.maximumLuminance = 40_000_000
        other.contentLight = ContentLight(maximumContentLightLevel: 4000, maximumFrameAverageLightLevel: 0)
        other.ambientViewing?.illuminance = 50_000
        other.chromaLocation = 0
        let settled = SettledColour(container: Self.everything, bitstream: other)
        #expect(settled.metadata == Self.everything)
        let believed = ": the container is used"
        #expect(
            settled.warnings == [
                "primaries: the container says bt2020, the bitstream bt709" + believed,
                "transfer: the container says smpte2084, the bitstream arib-std-b67" + believed,
                "matrix: the container says bt2020nc, the bitstream bt709" + believed,
                "range: the container says limited, the bitstream full" + believed,
                "chroma location: the container says top left, the bitstream left" + believed,
                "mastering display: the container says P3-D65, 0.0001 to 1000 cd/m², "
                    + "the bitstream P3-D65, 0.0001 to 4000 cd/m²" + believed,
                "content light: the container says MaxCLL 1000 cd/m², MaxFALL 400 cd/m², "
                    + "the bitstream MaxCLL 4000 cd/m², "
                    + "MaxFALL unknown" + believed,
                "ambient light: the container says 314 lux, D65, the bitstream 5 lux, D65" + believed,
            ]
        )
    }

    @Test(
        "codes of equal meaning, and values that differ by rounding, are no contradiction",
        arguments: [(1, 6, 5), (6, 1, 6), (14, 15, 5)] as [(UInt8, UInt8, UInt8)]
    )
    func alike(tagged: UInt8, coded: UInt8, matrix: UInt8) {
        var container = ColourMetadata(colour: ColourDescription(primaries: 6, transfer: tagged, matrix: matrix))
        var bitstream = ColourMetadata(colour: ColourDescription(primaries: 7, transfer: coded, matrix: 11 - matrix))
        #expect(SettledColour(container: container, bitstream: bitstream).warnings.isEmpty)
        (container, bitstream) = (Self.everything, Self.everything)
        bitstream.masteringDisplay?.green.x += 3
        bitstream.masteringDisplay?.minimumLuminance -= 1
        #expect(SettledColour(container: container, bitstream: bitstream).warnings.isEmpty)
    }

    @Test(
        "SEI 147 changes a compatible transfer of the VUI to HLG",
        arguments: [2, 18, 14, 1] as [UInt8]
    )
    func preferred(tagged: UInt8) {
        let container = ColourMetadata(colour: ColourDescription(primaries: 9, transfer: tagged, matrix: 9))
        let vui = ColourDescription(primaries: 9, transfer: 14, matrix: 9, isFullRange: false)
        let settled = SettledColour(
            container: container,
            bitstream: ColourMetadata(colour: vui, preferredTransfer: 18)
        )
        #expect(settled.metadata.colour.transfer == 18 && settled.metadata.preferredTransfer == 18)
        #expect(settled.metadata.dynamicRange == "HLG (by SEI 147)")
        // GPAC repeats the VUI in `colr`, which is reported.
        #expect(settled.warnings.count == (tagged == 2 || tagged == 18 ? 0 : 1))
    }

    @Test("a container with another transfer wins over SEI 147, too")
    func overruled() {
        let settled = SettledColour(
            container: ColourMetadata(colour: Self.hdr10),
            bitstream: ColourMetadata(
                colour: ColourDescription(primaries: 9, transfer: 14, matrix: 9, isFullRange: false),
                preferredTransfer: 18
            )
        )
        #expect(settled.metadata.colour == Self.hdr10 && settled.metadata.preferredTransfer == nil)
        #expect(settled.warnings.count == 1 && settled.warnings[0].hasPrefix("transfer: the container says smpte2084"))
    }

    @Test("reserved codes count as unspecified, so that the other side may fill them, and are reported")
    func reserved() {
        let settled = SettledColour(
            container: ColourMetadata(colour: ColourDescription(primaries: 0, transfer: 200, matrix: 3)),
            bitstream: ColourMetadata(colour: Self.sdr, preferredTransfer: 77)
        )
        #expect(settled.metadata.colour == Self.sdr && settled.metadata.preferredTransfer == nil)
        #expect(settled.warnings.count == 4)
        #expect(settled.warnings.first == "container: colour primaries 0 are reserved: it is treated as unspecified")
        #expect(ColourDescription(primaries: 22, transfer: 18, matrix: 17).withoutReservedCodes.primaries == 22)
    }

    @Test("impossible values are carried unchanged, and reported")
    func oddities() {
        var phone = Self.p3
        (phone.green, phone.blue, phone.red) = (Self.p3.red, Self.p3.green, Self.p3.blue)
        (phone.maximumLuminance, phone.minimumLuminance) = (1000, 50)
        let settled = SettledColour(
            container: ColourMetadata(),
            bitstream: ColourMetadata(colour: Self.hdr10, masteringDisplay: phone)
        )
        #expect(settled.metadata.masteringDisplay == phone)
        #expect(
            settled.warnings == [
                "the primaries of the mastering display cannot be green, blue and red: they look like "
                    + "red, green and blue: it is kept unchanged",
                "a mastering display with a peak of 0.1 cd/m² does not exist: it is kept unchanged",
            ]
        )
        let sdr = SettledColour(
            container: ColourMetadata(colour: Self.sdr, masteringDisplay: Self.p3),
            bitstream: ColourMetadata()
        )
        #expect(sdr.metadata.masteringDisplay == Self.p3 && sdr.warnings.count == 1)
    }

    @Test("colour and light as text")
    func words() {
        var phone = Self.p3
        (phone.green, phone.blue, phone.red) = (Self.p3.red, Self.p3.green, Self.p3.blue)
        #expect("\(phone)" == "P3-D65 in the order red, green, blue, 0.0001 to 1000 cd/m²")
        phone.red = .init(x: 1, y: 50000)
        #expect(
            "\(phone)"
                == "green (0.68, 0.32), blue (0.265, 0.69), red (0.00002, 1), "
                + "white (0.3127, 0.329), 0.0001 to 1000 cd/m²"
        )
        #expect("\(AmbientViewing(illuminance: 1, x: 0, y: 25000))" == "0.0001 lux, light of (0, 0.5)")
        #expect("\(Self.hdr10)" == "bt2020, smpte2084, bt2020nc, limited range")
        #expect("\(ColourDescription.unspecified)" == "unspecified, unspecified, unspecified")
        #expect(Self.everything.dynamicRange == "HDR10")
        #expect(ColourMetadata(colour: Self.hdr10).dynamicRange == "PQ without mastering metadata")
        #expect(ColourMetadata(colour: ColourDescription(transfer: 18)).dynamicRange == "HLG")
        #expect(ColourMetadata(colour: Self.sdr).dynamicRange == "SDR")
        #expect(ColourMetadata().dynamicRange.hasPrefix("SDR, "))
    }
}
