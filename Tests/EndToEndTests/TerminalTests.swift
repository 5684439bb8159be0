import Foundation
import TestSupport
import Testing

@Suite(
    "Command line: texts of a film do not control a terminal",
    .temporaryFolder,
    .enabled(if: FFmpeg.isPresent, "needs ffmpeg")
)
struct TerminalTests {
    private static let title = "\u{1B}]0;pwned\u{07}\u{9B}2Jreal\ntitle  forged\u{202E}txet"
    private static let shownTitle = "\\u{1B}]0;pwned\\u{7}\\u{9B}2Jreal\\u{A}title  forged\\u{202E}txet"

    private func expectPlain(_ text: String, _ comment: Comment) {
        let active = text.unicodeScalars.filter {
            $0 != "\n" && $0 != "\t" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
                || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
        }
        #expect(active.isEmpty, comment)
    }

    /// A film with a hostile title, in a file with this name.
    private func film(_ name: String) throws -> URL {
        let url = TemporaryFolder.current.appending(path: name)
        let words = [
            "-y", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=24:duration=1", "-c:v", "ffv1", "-metadata",
            "title=\(Self.title)", "-f", "matroska", "file:\(url.path)",
        ]
        try #require(try FFmpeg.ffmpeg(words).status == 0)
        return url
    }

    @Test("a title is shown on one line, with visible escape sequences; JSON has it unchanged")
    func probe() async throws {
        let path = try film("film.mkv").path
        let probe = try await Program.granary(["probe", path])
        #expect(probe.code == 0, "\(probe.errors)")
        expectPlain(probe.output + probe.errors, "\(probe)")
        #expect(
            probe.output.split(separator: "\n").contains { $0.hasPrefix("title ") && $0.hasSuffix(Self.shownTitle) }
        )
        let json = try await Program.granary(["probe", path, "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let metadata = try #require(object?["metadata"] as? [[String: Any]])
        #expect(metadata.contains { $0["value"] as? String == Self.title })
    }

    @Test("a path is shown on one line, with visible escape sequences")
    func path() async throws {
        let name = "a\u{1B}[31m\ngranary: all is well.mkv"
        let shown = "a\\u{1B}[31m\\u{A}granary: all is well.mkv"
        let film = try film(name)
        let missing = film.deletingLastPathComponent().appending(path: "no \(name)")
        for words in [
            ["probe", film.path], ["probe", missing.path], ["inspect", film.path], ["verify", film.path],
            ["validate", missing.path], ["status", missing.path], ["encode", missing.path, "-o", film.path + ".mp4"],
            ["probe", film.path, missing.path],
        ] {
            let outcome = try await Program.granary(words)
            let text = outcome.output + outcome.errors
            expectPlain(text, "\(words): \(outcome)")
            #expect(text.contains(shown), "\(words): \(outcome)")
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("granary: all is well") }, "\(words)")
        }
    }

    @Test("log, status and progress of a job are plain text, with any text in film and log")
    func job() async throws {
        let source = try film("film.mkv")
        let bench = try JobBench(source: source)
        let run = try await bench.run()
        #expect(run.code == 0, "\(run.errors)")
        expectPlain(run.errors, "\(run.errors)")
        let folder = try #require(
            try FileManager.default.contentsOfDirectory(at: bench.jobs, includingPropertiesForKeys: nil).first
        )
        let log = try FileHandle(forWritingTo: folder.appending(path: "log/pass-02-unit-0000-attempt-1.log"))
        try log.seekToEnd()
        try log.write(contentsOf: Data("[h264 @ 0x1] \u{1B}]0;pwned\u{07} error\n".utf8) + Data([0x9B, 0xFF, 0x0A]))
        try log.close()
        let logs = try await Program.granary(["logs", folder.path, "--range", "0"])
        expectPlain(logs.output, "\(logs)")
        #expect(logs.code == 0 && logs.output.contains("[h264 @ 0x1] \\u{1B}]0;pwned\\u{7} error\n"))
        expectPlain(try await Program.granary(["status", folder.path]).output, "status")
    }

    @Test("only the known files write to the standard streams")
    func source() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let writer = try Regex(#"FileHandle\.standard(Output|Error)|(^|[^.\w])(debugPrint|print|puts|fputs)\("#)
            .anchorsMatchLineEndings()
        var found: Set<String> = []
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            // Tutorials show the code of clients.
            if file.pathComponents.contains(where: { $0.hasSuffix(".docc") }) { continue }
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let words = lines.filter { line in
                let code = line.drop { $0 == " " }
                return !code.hasPrefix("//") && !code.contains("func print(") && code.firstMatch(of: writer) != nil
            }
            if !words.isEmpty { found.insert(file.lastPathComponent) }
        }
        // ProgressDisplay has a function with the name print; a worker's standard error is its log; the server is a
        // program of its own.
        let known = ["StandardStreams.swift", "EncodeStage.swift", "ProgressDisplay.swift", "ServeCommand.swift"]
        #expect(found == Set(known))
    }
}
