import Foundation
import Media
import TestSupport
import Testing

@testable import Jobs
@testable import SlurmEngine

@Suite("Slurm: options of a job", .temporaryFolder)
struct SlurmOptionsTests {
    private func read(_ text: String) throws -> SlurmOptions {
        try SlurmSite.read(Array(text.utf8), file: "slurm.yaml")
    }

    @Test("every key is read in its unit, and becomes an argument of sbatch")
    func everything() throws {
        let options = try read(
            """
            partition: films,night
            account: studio
            qos: normal
            time: 90s
            memory: 1.5G
            cpus: 2
            nice: 100
            bundle: 2m
            slots: 256
            options: {constraint: "avx2&ssd", exclusive: true, gres: tmp:10}
            """
        )
        #expect(options.timeMinutes == 2 && options.memory == .mebibytes(1536) && options.bundleSeconds == 120)
        #expect(
            options.arguments == [
                "--partition=films,night", "--account=studio", "--qos=normal", "--time=2", "--nice=100",
                "--cpus-per-task=2", "--constraint=avx2&ssd", "--exclusive", "--gres=tmp:10",
            ]
        )
        #expect(options.slots == 256 && options.over(SlurmOptions()).slots == 256)
        #expect(try SlurmOptions().over(read("slots: 8")).slots == 8)
        #expect(try read("memory: none").memory == .unsaid && read("memory: auto").memory == .measured)
        #expect(try read("# nothing yet\n\n  # nothing\n") == SlurmOptions())
    }

    @Test("all errors are reported at once, with line and column")
    func wrong() throws {
        let text = """
            partition: two words
            tme: 1h
            time: 5
            memory: 4
            cpus: 0
            nice: low
            bundle: 100h
            options: {array: 0-9, mem: 4G, "Bad Name": 1, constraint: false}
            """
        let error = try #require(throws: ManifestError.self) { try read(text) }
        #expect(
            error.issues.map { $0.line(in: error.file) } == [
                "slurm.yaml:1:12: slurm.partition: expected the name of a partition, or several separated by commas, "
                    + "found \"two words\"",
                "slurm.yaml:2:1: slurm.tme: unknown key (did you mean \"time\"?)",
                "slurm.yaml:3:7: slurm.time: expected a time with its unit, as in 10s, 500ms or 2m, found \"5\"",
                "slurm.yaml:4:9: slurm.memory: expected auto, none, or an amount as in 900M or 4G, found \"4\"",
                "slurm.yaml:5:7: slurm.cpus: expected a whole number from 1 to 1024, found \"0\"",
                "slurm.yaml:6:7: slurm.nice: expected a whole number from -1000000 to 1000000, found \"low\"",
                "slurm.yaml:7:9: slurm.bundle: a task must have 1s to 24h of work",
                "slurm.yaml:8:11: slurm.options.array: may not be set: Granary creates the arrays",
                "slurm.yaml:8:23: slurm.options.mem: may not be set: use the key slurm.memory",
                "slurm.yaml:8:32: slurm.options.Bad Name: expected the long name of an sbatch option, as in constraint",
                "slurm.yaml:8:59: slurm.options.constraint: an option cannot be false (leave it out)",
            ]
        )
    }

    @Test("the manifest takes precedence over the user's file, and that over the machine's")
    func order() throws {
        let folder = TemporaryFolder.current
        let (own, machine) = (folder.appending(path: "own.yaml").path, folder.appending(path: "machine.yaml").path)
        try Data("partition: mine\noptions: {constraint: a}\n".utf8).write(to: URL(filePath: own))
        try Data("partition: all\naccount: site\noptions: {constraint: b, gres: c}\n".utf8)
            .write(to: URL(filePath: machine))
        let site = try SlurmSite.options(in: [own, folder.appending(path: "missing").path, machine])
        #expect(site.partition == "mine" && site.account == "site" && site.options == ["constraint": "a", "gres": "c"])
        let text = "apiVersion: granary/v1\nsource: a.mov\noutput: b.mp4\nslurm: {partition: fast, cpus: 4}\n"
        let manifest = try Manifest(parsing: Array(text.utf8), file: "film.yaml", folder: "/jobs")
        let options = manifest.slurm.over(site)
        #expect(options.partition == "fast" && options.account == "site" && options.cpus == 4)
        #expect(manifest.positions["slurm.cpus"] == TextPosition(line: 4, column: 26))
    }

    @Test("the user's file is looked for in the user's configuration folder, before the machine's file")
    func files() {
        #expect(
            SlurmSite.files(environment: ["HOME": "/home/ada"])
                == ["/home/ada/.config/granary/slurm.yaml", "/etc/granary/slurm.yaml"]
        )
        #expect(
            SlurmSite.files(environment: ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/conf"]).first
                == "/conf/granary/slurm.yaml"
        )
        #expect(SlurmSite.files(environment: ["XDG_CONFIG_HOME": "relative"]) == ["/etc/granary/slurm.yaml"])
    }

    @Test("Slurm options are not part of the job's id, and are kept for resuming the job")
    func identity() throws {
        let (plain, partitioned) = (try resolve(""), try resolve("slurm: {partition: fast}\n"))
        #expect(plain.id == partitioned.id && plain.slurm == nil && partitioned.slurm?.partition == "fast")
    }

    @Test("the number of slots is the configured one, limited by --workers")
    func slots() {
        var options = SlurmOptions()
        #expect(options.slots(tasksAtOnce: nil) == nil && options.slots(tasksAtOnce: 3) == 3)
        options.cpus = 4
        options.slots = 256
        #expect(options.slots(tasksAtOnce: nil) == 256 && options.slots(tasksAtOnce: 3) == 12)
        #expect(options.slots(tasksAtOnce: 100) == 256)
    }
}
