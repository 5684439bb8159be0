import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Reporting
import TestSupport
import Testing

@Suite("Light levels of a job", .temporaryFolder)
struct LightLevelTests {
    private func hdrSource(
        _ light: ContentLight?,
        _ change: (inout SourceDescription) -> Void = { _ in }
    ) -> SourceDescription {
        var film = FarmTests.hdrSource()
        film.video.contentLight = light
        change(&film)
        return film
    }

    private let known = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
    private let unknown = ContentLight(maximumContentLightLevel: 0, maximumFrameAverageLightLevel: 0)

    private func words(_ job: ResolvedJob) -> String? {
        job.resolutions.first { $0.key == "video.contentLight" }.map { "\($0.value): \($0.reason)" }
    }

    @Test("those of the source are carried, and measured if an HDR10 source has none or unknown ones")
    func source() throws {
        let carried = try resolve("", source: hdrSource(known))
        #expect(carried.encoder.contentLight == known && carried.measuresLight == nil)
        for light in [nil, unknown] {
            let job = try resolve("", source: hdrSource(light))
            #expect(job.encoder.contentLight == nil && job.measuresLight == true)
            #expect(words(job) == "measure: the source has none: measured in the scout")
        }
    }

    @Test("they are measured if requested, whatever the source declares")
    func measure() throws {
        let job = try resolve("video: {contentLight: measure}", source: hdrSource(known))
        #expect(job.encoder.contentLight == nil && job.measuresLight == true)
        #expect(words(job) == "measure: as requested: measured in the scout")
    }

    @Test("levels that cannot be measured have a reason; a request to measure them is rejected")
    func obstacles() throws {
        let hlg = hdrSource(nil) { $0.video.colour.transfer = 18 }
        let unsaid = hdrSource(nil) { $0.video.colour.matrix = 2 }
        for (film, reason) in [(hlg, "HLG is relative"), (unsaid, "the matrix coefficients are unspecified")] {
            let job = try resolve("", source: film)
            #expect(job.measuresLight == nil && job.encoder.contentLight == nil)
            #expect(words(job)?.hasPrefix("none: ") == true && words(job)?.contains(reason) == true)
            let yaml = "video: {contentLight: measure}"
            let error = #expect(throws: ManifestError.self) { try resolve(yaml, source: film) }
            #expect(error?.issues.map(\.key) == ["video.contentLight"])
            #expect(error?.explanation.contains(reason) == true)
        }
        // Setting the matrix helps.
        #expect(try resolve("video: {colour: {matrix: bt2020nc}}", source: unsaid).measuresLight == true)
    }

    @Test("measuring is part of the id; ids of films without it do not change")
    func identity() throws {
        let measured = try resolve("video: {contentLight: measure}", source: hdrSource(known))
        let carried = try resolve("", source: hdrSource(known))
        let none = try resolve("video: {contentLight: none}", source: hdrSource(known))
        #expect(Set([measured.id, carried.id, none.id]).count == 3)
        // Whether it was requested or not, the film is the same.
        #expect(try resolve("", source: hdrSource(nil)).id == measured.id)
        #expect(try resolve("video: {contentLight: none}", source: hdrSource(nil)).id == none.id)
        let document = try JSONEncoder().encode(try resolve(""))
        #expect(!String(decoding: document, as: UTF8.self).contains("measuresLight"))
        #expect(try JSONDecoder().decode(ResolvedJob.self, from: document) == resolve(""))
        #expect(try JSONDecoder().decode(ResolvedJob.self, from: JSONEncoder().encode(measured)) == measured)
    }

    @Test("the scout runs for them even without scene cuts, and the plan has the measured levels")
    func scout() throws {
        for (sceneCuts, measures) in [(true, true), (false, true), (true, false), (false, false)] {
            let job = JobSample.job(sceneCuts: sceneCuts, measuresLight: measures)
            var play = CoordinatorPlay(job)
            play.play()
            #expect(play.outcome?.exitCode == 0)
            #expect(play.runs.flatMap { $0 }.contains { $0.stage == .scout } == (sceneCuts || measures))
            let plan = try #require(play.work.plan)
            #expect(plan.light == JobSample.light(job))
            #expect(plan.ranges == JobSample.plan(job).ranges, "cuts count only where they are wanted")
            let levels = job.encoderSettings(plan).contentLight
            #expect(levels == (measures ? ContentLight(text: "612,81") : nil))
            #expect(play.events.contains(.planned(plan)))
        }
    }

