import Foundation
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// ICC profiles in `colr`: they are parsed only as far as necessary to validate them, and written unchanged.
@Suite struct ICCProfileTests {
    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(MovieError) {
            _ = try ICCProfile(bytes)
            return nil
        } catch {
            #expect(error.subject == "box 'colr'")
            return error.cause
        }
    }

    @Test("a profile is described with its name, in version 2 and in version 4", arguments: [2, 4] as [UInt8])
    func words(version: UInt8) throws {
        var handmade = HandmadeProfile("Display P3")
        handmade.version = version
        let profile = try ICCProfile(handmade.bytes)
        #expect(profile.name == "Display P3" && profile.obstacle == nil && profile.bytes == handmade.bytes)
        #expect("\(profile)" == "\"Display P3\", RGB display, version \(version).3")
    }

    @Test("a name with control characters, an empty name and a name outside of the profile do no harm")
    func names() throws {
        #expect(try ICCProfile(HandmadeProfile("a\u{1B}[2J\n\u{202E}b  c").bytes).name == "a[2Jb c")
        #expect(try ICCProfile(HandmadeProfile("\u{7}\u{200B}").bytes).name == nil)
        #expect(try ICCProfile(HandmadeProfile(String(repeating: "x", count: 5000)).bytes).name?.count == 100)
        var bytes = HandmadeProfile("name").bytes
        let desc = Int(bytes[136 + 3]) | Int(bytes[136 + 2]) << 8
        for offset in [8, 12, 20, 24, 36] {
            // Counts, sizes of records, lengths and offsets of the text become far too large.
            var harmed = bytes
            harmed[desc + offset] = 0xFF
            #expect(try ICCProfile(harmed).name == nil, "offset \(offset)")
        }
        bytes.replaceSubrange(desc..<desc + 4, with: Array("text".utf8))
        #expect(try ICCProfile(bytes).name == nil)
    }

    @Test("an invalid profile is refused with the reason")
    func refusals() throws {
        let whole = HandmadeProfile("x").bytes
        #expect(refusal(whole) == nil)
        #expect(refusal([])?.contains("shorter than its header") == true)
        #expect(refusal(Array(whole.prefix(131)))?.contains("shorter than its header") == true)
        #expect(
            refusal(whole + [0])?.contains("says that it has \(whole.count) bytes, and has \(whole.count + 1)") == true
        )
        #expect(refusal(Array(whole.dropLast()))?.contains("says that it has") == true)
        var unsigned = whole
        unsigned[36] = 0
        #expect(refusal(unsigned)?.contains("'acsp'") == true)
        var crowded = whole
        crowded[128] = 0x7F
        #expect(refusal(crowded)?.contains("entries of 12 bytes do not fit") == true)
        for (place, value) in [(136, UInt8(0x7F)), (139, 4), (140, 0xFF), (143, 0xFF)] {
            var astray = whole
            astray[place] = value
            // Byte 139 makes the offset point into the header, 4 bytes after its start.
            if place == 139 { astray.replaceSubrange(136..<139, with: [0, 0, 0]) }
            if place == 143 { astray[142] = 0xFF }
            #expect(refusal(astray)?.contains("tag 'desc' of an ICC profile is outside") == true, "byte \(place)")
        }
        let large = [UInt8](repeating: 0, count: ICCProfile.byteLimit + 1)
        #expect(refusal(large)?.contains("larger than the 4194304") == true)
    }

    @Test("a valid profile that is not for RGB pictures has an obstacle")
    func obstacles() throws {
        for (change, code, words) in [
            (\.deviceClass, "link", "its class 'link'"), (\.deviceClass, "nmcl", "its class 'nmcl'"),
            (\.deviceClass, "qqqq", "its class 'qqqq'"), (\.colourSpace, "CMYK", "its colours are 'CMYK', not RGB"),
            (\.colourSpace, "GRAY", "its colours are 'GRAY'"), (\.connectionSpace, "RGB ", "its connection space"),
        ] as [(WritableKeyPath<HandmadeProfile, String>, String, String)] {
            var handmade = HandmadeProfile("x")
            handmade[keyPath: change] = code
            #expect(try ICCProfile(handmade.bytes).obstacle?.hasPrefix(words) == true)
        }
        for kind in ["scnr", "mntr", "prtr", "spac"] {
            var handmade = HandmadeProfile("x")
            (handmade.deviceClass, handmade.connectionSpace) = (kind, "Lab ")
            #expect(try ICCProfile(handmade.bytes).obstacle == nil)
        }
    }

    @Test("every truncation and 4000 mutations of a profile are read or refused")
    func mutations() throws {
        let whole = HandmadeProfile("Display P3").bytes
        for count in 0..<whole.count { #expect(refusal(Array(whole.prefix(count))) != nil) }
        var random = SeededGenerator(seed: 21)
        var refused = 0
        for _ in 0..<4000 {
            var bytes = whole
            for _ in 0..<2 { bytes[Int.random(in: 0..<300, using: &random)] = .random(in: 0...255, using: &random) }
            if refusal(bytes) != nil { refused += 1 }
        }
        #expect(refused > 100 && refused < 4000)
    }

    @Test("a movie has a profile after the codes, byte for byte", arguments: [MovieContainer.mp4, .quickTime])
    func movie(container: MovieContainer) throws {
        var handmade = HandmadeProfile("large")
        handmade.extraByteCount = 1 << 20
        var video = Fixture.video()
        video.colour = ColourDescription(primaries: 12, transfer: 1, matrix: 1, isFullRange: false)
        video.colourProfile = handmade.bytes
        var muxer = try MovieMuxer(MovieConfiguration(video: video, container: container))
        try Fixture.appendReordered(&muxer, frames: 4)
        var file = Fixture.file(try muxer.finish())
        let movie = try MovieInspection.parse(MemorySource(file))
        let format = try #require(movie.tracks[0].video)
        #expect(movie.findings == [] && format.colourProfile?.bytes == handmade.bytes)
        #expect(format.colour?.primaries == 12 && format.colourProfileByteCount == handmade.bytes.count)
        let places = ["nclx", "nclc", "prof"].map { kind in
            Data(file).range(of: Data("colr\(kind)".utf8))?.lowerBound
        }
        let codes = try #require(places[0] ?? places[1])
        let profile = try #require(places[2])
        #expect(codes < profile, "codes come first")
        let text = String(decoding: try JSONEncoder().encode(movie.tracks[0]), as: UTF8.self)
        #expect(text.contains("\"name\":\"large\"") && text.count < 10_000)

        // Its signature is damaged: this is a finding, and the codes take effect.
        file[profile + 8 + 36] = 0
        let harmed = try MovieInspection.parse(MemorySource(file))
        #expect(harmed.findings.contains { $0.hasPrefix("track 1: sample entry 'hvc1': box 'colr': an ICC profile") })
        #expect(harmed.tracks[0].video?.colourProfile == nil && harmed.tracks[0].video?.colour?.primaries == 12)
    }
}
