import Foundation
import Media
import Storage
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import RateModel
@testable import Reporting

/// Documents with impossible numbers in place of valid ones.
@Suite("Documents with extreme numbers", .temporaryFolder)
struct HostileDocumentTests {
    private var folder: String { TemporaryFolder.current.path }
    private var directory: JobDirectory { JobDirectory(path: folder + "/job") }
    private var job: ResolvedJob { JobSample.job(output: folder + "/out/film.mp4") }

    /// A directory with a plan, allocations, and results of all ranges in two passes.
    private func encoded() throws -> Plan {
        let plan = JobSample.plan(job)
        try directory.begin(job, source: JobSample.source())
        try directory.publish(plan)
        try directory.publish(PlainRateControl().analysis(of: plan))
        try directory.publish(PlainRateControl().sample(of: plan, analysis: []))
        for range in plan.ranges {
            let worker = FakeWorker(directory: directory, job: job)
            try worker.publish(range, pass: 1, isAnalysis: true)
            try worker.publish(range, pass: 2, isAnalysis: false)
        }
        return plan
    }

    private func load() throws -> (work: PublishedWork, discarded: [String]) {
        var discarded: [String] = []
        let work = try directory.reader.work(of: job, timeline: JobSample.timeline) { discarded.append($0) }
        return (work, discarded)
    }

    /// Sets every occurrence of a key in a document to another value: a number or any other JSON.
    private func forge(_ path: String, _ key: String, _ value: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let pattern = try Regex("\"\(key)\" : " + (value.hasPrefix("[") ? "\\[[^\\]]*\\]" : "-?[0-9][0-9.e+-]*"))
        let forged = text.replacing(pattern, with: "\"\(key)\" : \(value)")
        try #require(forged != text, "\(path) has no \(key)")
        try Data(forged.utf8).write(to: URL(filePath: path))
    }

