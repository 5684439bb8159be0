import Foundation
import JobDocuments
import SlurmEngine
import TestSupport
import Testing

/// The command line of Open Job Description, from the project's Python environment or the search path.
private let openjd: Tool? = {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let own = root.appending(path: ".venv/bin/openjd")
    return FileManager.default.isExecutableFile(atPath: own.path) ? Tool(at: own) : Tool("openjd")
}()

extension WholeJobs {
    @Suite("Templates for other farms")
    struct FarmTemplates {
        @Test(
            "a template is valid Open Job Description, and makes the same bytes as granary run",
            .doesNotHang,
            .enabled(if: openjd != nil, "openjd is not installed: make setup")
        )
        func sameBytes() async throws {
            let openjd = try #require(openjd)
            let bench = try JobBench(source: try await TestFilm.short.url)
            let template = bench.folder.appending(path: "film.json")
            let words = ["export", "--format", "openjd", bench.manifest.path, "--jobs", bench.jobs.path]
            // Fewer waves than the film has: the last step does the rest.
            let export = try await Program.granary(
                words + ["--tasks", "2", "--waves", "4", "-o", template.path]
            )
            #expect(export.code == 0, "\(export.errors)")
            let check = try await Program.run(openjd.url, ["check", template.path])
            #expect(check.code == 0, "\(check.output)\(check.errors)")
            let run = try await Program.run(openjd.url, ["run", template.path])
            #expect(run.code == 0, "\(run.output)\(run.errors)")
            try await bench.expectUndisturbed()
            for stage in ["scout", "analyse", "encode"] {
                #expect(run.output.contains("granary: \(stage)"), "tasks did units of the stage: \(run.output)")
            }
            // A wave of a finished film is empty, and so are its tasks.
            let directory = try bench.directory
            let wave = try await Program.granary(
                "wave",
                directory.path,
                "--number",
                "9",
                "--tasks",
                "1"
            )
            #expect(wave.code == 0 && wave.errors.contains("wave 9 is empty"), "\(wave.errors)")
            let name = "granary-\(directory.id)-wave-9"
            let task = try await Program.granary("task", directory.path, "--submission", name, "--task", "0")
            #expect(task.code == 0, "\(task.errors)")
        }

        @Test("a template has as many tasks and waves as asked for, one after the other")
        func steps() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let words = ["export", "--format", "openjd", bench.manifest.path, "--jobs", bench.jobs.path]
            let export = try await Program.granary(words + ["--tasks", "5", "--waves", "2", "--cpus", "3"])
            #expect(export.code == 0, "\(export.errors)")
            let object = try JSONSerialization.jsonObject(with: Data(export.output.utf8)) as? [String: Any]
            #expect(object?["specificationVersion"] as? String == "jobtemplate-2023-09")
            let steps = try #require(object?["steps"] as? [[String: Any]])
            #expect(steps.compactMap { $0["name"] as? String } == ["Plan1", "Work1", "Plan2", "Work2", "Finish"])
            let after = steps.map { ($0["dependencies"] as? [[String: String]])?.compactMap { $0["dependsOn"] } ?? [] }
            #expect(after == [[], ["Plan1"], ["Work1"], ["Plan2"], ["Work2"]])
            let space = steps[1]["parameterSpace"] as? [String: [[String: String]]]
            #expect(space?["taskParameterDefinitions"]?.first?["range"] == "0-4")
            let job = (object?["parameterDefinitions"] as? [[String: String]])?.first { $0["name"] == "Job" }
            #expect(job?["default"] == (try bench.directory.path))
            // A manifest of several films, and a number out of bounds, are refused.
            let several = try JobBench("several", source: try await TestFilm.short.url, others: ["{path: b.mp4}"])
            let refusal = try await Program.granary("export", "--format", "openjd", several.manifest.path)
            #expect(refusal.code == 64 && refusal.errors.contains("it makes several films"), "\(refusal.errors)")
            #expect(try await Program.granary(words + ["--tasks", "0"]).code == 64)
        }
    }
}
