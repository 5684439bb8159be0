import Jobs
import Media
import Testing

@Suite("Manifest: subtitles in the pictures")
struct ManifestBurningTests {
    /// A source with a script, as a probe describes it.
    private func film(font: String, hash: String, turned: Bool = false) -> SourceDescription {
        var film = source()
        let fonts = [SubtitleBurning.Font(path: font, contentHash: hash)]
        film.reading = SourceReading(burning: SubtitleBurning(track: 0, fonts: fonts))
        let event = SubtitleScript.Event(start: 0, end: 1000, line: "0,0,Default,,0,0,0,,Hello")
        film.script = SubtitleScript(header: "", events: [event], build: "libass 0.17.1")
        if turned { film.video.displayMatrix = [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30] }
        return film
    }

    private let keys = "video: {burn: {subtitle: 0, fonts: [a.ttf, /b.otf]}}"

    @Test("fonts are relative to the manifest")
    func fonts() throws {
        let burning = try #require(try parse(ManifestParsingTests.smallest + keys).video.burning)
        #expect(burning.track == 0 && burning.fonts.map(\.path) == ["/jobs/a.ttf", "/b.otf"])
    }

    @Test(
        "what is missing is named",
        arguments: [
            ("{subtitle: 0}", "video.burn"), ("{fonts: [a.ttf]}", "video.burn"),
            ("{subtitle: -1, fonts: [a.ttf]}", "video.burn.subtitle"),
            ("{subtitle: 0, fonts: []}", "video.burn.fonts"), ("{subtitle: 0, font: a.ttf}", "video.burn.font"),
        ]
    )
    func wrong(value: String, key: String) throws {
        let error = try #require(throws: ManifestError.self) {
            try parse(ManifestParsingTests.smallest + "video: {burn: \(value)}")
        }
        #expect(error.issues.contains { $0.key == key }, "\(error)")
    }

    @Test("a job depends on the bytes of its fonts, and not on their places")
    func identity() throws {
        func id(_ font: String, _ hash: String) throws -> String {
            try resolve(keys, source: film(font: font, hash: hash)).id
        }
        #expect(try id("/a.ttf", "0") == id("/fonts/a.ttf", "0"))
        #expect(try id("/a.ttf", "0") != id("/a.ttf", "1"))
        #expect(try id("/a.ttf", "0") != resolve("").id)
    }

    @Test("a source without subtitles, and one that players turn, are refused")
    func refused() throws {
        let none = try #require(throws: ManifestError.self) { try resolve(keys) }
        #expect(none.issues.map(\.problem) == ["the source has no subtitles"])
        let turned = try #require(throws: ManifestError.self) {
            try resolve(keys, source: film(font: "/a.ttf", hash: "0", turned: true))
        }
        #expect(turned.issues.first?.suggestion.contains("fit: contain") == true)
    }
}