    @Test(
        "a result is rejected and made again; the report of the job rejects it",
        arguments: [
            ("bits", "\(Int.max)"), ("bits", "\(Int.min)"), ("bits", "-1"), ("targetBits", "\(Int.min)"),
            ("targetBits", "\(Int.max)"), ("frames", "[\(Int.min), \(Int.max)]"), ("frames", "[0, \(Int.max)]"),
            ("frameCount", "\(Int.max)"), ("bits", "1e400"), ("range", "\(Int.max)"), ("attempt", "1e99"),
        ]
    )
    func results(key: String, value: String) throws {
        let plan = try encoded()
        try forge(directory.paths.result(pass: 2, range: 3), key, value)
        if key != "range" { #expect(throws: FarmError.self) { try directory.report() } }
        let (work, discarded) = try load()
        #expect(discarded.count == 1 && work.results[2]?.count == plan.ranges.count - 1)
        #expect(try directory.report() != nil)
    }

    @Test(
        "a plan is rejected, and the error names it with a remedy",
        arguments: [
            ("frames", "[0, \(Int.max)]"), ("frames", "[\(Int.min), 0]"), ("index", "\(Int.max)"),
            ("start", "[0, 2147483647]"), ("end", "[\(Int64.max), 2147483646]"), ("ranges", "[]"),
        ]
    )
    func plans(key: String, value: String) throws {
        _ = try encoded()
        if key == "ranges" {
            try Data(#"{"version": 1, "job": "\#(job.id)", "ranges": [], "sceneCuts": []}"#.utf8)
                .write(to: URL(filePath: directory.paths.plan))
        } else {
            try forge(directory.paths.plan, key, value)
        }
        for read in [{ _ = try load() }, { _ = try directory.report() }, { _ = try directory.status() }] {
            let error = #expect(throws: FarmError.self) { try read() }
            #expect(error?.code == .unreadableDocument && error?.subject == directory.paths.plan)
            #expect(error?.remedy.contains("--restart") == true)
        }
    }

    @Test("a plan whose times are correct but have different timescales is rejected")
    func clocks() throws {
        var plan = try encoded()
        let range = plan.ranges[1]
        func inClock(_ time: MediaTime, _ factor: Int32) -> MediaTime {
            MediaTime(value: time.value * Int64(factor), timescale: time.timescale * factor)
        }
        plan.ranges[1].timeRange = TimeRange(
            start: inClock(range.timeRange.start, 80_000_023),
            end: inClock(range.timeRange.end, 80_000_041)
        )
        try JobFiles.remove(directory.paths.plan)
        try directory.publish(plan)
        #expect(throws: FarmError.self) { try load() }
    }

    @Test(
        "an allocation is rejected, and the error names it with a remedy",
        arguments: [
            ("statisticsScale", "-1"), ("statisticsScale", "1e300"), ("statisticsPass", "2"), ("statisticsPass", "0"),
            ("targetBits", "\(Int.min)"), ("tolerance", "-0.5"), ("pass", "3"), ("wave", "\(Int.min)"),
            ("range", "\(Int.max)"), ("range", "-1"), ("kilobitsPerSecond", "\(Int.max)"),
        ]
    )
    func allocations(key: String, value: String) throws {
        let plan = try encoded()
        let path = directory.paths.allocation(pass: 2, wave: 1)
        try JobFiles.remove(path)
        var allocation = PlainRateControl().sample(of: plan, analysis: [])
        allocation.targets = Array(allocation.targets.prefix(1))
        let isRate = key == "kilobitsPerSecond"
        allocation.targets[0].work = isRate ? .alone(.average(kilobitsPerSecond: 100)) : .fed(FedTarget(bits: 1000))
        try directory.publish(allocation)
        _ = try load()
        try forge(path, key, value)
        let error = #expect(throws: FarmError.self) { try load() }
        #expect(error?.code == .unreadableDocument && error?.subject == path)
        #expect(error?.remedy.contains("--restart") == true)
        if key != "range" || value == "-1" {
            #expect(throws: FarmError.self) { try directory.target(pass: 2, range: 0) }
        }
    }

    @Test("an allocation that keeps the quantisers of an analysis is rejected", arguments: [(1, true), (2, false)])
    func keptQuantizers(statisticsPass: Int, isRejected: Bool) {
        let fed = FedTarget(bits: 1000, statisticsPass: statisticsPass, keepsQuantizers: true)
        let allocation = Allocation(pass: 3, targets: [RangeTarget(range: 0, .fed(fed))], explanation: "")
        #expect((allocation.flaw != nil) == isRejected)
    }

    @Test("an allocation of another job is rejected, even if this job could use it")
    func foreignAllocation() throws {
        let plan = try encoded()
        let path = directory.paths.allocation(pass: 2, wave: 1)
        try JobFiles.remove(path)
        var allocation = PlainRateControl().sample(of: plan, analysis: [])
        allocation.job = job.id
        try directory.publish(allocation)
        _ = try load()
        try JobFiles.remove(path)
        allocation.job = "0123456789abcdef"
        try directory.publish(allocation)
        let error = #expect(throws: FarmError.self) { try load() }
        #expect(error?.subject == path && error?.cause == "it belongs to job 0123456789abcdef")
        #expect(error?.remedy.contains("--restart") == true)
    }

    @Test("a document that is not JSON is reported as such")
    func garbage() throws {
        _ = try encoded()
        for text in ["", "{", "\u{0}"] {
            try Data(text.utf8).write(to: URL(filePath: directory.paths.plan))
            let error = #expect(throws: FarmError.self) { try load() }
            #expect(error?.cause == "it is not JSON: it is damaged, or another build of Granary wrote it")
        }
    }

    @Test("film, mux, verification and record are rejected too")
    func others() throws {
        let plan = try encoded()
        try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
        let selection = FilmSelection(job: job.id, passes: plan.ranges.map { _ in 2 }, requests: [], explanation: "")
        try directory.publish(selection)
        try FakeWorker(directory: directory, job: job).perform(WorkUnit(stage: .mux))
        try FakeWorker(directory: directory, job: job).perform(WorkUnit(stage: .verify, ranges: [0]))
        let sound = try load()
        #expect(sound.discarded.isEmpty && sound.work.mux != nil && sound.work.verifications.count == 1)
        try forge(directory.paths.verification(firstRange: 0), "picturesCompared", "\(Int.max)")
        #expect(throws: FarmError.self) { try directory.report() }
        #expect(try load().discarded.count == 1)
        try forge(directory.paths.mux, "byteCount", "\(Int64.min)")
        #expect(try load().discarded.count == 1)
        try forge(directory.paths.selection, "passes", "[\(Int.min)]")
        #expect(throws: FarmError.self) { try load() }
    }

    @Test(
        "a job that could not end or have pictures is rejected",
        arguments: [
            ("maximum", "\(Int.max)"), ("maximum", "0"), ("width", "\(Int.max)"), ("height", "-1"),
            ("average", "\(Int.max)"), ("budget", "-1"),
        ]
    )
    func jobs(key: String, value: String) throws {
        try directory.begin(job, source: JobSample.source())
        try forge(directory.paths.job, key, value)
        #expect(throws: FarmError.self) { try directory.job() }
    }

    @Test("x265's options are read within x265's bounds")
    func options() {
        let line =
            "#options: input-res=9223372036854775807x9223372036854775807 qpstep=1e300 qblur=inf cplxblur=nan "
            + "pbratio=0 ipratio=-3 qcomp=7 bframes=9"
        var expected = EncoderRateOptions(optionsLine: "#options:")
        expected.bidirectionalFrames = 9
        #expect(EncoderRateOptions(optionsLine: line) == expected)
        #expect(expected.stepScale.isFinite)
    }

    @Test("a job distinguishes its source from another")
    func sources() {
        #expect(job.isOver(JobSample.source().identity))
        #expect(!job.isOver(JobSample.source(contentHash: "1").identity))
    }

    @Test("a document whose films together are not its source is rejected")
    func films() throws {
        let film = JobSample.source()
        var joined = film
        joined.films = [film, film]
        joined.video.timeline = try #require(FrameTimeline(joining: [film.video.timeline, film.video.timeline]))
        #expect(joined.flaw == nil)
        var wrong: [SourceDescription] = []
        for films in [[], [film], [film, film, film], [film, joined]] {
            var other = joined
            other.films = films
            wrong.append(other)
        }
        #expect(wrong.allSatisfy { $0.flaw != nil })
    }

    @Test("parts of a film that begin at impossible frames are rejected")
    func firsts() {
        var film = JobSample.source()
        film.fields = FieldTimes(of: film.video.timeline, first: .max)
        #expect(film.flaw != nil)
        film.fields = nil
        film.repetition = FrameRepetition(of: film.video.timeline, at: FrameRate(frames: 25, seconds: 1)).from(.max)
        #expect(film.flaw != nil && film.repetition?.ownFrame(of: .max) == film.video.timeline.count - 1)
        film.repetition = FrameRepetition(of: film.video.timeline, at: FrameRate(frames: 25, seconds: 1)).from(20)
        #expect(film.flaw == nil)
    }
}
