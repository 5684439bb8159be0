import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Storage
import TestSupport
import Testing

@Suite("Job directory", .temporaryFolder)
struct JobDirectoryTests {
    private var folder: String { TemporaryFolder.current.path }
    private var directory: JobDirectory { JobDirectory(path: folder + "/job") }
    private func job(encoderBuild: String = "3.5", verification: Verification = .full) -> ResolvedJob {
        JobSample.job(output: folder + "/out/film.mp4", verification: verification, encoderBuild: encoderBuild)
    }

    /// A directory with a plan, an analysis of all ranges, and encodes of all in pass 2.
    private func encoded(_ directory: JobDirectory, makesStores: Bool = false) throws -> Plan {
        let plan = JobSample.plan(job())
        try directory.begin(job(), source: JobSample.source())
        try directory.publish(plan)
        for range in plan.ranges {
            let worker = FakeWorker(directory: directory, job: job(), makesStores: makesStores)
            try worker.publish(range, pass: 1, isAnalysis: true)
            try worker.publish(range, pass: 2, isAnalysis: false)
        }
        return plan
    }

    private func load(_ directory: JobDirectory, _ discarded: inout [String]) throws -> PublishedWork {
        try directory.reader.work(of: job(), timeline: JobSample.timeline) { discarded.append($0) }
    }

    @Test("documents are read as they were published, and the first one wins")
    func documents() throws {
        let directory = directory
        try directory.begin(job(), source: JobSample.source())
        #expect(try directory.job() == job())
        #expect(try directory.source() == JobSample.source())
        #expect(try directory.plan() == nil)
        let plan = JobSample.plan(job())
        #expect(try directory.publish(plan))
        var other = plan
        other.sceneCuts = [1]
        #expect(try !directory.publish(other))
        #expect(try directory.plan() == plan)
        let control = PlainRateControl()
        let (sample, rest) = (
            control.sample(of: plan, analysis: []),
            control.rest(of: plan, analysis: [], results: [])
        )
        try directory.publish(rest)
        try directory.publish(sample)
        #expect(try directory.allocations() == [sample, rest])
        #expect(try directory.target(pass: 2, range: 1) == sample.targets[0])
        #expect(try directory.target(pass: 2, range: 0) == rest.targets[0])
        #expect(try directory.target(pass: 3, range: 0) == nil)
    }