    @Test("ranges without measured levels are scouted again, and a plan without levels is rejected")
    func loading() throws {
        let directory = JobDirectory(path: TemporaryFolder.current.appending(path: "job").path)
        let job = JobSample.job(measuresLight: true)
        try directory.begin(job, source: JobSample.source())
        var discarded: [String] = []
        func load() throws -> PublishedWork {
            try directory.reader.work(of: job, timeline: JobSample.timeline) { discarded.append($0) }
        }
        let frames = try #require(RangePlanner.coarseRanges(of: JobSample.timeline).first).frames
        let activities = frames.map { [Double($0)] }
        let cost = JobSample.cost
        try directory.publish(ScoutResult(job: job.id, range: 0, frames: frames, activities: activities, cost: cost))
        try directory.publish(SceneCutList(job: job.id, cuts: []))
        #expect(try load().scouted.isEmpty)
        #expect(discarded.count == 2 && discarded.allSatisfy { $0.hasSuffix("it has no light levels") })
        let light = JobSample.light(job)
        try directory.publish(
            ScoutResult(job: job.id, range: 0, frames: frames, activities: activities, light: light, cost: cost)
        )
        #expect(try load().scouted == [0])
        #expect(try directory.scoutResult(range: 0)?.light == light)
        var plan = JobSample.plan(job)
        plan.light = nil
        try directory.publish(plan)
        #expect(throws: FarmError.self) { try load() }
    }

    @Test("the report has the levels, where they were measured, and what the source declares instead")
    func report() throws {
        let frames = 0..<240
        func report(_ yaml: String, _ film: SourceDescription) throws -> FilmReport {
            let job = try resolve(yaml, source: film)
            let range = PlannedRange(index: 0, frames: frames, timeRange: film.video.timeline.timeRange(of: frames))
            var light = MeasuredLight(frame: 36, maximum: 612.4, average: 80.5)
            light.averageFrame = 48
            let plan = Plan(job: job.id, ranges: [range], sceneCuts: [], light: job.measuresLight == true ? light : nil)
            return FilmReport(job: job, source: film, plan: plan, analysis: [], encodes: [], allocations: [])
        }
        func page(_ report: FilmReport) -> String { String(decoding: ReportPage(report).document, as: UTF8.self) }
        let measured = try report("video: {contentLight: measure}", hdrSource(known))
        #expect(measured.light?.levels == ContentLight(text: "612,81"))
        let disagreement = "light levels: the source declares MaxCLL 1000 and MaxFALL 400 cd/m², the film declares "
        let found = "MaxCLL 612 and MaxFALL 81 cd/m², as measured in the scout"
        #expect(measured.light?.disagreement == disagreement + found)
        #expect(page(measured).contains("MaxCLL 612 and MaxFALL 81 cd/m², measured at 0:01.500 and 0:02.000"))
        #expect(page(measured).contains("as measured in the scout"))
        #expect(try FilmReport(document: measured.document()) == measured)

        let bare = try report("", hdrSource(unknown))
        #expect(bare.light?.measured != nil && bare.light?.disagreement == nil)
        let carried = try report("", hdrSource(known))
        #expect(carried.light?.levels == known && carried.light?.measured == nil && carried.light?.disagreement == nil)
        let given = try report("video: {contentLight: '500,50'}", hdrSource(known))
        #expect(given.light?.disagreement?.hasSuffix("MaxFALL 50 cd/m², as requested") == true)
        #expect(try report("video: {contentLight: none}", hdrSource(known)).light == nil)
        #expect(try report("", FarmTests.source()).light == nil)
    }
}
