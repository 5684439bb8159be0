import Media
import TestSupport
import Testing

@testable import ISOMedia

/// `dvcC`, `dvvC` and `dvwC`: their bytes, in a sample entry, and damaged; and what each profile means for a film
/// without them.
@Suite struct DolbyVisionBoxTests {
    private func entry(adding box: [UInt8]) throws -> VisualSampleEntry {
        var entry = VisualSampleEntry(width: 160, height: 96).entry
        entry.payload += box
        return try VisualSampleEntry(entry)
    }

    @Test("the record of an iPhone is read and written byte for byte")
    func bytes() throws {
        let record = Fixture.bytes("01001055 40") + Array(repeating: 0, count: 19)
        let box = try DolbyVisionBox(type: "dvvC", payload: record[...])
        #expect(box.configuration == DolbyVision(profile: 8, level: 10, compatibility: 4))
        var writer = BoxWriter()
        box.write(to: &writer)
        #expect(writer.bytes == Fixture.bytes("00000020 64767643") + record)
        #expect(try entry(adding: writer.bytes).dolbyVision == box)
        #expect(DolbyVisionBox(box.configuration) == box)
    }

    @Test("the profile determines the type of the box, and each field uses only its own bits")
    func types() throws {
        for (profile, type) in [(5, "dvcC"), (7, "dvcC"), (8, "dvvC"), (10, "dvvC"), (20, "dvwC")] as [(UInt8, FourCC)]
        {
            for configuration in [
                DolbyVision(profile: profile, level: 63, compatibility: 15),
                DolbyVision(
                    profile: profile,
                    level: 0,
                    hasMetadata: false,
                    hasEnhancementLayer: true,
                    hasBaseLayer: false,
                    compatibility: 0
                ),
            ] {
                var writer = BoxWriter()
                DolbyVisionBox(configuration).write(to: &writer)
                #expect(writer.bytes.count == 32)
                let entry = try entry(adding: writer.bytes)
                #expect(entry.dolbyVision?.configuration == configuration && entry.dolbyVision?.type == type)
                #expect(try VisualSampleEntry(entry.entry) == entry)
            }
        }
    }

    @Test("a record of four bytes has no compatibility, a shorter one is a fault, and the first of two takes effect")
    func short() throws {
        let record = HandmadeProfile.box("dvcC", [1, 0, 0x0A, 0x2D])
        #expect(
            try entry(adding: record).dolbyVision?.configuration == DolbyVision(profile: 5, level: 5, compatibility: 0)
        )
        let other = HandmadeProfile.box("dvvC", [1, 0, 0x10, 0x15, 0x40])
        #expect(try entry(adding: record + other).dolbyVision?.configuration.profile == 5)
        for count in 0..<4 {
            let cut = try entry(adding: HandmadeProfile.box("dvwC", Array(repeating: 1, count: count)) + other)
            #expect(cut.faults.count == 1 && cut.faults[0].hasPrefix("box 'dvwC'"))
            #expect(cut.dolbyVision?.configuration.profileName == "8.4")
        }
    }

    @Test(
        "each profile states whether its pictures can be shown without its metadata",
        arguments: [
            (5, 0, DolbyVision.BaseLayer.proprietary, "profile 5, level 6, without a base layer for other players"),
            (7, 6, .common, "profile 7, level 6, with a base layer in HDR10, as on Blu-ray"),
            (4, 2, .common, "profile 4, level 6, with a base layer in SDR"),
            (8, 1, .common, "profile 8.1, level 6, with a base layer in HDR10"),
            (8, 2, .common, "profile 8.2, level 6, with a base layer in SDR"),
            (8, 4, .common, "profile 8.4, level 6, with a base layer in HLG"),
            (8, 0, .unsaid, "profile 8.0, level 6, with a base layer of unspecified compatibility"),
            (9, 2, .common, "profile 9.2, level 6, with a base layer in SDR"),
            (10, 0, .proprietary, "profile 10.0, level 6, without a base layer for other players"),
            (10, 1, .common, "profile 10.1, level 6, with a base layer in HDR10"),
            (20, 0, .proprietary, "profile 20.0, level 6, without a base layer for other players"),
            (2, 0, .unsaid, "profile 2, level 6, with a base layer of unspecified compatibility"),
        ] as [(UInt8, UInt8, DolbyVision.BaseLayer, String)]
    )
    func meaning(profile: UInt8, compatibility: UInt8, base: DolbyVision.BaseLayer, words: String) {
        let configuration = DolbyVision(profile: profile, level: 6, compatibility: compatibility)
        #expect(configuration.baseLayer == base && "\(configuration)" == words)
        var enhancement = configuration
        enhancement.hasBaseLayer = false
        #expect(enhancement.baseLayer == .proprietary && "\(enhancement)".hasSuffix("an enhancement layer alone"))
    }
}
