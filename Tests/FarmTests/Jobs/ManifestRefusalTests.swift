import Foundation
import Jobs
import Media
import TestSupport
import Testing

@Suite("Manifest: what is rejected, and where", .temporaryFolder)
struct ManifestRefusalTests {
    @Test("all errors are reported at once, each with line, column, key and suggestion")
    func allAtOnce() throws {
        let error = try #require(
            throws: ManifestError.self,
            performing: {
                try parse(
                    """
                    apiVersion: granary/v2
                    source: in.mov
                    outptu: out.mp4
                    video:
                      speed: mediun
                      rate: {average: 2500k, constant: 21}
                      keyframeinterval: 10s
                      options: {open-gop: true, aq-mod: 3}
                    average: 3
                    passes: {maximum: 0, tolerance: 0.5}
                    name:
                    """
                )
            }
        )
        #expect(
            error.issues.map { $0.line(in: error.file) } == [
                "film.yaml:1:1: output: is missing (write the path of the film to make: output: out/film.mp4)",
                "film.yaml:1:13: apiVersion: this version reads granary/v1, not \"granary/v2\" "
                    + "(write apiVersion: granary/v1)",
                "film.yaml:3:1: outptu: unknown key (did you mean \"output\"?)",
                "film.yaml:5:10: video.speed: expected ultrafast, superfast, veryfast, faster, fast, medium, slow, "
                    + "slower, veryslow or placebo, found \"mediun\" (did you mean \"medium\"?)",
                "film.yaml:6:36: video.rate.constant: contradicts average (keep one of the two)",
                "film.yaml:7:3: video.keyframeinterval: unknown key (did you mean \"keyFrameInterval\"?)",
                "film.yaml:8:13: video.options.open-gop: may not be set: ranges are encoded separately and stitched, "
                    + "so every GOP is closed",
                "film.yaml:8:29: video.options.aq-mod: Granary knows no such option of x265 "
                    + "(did you mean \"aq-mode\"?)",
                "film.yaml:9:1: average: unknown key (did you mean video.rate.average?)",
                "film.yaml:10:19: passes.maximum: expected a whole number from 1 to 10, found \"0\"",
                "film.yaml:10:33: passes.tolerance: expected a percentage from 0% to 100%, as in 0.5%, found \"0.5\"",
                "film.yaml:11:1: name: has no value (write a value, or leave the key out for its default)",
            ]
        )
        #expect(error.kind == .badInput)
        #expect(error.explanation.contains("12 errors"))
    }

    @Test(
        "sources and outputs that are not supported yet are rejected",
        arguments: [
            ("source: {path: a.mov, start: soon}\noutput: o.mp4", "source.start"),
            ("source: {path: a.mov, duration: 0s}\noutput: o.mp4", "source.duration"),
            ("source: a.mov\noutput: o.mkv", "output"),
            ("source: {start: 1s}\noutput: o.mp4", "source.path"),
            ("source: ''\noutput: o.mp4", "source"),
        ]
    )
    func files(yaml: String, key: String) throws {
        let error = try #require(throws: ManifestError.self) { try parse("apiVersion: granary/v1\n" + yaml) }
        #expect(error.issues.contains { $0.key == key })
    }

    @Test(
        "values outside their bounds or units are rejected",
        arguments: [
            "video: {rate: {average: 2500}}x", "video: {rate: {average: 999}}", "video: {rate: {average: -1k}}",
            "video: {rate: {average: 1e6}}", "video: {rate: {constant: 52}}", "video: {rate: {}}", "video: {size: 0x5}",
            "video: {size: 99999x99999}", "video: {bitDepth: 12}", "video: {keyFrameInterval: 10}",
            "video: {keyFrameInterval: 1ms}", "ranges: {minimum: 5s, maximum: 2s}", "ranges: {maximum: 1001h}",
            "video: {temporal: {levels: 6}}", "video: {temporal: {levels: 0}}", "video: {temporal: {}}",
            "video: {temporal: {levels: 2, baseLayerFrameRate: 30}}", "video: {temporal: {baseLayerFrameRate: fast}}",
            "ranges: {sceneCuts: yes}", "passes: {budget: 101%}", "priority: 101", "priority: 1.5", "audio: []",
            "audio: [english]", "audio: {a: b}", "video: []", "name: ''", "video: {colour: bt709}",
            "video: {colour: {primaries: bt710}}", "video: {contentLight: '400,1000'}",
            "video: {masteringDisplay: 'G(1,2)B(3,4)'}", "video: {options: {aq-mode: 9}}",
            "video: {options: {aq_mode: 1, aq-mode: 1}}", "video: {options: [a]}", "? [a, b]\n: c", "<<: {name: x}",
        ]
    )
    func bounds(yaml: String) {
        #expect(throws: ManifestError.self) { try parse(ManifestParsingTests.smallest + yaml) }
    }

    @Test(
        "text that is not YAML is rejected with the position",
        arguments: [
            ("apiVersion: [", 2), ("a: b: c", 1), ("a:\n\tb: c", 2), ("a: 1\nb: 2\na: 3", 1), ("a: *nowhere", 1),
            ("--- 1\n--- 2", 2), ("\"unfinished", 1), ("%YAML 9.9\n---\n", 1),
        ]
    )
    func syntax(text: String, line: Int) throws {
        let error = try #require(throws: ManifestError.self) { try parse(text) }
        #expect(error.issues.first?.position?.line == line)
    }

    @Test(
        "empty documents and documents of another kind are rejected",
        arguments: ["", "# nothing", "just words", "- a", "\u{0}", "{", "["]
    )
    func nothing(text: String) {
        #expect(throws: ManifestError.self) { try parse(text) }
    }

    @Test("documents that are attacks are rejected and do not hang", .doesNotHang, arguments: Array(0..<10))
    func attacks(number: Int) {
        let texts = [
            String(repeating: "[", count: 100_000), String(repeating: "{a: ", count: 100_000),
            String(repeating: "- ", count: 100_000), String(repeating: "? ", count: 100_000),
            String(repeating: "[\"]\", ", count: 2_000), Self.billionLaughs(width: 10), Self.billionLaughs(width: 2),
            (0..<5000).map { String(repeating: " ", count: $0 % 200) + "a:\n" }.joined(),
            String(repeating: "a", count: 300_000), String(repeating: "a: 1\n", count: 40_000),
        ]
        #expect(throws: ManifestError.self) { try parse(texts[number]) }
    }

    @Test("bytes that are not UTF-8 are rejected")
    func notText() {
        #expect(throws: ManifestError.self) {
            try Manifest(parsing: [0x61, 0x3A, 0xFF, 0xFE], file: "film.yaml", folder: "/")
        }
    }

    @Test("a randomly damaged manifest is an error or a manifest, never a crash")
    func fuzz() {
        let text = Array((ManifestParsingTests.smallest + "video: {rate: {average: 4M}}\naudio: [eng, *x, &x 1]").utf8)
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let spice = Array("{}[]:,-?*&!|>'\"%@`#\t\n \\".utf8)
        var accepted = 0
        for _ in 0..<3000 {
            var damaged = text
            for _ in 0...random(4) {
                damaged[random(damaged.count)] = random(2) == 0 ? spice[random(spice.count)] : UInt8(random(256))
            }
            if (try? Manifest(parsing: damaged, file: "f", folder: "/")) != nil { accepted += 1 }
        }
        #expect(accepted < 3000)
    }

    @Test("a missing manifest, a folder and a huge file have specific errors")
    func file() throws {
        let folder = TemporaryFolder.current
        let missing = try #require(throws: ManifestError.self) {
            try Manifest(contentsOf: folder.appending(path: "no.yaml").path)
        }
        #expect(missing.kind == .sourceNotFound)
        let isFolder = try #require(throws: ManifestError.self) { try Manifest(contentsOf: folder.path) }
        #expect(isFolder.kind == .usage)
        let large = folder.appending(path: "large.yaml")
        try Data(repeating: 0x23, count: 300_000).write(to: large)
        let tooLarge = try #require(throws: ManifestError.self) { try Manifest(contentsOf: large.path) }
        #expect(tooLarge.explanation.contains("at most"))
    }

    @Test("a manifest is read from its file, and paths are relative to its folder")
    func fromFile() throws {
        let folder = TemporaryFolder.current
        let file = folder.appending(path: "film.yaml")
        try Data(ManifestParsingTests.smallest.utf8).write(to: file)
        let manifest = try Manifest(contentsOf: file.path)
        #expect(manifest.source == folder.appending(path: "in.mov").standardizedFileURL.path)
    }

    private static func billionLaughs(width: Int) -> String {
        var text = "a0: &a0 [x, x]\n"
        for level in 1..<40 {
            let uses = Array(repeating: "*a\(level - 1)", count: width).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(uses)]\n"
        }
        return text + "? *a39\n: b\n"
    }
}