    @Test("paths match the layout")
    func paths() {
        let directory = JobDirectory(path: "/jobs/1")
        #expect(directory.paths.result(pass: 2, range: 17) == "/jobs/1/passes/0002/range-00017.json")
        #expect(directory.paths.allocation(pass: 2, wave: 1) == "/jobs/1/passes/0002/allocation.json")
        #expect(directory.paths.allocation(pass: 2, wave: 2) == "/jobs/1/passes/0002/allocation-2.json")
        let unit = WorkUnit(stage: .encode, pass: 2, ranges: [3])
        #expect(directory.paths.log(of: unit) == "/jobs/1/log/pass-02-unit-0003-attempt-1.log")
        let logs = Stage.allCases.flatMap {
            [WorkUnit(stage: $0, ranges: [1]), WorkUnit(stage: $0, ranges: [1], attempt: 2)]
        }
        // Analyses and encodes of one pass never meet: pass 1 either analyses or encodes.
        #expect(Set(logs.map(JobPaths.logName(of:))).count == logs.count - 2)
        #expect(
            JobPaths.logName(of: WorkUnit(stage: .scout))
                != JobPaths.logName(of: WorkUnit(stage: .scout, ranges: [0]))
        )
    }

    @Test("settings that do not affect the bytes may change between runs")
    func begunAgain() throws {
        let directory = directory
        try directory.begin(job(), source: JobSample.source())
        try directory.begin(job(verification: .none), source: JobSample.source(path: "/moved/in.mov"))
        #expect(try directory.job().verification == .none)
        #expect(try directory.source().path == "/moved/in.mov")
    }

    @Test("a job with another build, another source or the folder of another job suggests --restart")
    func changes() throws {
        let directory = directory
        try directory.begin(job(), source: JobSample.source())
        func code(_ body: () throws -> Void) throws -> FarmError.Code {
            let error = try #require(throws: FarmError.self) { try body() }
            #expect(error.remedy.contains("--restart"))
            return error.code
        }
        #expect(
            try code { try directory.begin(job(encoderBuild: "4.1"), source: JobSample.source()) } == .changedBuild
        )
        #expect(
            try code { try directory.begin(job(), source: JobSample.source(contentHash: "1")) } == .changedSource
        )
        #expect(
            try code { try directory.begin(JobSample.job(contentHash: "1"), source: JobSample.source()) } == .foreignJob
        )
        // The same bytes, but this build finds another frame in them.
        var longer = JobSample.source()
        longer.video.timeline = try #require(
            FrameTimeline(
                timescale: longer.video.timeline.timescale,
                firstTick: 0,
                runs: [.init(count: longer.video.timeline.count + 1, duration: 1)]
            )
        )
        #expect(try code { try directory.begin(job(), source: longer) } == .changedSource)
        #expect(try directory.source() == JobSample.source())
        try directory.reset()
        try directory.begin(job(encoderBuild: "4.1"), source: JobSample.source())
    }

    @Test("complete documents are all used")
    func whole() throws {
        let plan = try encoded(directory, makesStores: true)
        var discarded: [String] = []
        let work = try load(directory, &discarded)
        #expect(work.plan == plan && work.results[1]?.count == plan.ranges.count)
        #expect(work.results[2]?.count == plan.ranges.count && discarded.isEmpty)
    }

    @Test(
        "a result whose file is missing, cut off, changed or of another job is removed with its files",
        arguments: ["missing", "cut", "altered", "garbage", "elsewhere", "escaping"]
    )
    func corruption(kind: String) throws {
        let plan = try encoded(directory)
        let path = directory.paths.result(pass: 2, range: 3)
        let result = try #require(try directory.result(pass: 2, range: 3))
        let silo = try #require(result.silo)
        let siloPath = directory.paths.passFolder(2) + "/" + silo.name
        var bytes = try Data(contentsOf: URL(filePath: siloPath))
        switch kind {
        case "missing": try FileManager.default.removeItem(atPath: siloPath)
        case "cut": try bytes.dropLast(10).write(to: URL(filePath: siloPath))
        case "altered":
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: siloPath))
        case "garbage": try Data("{".utf8).write(to: URL(filePath: path))
        default:
            var changed = result
            if kind == "elsewhere" {
                changed.range = 4
            } else {
                changed.silo = PublishedFile(name: "../0001/x", sha256: silo.sha256, byteCount: silo.byteCount)
            }
            try JSONEncoder().encode(changed).write(to: URL(filePath: path))
        }
        var discarded: [String] = []
        let work = try load(directory, &discarded)
        #expect(discarded.count == 1)
        #expect(work.results[2]?.count == plan.ranges.count - 1 && work.result(pass: 2, range: 3) == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: siloPath))
        #expect(work.results[1]?.count == plan.ranges.count)
        var again: [String] = []
        _ = try load(directory, &again)
        #expect(again.isEmpty)
    }

    @Test(
        "documents that determine the film are never discarded",
        arguments: ["plan.json", "passes/0002/allocation.json"]
    )
    func bindingDocuments(name: String) throws {
        let plan = try encoded(directory)
        try directory.publish(PlainRateControl().sample(of: plan, analysis: []))
        try Data("garbage".utf8).write(to: URL(filePath: directory.path + "/" + name))
        var discarded: [String] = []
        let error = try #require(throws: FarmError.self) { _ = try load(directory, &discarded) }
        #expect(error.code == .unreadableDocument && error.remedy.contains("--restart"))
        #expect(FileManager.default.fileExists(atPath: directory.path + "/" + name))
    }

    @Test("the error for a missing key names the key, without the decoder's message")
    func lackingDocument() throws {
        _ = try encoded(directory)
        try Data(#"{"path": "film.mp4"}"#.utf8).write(to: URL(filePath: directory.paths.source))
        let error = try #require(throws: FarmError.self) { _ = try directory.source() }
        #expect(error.code == .unreadableDocument && error.remedy.contains("--restart"))
        #expect(error.cause.hasPrefix("it has no ") && error.cause.contains("another build of Granary"))
        #expect(!error.cause.contains("CodingKey"))
    }

    @Test("a document of a newer layout is rejected")
    func newerLayout() throws {
        var plan = JobSample.plan(job())
        plan.version = 2
        try directory.begin(job(), source: JobSample.source())
        try directory.publish(plan)
        let error = try #require(throws: FarmError.self) { _ = try directory.plan() }
        #expect(error.cause.contains("version 2"))
    }

    @Test("a plan that does not cover the film is rejected")
    func foreignPlan() throws {
        var plan = JobSample.plan(job())
        plan.ranges.removeLast()
        try directory.begin(job(), source: JobSample.source())
        try directory.publish(plan)
        var discarded: [String] = []
        #expect(throws: FarmError.self) { _ = try load(directory, &discarded) }
    }

    @Test("leftovers of crashes are removed, but published files are kept")
    func orphans() throws {
        _ = try encoded(directory)
        let leftovers = [
            directory.paths.passFolder(2) + "/range-00001-0123456789abcdef.silo",
            directory.paths.passFolder(2) + "/.range-00001.json.abc.partial", directory.path + "/.mux.json.abc.partial",
        ]
        for path in leftovers { try Data([1]).write(to: URL(filePath: path)) }
        var discarded: [String] = []
        let work = try load(directory, &discarded)
        try directory.removeLeftovers(of: job(), work)
        #expect(leftovers.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        #expect(try load(directory, &discarded) == work && discarded.isEmpty)
    }

    @Test("superseded silos are removed, their results stay, and the missing silos are no error")
    func supersededSilos() throws {
        let directory = directory
        let plan = try encoded(directory)
        try FakeWorker(directory: directory, job: job()).publish(plan.ranges[3], pass: 3, isAnalysis: false)
        var selection = FilmSelection(
            job: job().id,
            passes: plan.ranges.map { _ in 2 },
            requests: [],
            explanation: ""
        )
        selection.passes[3] = 3
        try directory.publish(selection)
        try directory.removeSupersededSilos(selection)
        let silos = try FileManager.default.contentsOfDirectory(atPath: directory.paths.passFolder(2))
            .filter { $0.hasSuffix(".silo") }
        #expect(silos.count == plan.ranges.count - 1)
        var discarded: [String] = []
        let work = try load(JobDirectory(path: directory.path), &discarded)
        #expect(work.result(pass: 2, range: 3) != nil && discarded.isEmpty)
    }

    @Test("a file is hashed once per run while its size and modification time do not change")
    func hashedOnce() throws {
        let directory = directory
        _ = try encoded(directory)
        var discarded: [String] = []
        _ = try load(directory, &discarded)
        let silo = try #require(try directory.result(pass: 2, range: 0)?.silo)
        let path = directory.paths.passFolder(2) + "/" + silo.name
        let time = try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        )
        let whole = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded())
        try FileManager.default.setAttributes([.modificationDate: whole], ofItemAtPath: path)
        _ = try load(directory, &discarded)
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.modificationDate: whole], ofItemAtPath: path)
        _ = try load(directory, &discarded)
        #expect(discarded.isEmpty, "the same run does not look twice")
        _ = try load(JobDirectory(path: directory.path), &discarded)
        #expect(discarded.count == 1, "another run does")
    }

    @Test("an estimate that exceeds the disk fails with both numbers")
    func diskFull() throws {
        try directory.begin(job(), source: JobSample.source())
        try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
        try DiskForecast(job: job(), source: JobSample.source()).check(directory: directory, job: job(), used: 0)
        let huge = DiskForecast(filmByteCount: 1, jobByteCount: 1_000_000_000_000_000_000)
        let error = try #require(throws: FarmError.self) {
            try huge.check(directory: directory, job: job(), used: 0)
        }
        #expect(error.code == .diskFull && error.cause.contains("it needs about 1000000.000 TB"))
        try huge.check(directory: directory, job: job(), used: 1_000_000_000_000_000_000)
    }

    @Test("messages and events are objects with a type")
    func wire() throws {
        let messages: [WorkerMessage] = [
            .progress(range: 3, frames: 7, bits: 9), .published(range: 3), .note("a word"),
            .failed(UnitFailure(FarmError(.changedSource, attempted: "a", subject: "b\n", cause: "c", remedy: "d"))),
        ]
        for message in messages {
            let line = try JSONEncoder().encode(message)
            #expect(try JSONDecoder().decode(WorkerMessage.self, from: line) == message)
            #expect(!line.contains(0x0A))
        }
        #expect(throws: DecodingError.self) {
            _ = try JSONDecoder().decode(WorkerMessage.self, from: Data(#"{"type":"other"}"#.utf8))
        }
        let event = try JSONEncoder().encode(JobEvent.failed(explanation: "why", exitCode: 70))
        let object = try #require(try JSONSerialization.jsonObject(with: event) as? [String: Any])
        #expect(object["type"] as? String == "failed" && object["exitCode"] as? Int == 70)
    }
}
