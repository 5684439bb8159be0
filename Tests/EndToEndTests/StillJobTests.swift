import Foundation
import TestSupport
import Testing

/// Stills in a manifest: made by the job itself.
@Suite(
    .temporaryFolder,
    .enabled(if: Tool.arePresent("ffmpeg", "heif-info", "heif-convert"), "a program that reads HEIC files is not there")
)
struct StillJobTests {
    private var folder: URL { TemporaryFolder.current }

    private func film(_ coding: [String] = ["-pix_fmt", "yuv420p"]) throws {
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=8:d=2"] + coding
                + ["-c:v", "ffv1", folder.appending(path: "film.mkv").path]
        )
    }

    private func run(_ stills: String, _ options: [String] = []) async throws -> (code: Int32, text: String) {
        let manifest = folder.appending(path: "film.yaml")
        try """
        apiVersion: granary/v1
        source: film.mkv
        output: film.mp4
        video: {speed: ultrafast, hdr: \(options.isEmpty ? "auto" : "sdr")}
        stills: \(stills)
        """.write(to: manifest, atomically: true, encoding: .utf8)
        let outcome = try await Program.granary(
            ["run", manifest.path, "--jobs", folder.appending(path: "jobs").path, "--progress", "plain"]
        )
        return (outcome.code, outcome.output + outcome.errors)
    }

    private func still(_ name: String) -> URL { folder.appending(path: name) }

    @Test("a job makes its stills, and the best frame is the one that granary still chooses")
    func made() async throws {
        try film()
        let outcome = try await run(
            "[{at: best, output: out/best.heic}, {at: 1s, output: at.heic, size: 80x80, quality: 30}]"
        )
        #expect(outcome.code == 0 && !outcome.text.contains("no still"), "\(outcome.text)")
        let small = try #require(Tool("heif-info")).output([still("at.heic").path])
        #expect(small.contains("image: 80x46"), "\(small)")
        let film = still("film.mkv").path
        for (name, options) in [
            ("out/best.heic", ["--best"]), ("at.heic", ["--at", "1s", "--size", "80x80", "--quality", "30"]),
        ] {
            let other = still("other.heic")
            let alone = try await Program.granary(["still", film, "-o", other.path, "--overwrite"] + options)
            #expect(alone.code == 0, "\(alone.errors)")
            #expect(try Data(contentsOf: other) == Data(contentsOf: still(name)), "\(name)")
        }
    }

    @Test("a still that cannot be made is a warning, and the film is made all the same")
    func failed() async throws {
        try film()
        try Data([1, 2, 3]).write(to: still("mine.heic"))
        let outcome = try await run("[{output: mine.heic}, {at: 0s, output: first.heic}]")
        #expect(outcome.code == 0 && outcome.text.contains("there is no still"), "\(outcome.text)")
        #expect(outcome.text.contains("the file exists with other content"))
        #expect(try Data(contentsOf: still("mine.heic")) == Data([1, 2, 3]))
        #expect(FileManager.default.fileExists(atPath: still("first.heic").path))
        #expect(FileManager.default.fileExists(atPath: still("film.mp4").path))
    }

    @Test("the still of a film that becomes SDR is SDR")
    func toneMapped() async throws {
        try film([
            "-pix_fmt", "yuv420p10le", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace",
            "bt2020nc",
        ])
        let outcome = try await run("[{output: a.heic}]", ["sdr"])
        #expect(outcome.code == 0, "\(outcome.text)")
        let words = try #require(Tool("heif-info")).output([still("a.heic").path])
        #expect(words.contains("main brand: heic\n"), "\(words)")
    }

    @Test(
        "wrong stills are refused with their place",
        arguments: [
            ("[]", "1 to 16 stills"), ("[{at: best}]", "stills[0].output"), ("[{output: a.jpg}]", "end in .heic"),
            ("[{output: a.heic, at: later}]", "best or a time"), ("[{output: a.heic, at: 9s}]", "no frame then"),
            ("[{output: a.heic}, {output: a.heic}]", "another still"), ("[{output: a.heic, quality: 101}]", "0 to 100"),
        ]
    )
    func refusals(_ stills: String, _ words: String) async throws {
        try film()
        let outcome = try await run(stills)
        #expect(outcome.code != 0 && outcome.text.contains(words), "\(outcome.text)")
    }
}
