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

    @Test("a still shows what a crop leaves, and of several films each its own frame")
    func croppedAndJoined() async throws {
        try film()
        let manifest = folder.appending(path: "film.yaml")
        try """
        apiVersion: granary/v1
        source: [{path: film.mkv, duration: 1s}, {path: film.mkv, start: 1s}]
        output: film.mp4
        video: {speed: ultrafast, crop: {left: 20, top: 10, right: 40, bottom: 0}}
        stills: [{at: 1.25s, output: a.heic, quality: 100}]
        """.write(to: manifest, atomically: true, encoding: .utf8)
        let made = try await Program.granary(
            ["run", manifest.path, "--jobs", folder.appending(path: "jobs").path, "--progress", "none"]
        )
        #expect(made.code == 0, "\(made.output)\(made.errors)")
        let (image, truth) = (still("a.png"), still("truth.png"))
        try #require(Tool("heif-convert")).output([still("a.heic").path, image.path])
        let ffmpeg = try #require(Tool("ffmpeg"))
        // 1.25 s of the whole is frame 10.
        try ffmpeg.output(
            [
                "-v", "error", "-i", still("film.mkv").path, "-vf", "select=eq(n\\,10),crop=100:80:20:10", "-frames:v",
                "1",
            ]
                + [truth.path]
        )
        #expect(try distance(image, truth) > 30)
    }

    @Test("a still of films that differ is in the frame of the film, with black around it")
    func composed() async throws {
        try film()
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x90:r=8:d=0.5", "-pix_fmt", "yuv420p", "-c:v", "ffv1"]
                + [still("tall.mkv").path]
        )
        let manifest = folder.appending(path: "film.yaml")
        try """
        apiVersion: granary/v1
        source: [{path: film.mkv, duration: 1s}, tall.mkv]
        output: film.mp4
        video: {speed: ultrafast}
        stills: [{at: 1.25s, output: a.heic, quality: 100}]
        """.write(to: manifest, atomically: true, encoding: .utf8)
        let made = try await Program.granary(
            ["run", manifest.path, "--jobs", folder.appending(path: "jobs").path, "--progress", "none"]
        )
        #expect(made.code == 0, "\(made.output)\(made.errors)")
        let (image, truth) = (still("a.png"), still("truth.png"))
        try #require(Tool("heif-convert")).output([still("a.heic").path, image.path])
        // 1.25 s of the whole is frame 2 of the second film.
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-i", still("tall.mkv").path, "-vf", "select=eq(n\\,2),pad=160:90:48:0:black"]
                + ["-frames:v", "1", truth.path]
        )
        #expect(try distance(image, truth) > 28)
    }

    /// PSNR of two images of one size in dB.
    private func distance(_ one: URL, _ other: URL) throws -> Double {
        let graph = "[0]format=rgb24[a];[1]format=rgb24[b];[a][b]psnr"
        let words = try #require(Tool("ffmpeg")).run(
            ["-hide_banner", "-i", one.path, "-i", other.path, "-lavfi", graph, "-f", "null", "-"]
        ).errors
        let word = try #require(words.split(separator: " ").first { $0.hasPrefix("average:") }, "\(words)")
        return Double(word.dropFirst(8)) ?? .infinity
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
