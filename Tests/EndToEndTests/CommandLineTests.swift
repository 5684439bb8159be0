import Foundation
import Jobs
import Platform
import TestSupport
import Testing

@Suite("Command line: results, errors and exit codes", .temporaryFolder)
struct CommandLineTests {
    @Test("--help and --version write to standard output and succeed")
    func help() async throws {
        let help = try await granary("--help")
        #expect(help.code == 0 && help.output.contains("Exit codes:") && help.errors.isEmpty)
        let version = try await granary("--version")
        let lines = version.output.split(separator: "\n")
        #expect(version.code == 0 && version.errors.isEmpty)
        #expect(lines.first.map(String.init) == BuildIdentity.granaryVersion)
        // What it was built with; a build that names neither commit nor compiler says so.
        let facts = lines.dropFirst().map { $0.prefix(8).trimmingCharacters(in: .whitespaces) }
        #expect(facts == ["commit", "Swift", "x265", "x264", "FFmpeg"])
        #expect(lines.allSatisfy { $0.count > 8 || $0 == lines.first })
        #expect(lines.contains { $0.contains("(build ") } && lines.contains { $0.contains("libavcodec ") })
        for command in [
            "validate", "probe", "inspect", "storage", "capabilities", "doctor", "verify", "status", "clean", "presets",
            "run", "encode", "resume", "extract", "work", "submit", "watch", "cancel", "logs", "simulate", "task",
        ] {
            let text = try await granary(command, "--help")
            #expect(text.code == 0 && text.output.contains("Examples:"), "\(command) --help has examples")
        }
    }

    @Test(
        "a wrong command line is a usage error, 64",
        arguments: [["bogus"], ["validate"], ["probe"], ["validate", "--bogus", "x"], ["inspect", "a", "b"]]
    )
    func usage(arguments: [String]) async throws {
        let result = try await granary(arguments)
        #expect(result.code == 64 && result.output.isEmpty && result.errors.contains("Usage: granary"))
    }

