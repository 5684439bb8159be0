import Confinement
import Foundation
import JobDocuments
import Jobs
import TestSupport
import Testing

@Suite("Command line: the sandbox", .temporaryFolder, .doesNotHang)
struct SandboxOptionTests {
    /// Runs `granary` with additional variables.
    private func granary(_ variables: [String: String], _ arguments: String...) async throws -> Program.Outcome {
        let words = variables.map { "\($0)=\($1)" } + [try Program.url.path] + arguments
        return try await Program.run(URL(filePath: "/usr/bin/env"), words)
    }

    @Test("an invalid GRANARY_SANDBOX is a usage error, 64, unless the command line has --sandbox")
    func variable() async throws {
        let film = TemporaryFolder.current.appending(path: "none.mp4").path
        for command in ["probe", "inspect", "verify"] {
            let refused = try await granary(["GRANARY_SANDBOX": "yes"], command, film)
            #expect(refused.code == 64 && refused.output.isEmpty, "\(command): \(refused.errors)")
            #expect(refused.errors.contains("GRANARY_SANDBOX must be auto, required or off, not 'yes'."))
            // The film is missing: 66 shows that the command looked for it.
            for (value, options) in [("yes", ["--sandbox", "off"]), ("auto", []), ("", [])] {
                let words = ["GRANARY_SANDBOX=\(value)", try Program.url.path, command, film] + options
                let outcome = try await Program.run(URL(filePath: "/usr/bin/env"), words)
                #expect(outcome.code == 66, "\(command): \(outcome.errors)")
            }
        }
    }

    @Test("doctor reports what this kernel supports")
    func doctor() async throws {
        let report = try await granary([:], "doctor", "--json", "--jobs", TemporaryFolder.current.path)
        let object = try #require(JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        let findings = try #require(object["findings"] as? [[String: Any]])
        let sandbox = try #require(findings.first { $0["subject"] as? String == "sandbox" })
        let (words, offer) = (try #require(sandbox["finding"] as? String), KernelOffer.current)
        #expect(sandbox["severity"] as? String == (offer.isComplete ? "good" : "note"))
        #expect(words.contains("Landlock \(offer.landlock)") == (offer.landlock > 0), "\(words)")
        #expect(words.contains("filtered system calls") == offer.filtersCalls, "\(words)")
        for obstacle in offer.obstacles { #expect(words.contains(obstacle), "\(words)") }
        let text = try await granary([:], "doctor", "--jobs", TemporaryFolder.current.path)
        #expect(text.output.contains(words), "\(text.output)")
    }

    @Test("a worker in a cluster task does not see the secrets in the environment of the task")
    func task() async throws {
        let folder = TemporaryFolder.current
        let (worker, seen) = (folder.appending(path: "worker.sh"), folder.appending(path: "seen"))
        try Tool.script(at: worker, "env > '\(seen.path)'")
        let job = JobDirectory(path: folder.appending(path: "ab12").path)
        try JobFiles.createFolder(job.path)
        try Data("{}".utf8).write(to: URL(filePath: job.paths.job))
        let name = "granary-ab12-t-1"
        let unit = WorkUnit(stage: .encode, pass: 2, ranges: [0])
        try job.slurm.write(SlurmSubmission(name: name, job: "ab12", tasks: [[unit]]))
        let secrets = ["SLURM_JWT": "a", "AWS_SECRET_ACCESS_KEY": "b", "LD_PRELOAD": "", "GRANARY_SANDBOX": "off"]
        let variables = secrets.merging(["SLURM_ARRAY_TASK_ID": "0", "SLURMD_NODENAME": "n1"]) { $1 }
        let outcome = try await granary(
            variables,
            "task",
            job.path,
            "--submission",
            name,
            "--worker",
            worker.path
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = try String(contentsOf: seen, encoding: .utf8).split(separator: "\n")
        let names = Set(lines.map { String($0.prefix { $0 != "=" }) })
        #expect(names.isSuperset(of: ["PATH", "SLURM_ARRAY_TASK_ID", "SLURMD_NODENAME"]), "\(names)")
        #expect(names.isDisjoint(with: Array(secrets.keys) + ["HOME"]), "\(names)")
    }
}
