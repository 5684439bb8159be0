import Foundation
import TestSupport
import Testing

@testable import Jobs
@testable import SlurmEngine

@Suite("Slurm: options of sbatch that may be set", .temporaryFolder)
struct SlurmPassedOptionsTests {
    /// Options that would change what a task runs, its user, the place of its log, or what Granary reads about it.
    static let dangerous = [
        "array", "bbf", "begin", "chdir", "clusters", "container", "cpus-per-task", "dependency", "error", "export",
        "export-file", "get-user-env", "gid", "help", "hold", "ignore-pbs", "input", "job-name", "kill-on-invalid-dep",
        "mem", "mem-per-cpu", "mem-per-gpu", "no-kill", "no-requeue", "nodefile", "nodes", "ntasks", "ntasks-per-node",
        "open-mode", "output", "parsable", "priority", "propagate", "quiet", "reboot", "requeue", "signal", "test-only",
        "uid", "usage", "verbose", "version", "wait", "wrap",
    ]

    private func read(_ name: String, _ value: String) throws -> SlurmOptions {
        try SlurmSite.read(Array("options: {\(name): \(value)}".utf8), file: "slurm.yaml")
    }

    private func problem(_ name: String, _ value: String) throws -> String {
        let error = try #require(throws: ManifestError.self, "\(name): \(value)") { try read(name, value) }
        #expect(error.issues.count == 1)
        return error.issues[0].line(in: error.file)
    }

    @Test("dangerous options are refused, also abbreviated", arguments: dangerous)
    func beginnings(name: String) throws {
        for length in 1...name.count {
            let beginning = String(name.prefix(length))
            for spelling in [beginning, "--\(beginning)"] {
                #expect(throws: ManifestError.self, "\(spelling)") { try read(spelling, "x") }
            }
        }
    }

    @Test(
        "of all options of sbatch, only full names of allowed ones are accepted, and sbatch knows each of them",
        .enabled(if: Tool.arePresent("sbatch"), "sbatch is not installed")
    )
    func help() throws {
        let sbatch = try #require(Tool("sbatch"))
        let configuration = TemporaryFolder.current.appending(path: "slurm.conf")
        try Data("ClusterName=x\nSlurmctldHost=localhost\nNodeName=n CPUs=1\nPartitionName=p Nodes=n\n".utf8)
            .write(to: configuration)
        let text = try sbatch.output(["--help"], environment: ["SLURM_CONF": configuration.path])
        let known = Set(text.matches(of: /--([a-z][a-z-]+)/).map { String($0.output.1) })
        #expect(known.count > 60 && known.isSuperset(of: ["array", "output", "uid", "wrap"]))
        for name in known {
            for length in 1...name.count {
                let beginning = String(name.prefix(length))
                let passes = (try? read(beginning, "x")) != nil
                #expect(passes == (SlurmPassedOptions.allowed[beginning] != nil), "\(beginning)")
                #expect(!passes || known.contains(beginning), "sbatch would take \(beginning) for \(name)")
            }
        }
    }

    @Test("the error suggests the correct option, and lists all that may be set")
    func words() throws {
        let names = SlurmPassedOptions.allowed.keys.sorted().joined(separator: ", ")
        #expect(names.contains("comment, constraint, core-spec"))
        let text = try problem("constrain", "avx2")
        #expect(
            text == "slurm.yaml:1:11: slurm.options.constrain: may not be set; only these may, with their full names: "
                + "\(names) (did you mean \"constraint\"?)"
        )
        #expect(try problem("outpu", "x").hasSuffix("with their full names: \(names)"))
        #expect(try problem("container", "x").hasSuffix("may not be set: tasks run the program of their coordinator"))
    }

    @Test("a value is one line and not an option, and is present for options that require one")
    func values() throws {
        #expect(try problem("constraint", "true").hasSuffix("expected a value: sbatch requires one for constraint"))
        #expect(try problem("gres", "help").hasSuffix("may not be set: it asks sbatch for help"))
        let long = "\"\(String(repeating: "x", count: 1001))\""
        for value in ["--wrap=id", "\"a\\nb\"", "\"a\\eb\"", "\"a\\u202Eb\"", "\"\"", long] {
            #expect(
                try problem("comment", value)
                    .hasSuffix("expected one line of at most 1000 bytes that does not begin with -, or true")
            )
        }
        for name in ["nodelist", "exclude"] {
            #expect(try problem(name, "/etc/hosts").contains("expected names of nodes"))
            #expect(try read(name, "\"n[1-4],n7\"").options == [name: "n[1-4],n7"])
        }
        #expect(try read("exclusive", "true").options == ["exclusive": ""])
        #expect(try read("exclusive", "user").options == ["exclusive": "user"])
        #expect(try read("comment", "\"\(String(repeating: "x", count: 1000))\"").options["comment"]?.count == 1000)
    }

    @Test("schema and documents list the names that the parser accepts")
    func listed() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "Jobs/granary-v1.schema.json"))
        let schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        var node = schema
        for key in ["properties", "slurm", "properties", "options", "propertyNames"] {
            node = try #require(node[key] as? [String: Any])
        }
        #expect(node["enum"] as? [String] == SlurmPassedOptions.allowed.keys.sorted())
        let text = try String(contentsOf: root.appending(path: "Docs/Cluster.md"), encoding: .utf8)
        let paragraph = try #require(text.split(separator: "\n\n").first { $0.hasPrefix("`options` takes") })
        for name in SlurmPassedOptions.allowed.keys { #expect(paragraph.contains("`\(name)`"), "\(name)") }
    }
}