    @Test("a mistyped command or option is answered with the correct word, in terms of the command line")
    func friendly() async throws {
        let command = try await granary("encod", "a.mov")
        #expect(
            command.code == 64
                && command.errors.hasPrefix("granary: there is no such command; did you mean `granary encode`?")
        )
        let speed = try await granary("encode", "a.mov", "-o", "b.mp4", "--speed", "fsat", "--crf", "60")
        #expect(speed.code == 64 && !speed.errors.contains("manifest"), "\(speed.errors)")
        #expect(speed.errors.contains("  --speed: expected") && speed.errors.contains("did you mean \"fast\"?"))
        #expect(speed.errors.contains("  --crf: expected a rate factor from 0 to 51"))
        let both = try await granary("encode", "a.mov", "-o", "b.mp4", "--crf", "20", "--bitrate", "2M")
        #expect(both.errors.contains("  --crf: "), "\(both.errors)")
        let none = try await granary("status", "zz", "--jobs", TemporaryFolder.current.path)
        #expect(none.code == 66)
        #expect(none.errors.contains("no job in \(TemporaryFolder.current.path) has an id that begins with it"))
    }

    @Test("validate lists every error of every manifest, and the exit code is that of the worst one")
    func validate() async throws {
        let good = try file("good.yaml", "apiVersion: granary/v1\nsource: a.mov\noutput: b.mp4\n")
        let bad = try file("bad.yaml", "apiVersion: granary/v1\nsource: a.mov\noutput: b.mkv\nvideo: {speed: fsat}\n")
        let both = try await granary("validate", good, bad)
        #expect(both.code == 65)
        #expect(both.output == "\(good): valid\n")
        #expect(both.errors.contains("\(bad):3:9: output: ") && both.errors.contains("\(bad):4:16: video.speed: "))
        #expect(try await granary("validate", good).code == 0)
        #expect(try await granary("validate", good, bad, "/nowhere.yaml").code == 66)
        let json = try await granary("validate", "--json", good, bad)
        let verdicts = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(verdicts.map { $0["isValid"] as? Bool } == [true, false])
        #expect((verdicts[1]["issues"] as? [Any])?.count == 2 && json.errors.isEmpty && json.code == 65)
    }

    @Test(
        "a missing film gives 66 and a file that is not a film 65, both with its path",
        arguments: ["probe", "inspect"]
    )
    func damaged(command: String) async throws {
        let missing = try await granary(command, "/nowhere.mp4")
        #expect(missing.code == 66 && missing.output.isEmpty && missing.errors.contains("/nowhere.mp4"))
        let noise = try file("noise.mp4", String(repeating: "no film ", count: 1000))
        let damaged = try await granary(command, noise)
        #expect(damaged.code == 65 && damaged.output.isEmpty && damaged.errors.contains(noise))
    }

    @Test("doctor checks the given folder, and prints one command that installs what is missing")
    func doctor() async throws {
        let report = try await granary("doctor", "--json", "--jobs", TemporaryFolder.current.path)
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["subject"] as? String == "libx265" && $0["severity"] as? String == "good" })
        #expect(findings.contains { $0["subject"] as? String == "jobs folder" && $0["severity"] as? String == "good" })
        #expect(report.code == 0)
        let readOnly = try await granary("doctor", "--jobs", "/proc/nowhere")
        #expect(readOnly.code == 69 && readOnly.output.contains("MISSING  jobs folder"))
        let fix = try await granary("doctor", "--fix")
        #expect(fix.output == ":\n" || fix.output.hasPrefix("apt-get install -y "))
    }

    @Test("capabilities are those of the loaded libx265")
    func capabilities() async throws {
        let report = try await granary("capabilities", "--json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        let encoder = try #require(object["encoder"] as? [String: Any])
        let depths = try #require(encoder["bitDepths"] as? [Int])
        // Only depths that a manifest can request are listed.
        #expect(depths.contains(8) && depths.allSatisfy { $0 == 8 || $0 == 10 })
        let build = try #require(encoder["build"] as? Int)
        let levels = try #require(encoder["maximumTemporalLevels"] as? Int)
        // libx265 3.5 is build 199 and encodes two levels; 4.0, the first that encodes five, is build 212.
        #expect(levels == (build < 212 ? 2 : 5))
        #expect((object["encoderLibrary"] as? String)?.hasSuffix("/libx265.so.\(build)") == true)
        let text = try await granary("capabilities").output
        #expect(text.contains("(API \(build))") && text.contains("temporal levels  1 to \(levels)"))
        let line = try #require(text.split(separator: "\n").first { $0.contains("temporal levels") })
        #expect(line.contains("Scripts/setup") == (levels < 5))
        #expect((object["options"] as? [String])?.contains("aq-mode") == true)
    }

    @Test("every property of the encoder is listed with type, range and default, and was tried")
    func properties() async throws {
        let report = try await granary("capabilities", "--json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        let properties = try #require(object["properties"] as? [[String: Any]])
        let mode = try #require(properties.first { $0["key"] as? String == "options.aq-mode" })
        #expect(mode["type"] as? String == "integer" && mode["default"] as? String == "2")
        #expect(mode["minimum"] as? Int == 0 && mode["maximum"] as? Int == 4)
        let tried = try #require(mode["tried"] as? [[String: Any]])
        #expect(tried.compactMap { $0["value"] as? String } == ["0", "4"])
        let text = try await granary("capabilities").output
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("options.aq-mode ") })
        #expect(line.contains("integer") && line.hasSuffix("a whole number from 0 to 4"))
    }

    @Test(
        "each shell accepts its completion script",
        .enabled(if: Tool.arePresent("bash", "zsh", "fish"), "needs bash, zsh and fish"),
        arguments: ["bash", "zsh", "fish"]
    )
    func completions(shell: String) async throws {
        let script = try await granary("--generate-completion-script", shell)
        #expect(script.code == 0 && script.output.contains("granary"))
        // The shell only reads the script and does not run it.
        let program = try #require(SearchPath.program(shell))
        let path = try file("granary.\(shell)", script.output)
        let read = try await Program.run(URL(filePath: program), [shell == "fish" ? "--no-execute" : "-n", path])
        #expect(read.code == 0 && read.errors.isEmpty, "\(read.errors)")
    }

    @Test(
        "the manual page has every command, and man shows it without warnings",
        .enabled(if: Tool.arePresent("man"), "needs man (man-db)")
    )
    func manual() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/manual")
        let made = try await Program.run(script, [try Program.url.path])
        try #require(made.code == 0, "\(made.errors)")
        for command in ["run", "encode", "clean", "storage check", "bench run"] {
            #expect(made.output.contains(".SS \"granary \(command)\""), "\(command)")
        }
        #expect(!made.output.contains("\\-\\-assumed\\-seconds"), "hidden options are not listed")
        let path = try file("granary.1", made.output)
        let man = try #require(SearchPath.program("man"))
        let shown = try await Program.run(URL(filePath: man), ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", path])
        #expect(shown.code == 0 && shown.errors.isEmpty, "\(shown.errors)")
    }

    @Test("clean accepts ages and counts for the jobs of a folder, and refuses invalid ones")
    func retention() async throws {
        for wrong in [["--older-than", "30"], ["--older-than", "x"], ["--keep", "-1"], ["3f2a", "--keep", "2"]] {
            #expect(try await granary(["clean"] + wrong).code == 64, "\(wrong)")
        }
        let empty = try await granary("clean", "--older-than", "30d", "--jobs", TemporaryFolder.current.path)
        #expect(empty.code == 0 && empty.output.isEmpty)
    }

    @Test("presets are listed with their settings")
    func presets() async throws {
        let report = try await granary("presets", "--json")
        let list = try #require(JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [[String: Any]])
        #expect(list.compactMap { $0["name"] as? String } == ExportPreset.allCases.map(\.rawValue))
        #expect(list.first?["appleName"] as? String == "AVAssetExportPresetHEVCHighestQuality")
        let aerial = try #require(list.last?["settings"] as? [String: String])
        #expect(aerial["video.temporal"] == "{levels: 5}" && aerial["audio"] == "none")
        let text = try await granary("presets")
        #expect(text.code == 0 && text.output.contains("aerial: ") && text.output.contains("{average: 12000k}"))
    }

    private func granary(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.granary(arguments)
    }

    private func granary(_ arguments: [String]) async throws -> Program.Outcome { try await Program.granary(arguments) }

    private func file(_ name: String, _ text: String) throws -> String {
        let url = TemporaryFolder.current.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
    }
}
