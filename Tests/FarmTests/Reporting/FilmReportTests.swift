import Foundation
import Jobs
import Media
import Reporting
import Testing

@Suite("Film report") struct FilmReportTests {
    @Test("the report of a range has every pass in order, and only the selected one is in the film")
    func passesOfRange() throws {
        let middle = try ReportFixtures.report().ranges[1]
        #expect(middle.encodes.map(\.pass) == [1, 2, 3])
        #expect(middle.encodes.map(\.isUsed) == [false, false, true])
        #expect(middle.encodes.map(\.role) == [.analysis, .fed, .fed])
        #expect(middle.encodes[1].furtherPasses == [middle.timeRange])
        #expect(abs(try #require(middle.encodes[1].missedBy) - 0.1) < 1e-9)
    }

    @Test("a further pass that came out worse is reported but is not in the film")
    func unusedPass() throws {
        let report = try ReportFixtures.report(middlePass: 2)
        #expect(report.ranges[1].encodes.map(\.isUsed) == [false, true, false])
        #expect(report.totals.bits == 4_000_000 + 3_300_000 + 3_000_000)
        #expect(abs(try #require(report.totals.missedBy) - 0.03) < 1e-9)
        #expect(!report.totals.isWithinTolerance)
    }

    @Test("the totals are the sums and means of the encodes in the film")
    func totals() throws {
        let totals = try ReportFixtures.report().totals
        #expect(totals.bits == 10_010_000)
        #expect(totals.targetBits == 10_000_000)
        #expect(totals.isWithinTolerance)
        #expect(totals.bitsPerSecond == 1_001_000)
        #expect(totals.framesEncodedAgain == 72)
        #expect(totals.quality?.frameCount == 240)
        #expect(totals.cpuSeconds == 14)
    }

    @Test(
        "a film below its rate is no miss if it has nearly all that its buffer permits",
        arguments: [(9_600_000, true), (9_400_000, false)]
    )
    func heldByBuffer(bits: Int, isHeld: Bool) throws {
        let report = try ReportFixtures.report()
        let totals = FilmTotals(
            used: report.ranges.compactMap(\.used).map { encode in
                var encode = encode
                encode.bits = bits / 3
                return encode
            },
            of: ReportFixtures.plan(),
            goal: .average(bitsPerSecond: 1_000_000),
            tolerance: 0.005,
            framesEncodedAgain: 0,
            passes: [],
            bitsWithinBounds: 10_000_000
        )
        #expect(totals.isHeldByBuffer == isHeld && totals.isWithinTolerance == isHeld)
        let limits = BufferLimits(bitsPerSecond: 1_000_000, bufferBits: 500_000)
        #expect(totals.bufferSentence(nil) == nil)
        let sentence = isHeld ? "leave this film 960 kbit/s on average instead of 1000" : nil
        #expect(totals.bufferSentence(limits).map { $0.contains(sentence ?? "no sentence") } == (isHeld ? true : nil))
    }

    @Test("the report of a range has its granted and refused requests")
    func requests() throws {
        let report = try ReportFixtures.report()
        #expect(report.ranges.map { $0.requests.map(\.isGranted) } == [[false], [true], []])
        #expect(report.ranges.map { $0.requests.map(\.pass) } == [[2], [2], []])
        #expect(report.ranges.map(\.startsScene) == [true, true, false])
    }

    @Test("the report of a pass has its reasons in the order of its waves")
    func passReports() throws {
        let passes = try ReportFixtures.report().passes
        #expect(passes.map(\.pass) == [1, 2, 3])
        #expect(passes.map(\.explanations) == [[], ["the sample", "the rest"], ["closes the film's miss"]])
        #expect(passes.map(\.ranges) == [[0, 1, 2], [0, 1, 2], [1]])
        #expect(passes[1].optionsLine == "pass=2 bframes=4")
    }

    @Test("the report has the findings about the film, and not those about an older film")
    func verification() throws {
        let verification = try #require(try ReportFixtures.report().verification)
        #expect(verification.findings.isEmpty)
        #expect(verification.picturesCompared == 240)
        #expect(try ReportFixtures.report(findings: ["frame 3 differs"]).verification?.findings == ["frame 3 differs"])
    }

    @Test("the report names the content of the source that is not in the film")
    func losses() throws {
        #expect(
            try ReportFixtures.report().notCarried == [
                "subtitle track 3 (mov_text, eng)", "audio track 1 (vorbis, deu): MP4 holds no Vorbis",
            ]
        )
    }

    @Test("the report of a failed job has the parts that exist")
    func failedJob() throws {
        let report = try ReportFixtures.report(isFinished: false, failure: "range 2 crashed")
        #expect(report.ranges.allSatisfy { $0.used == nil })
        #expect(report.totals.missedBy == nil)
        #expect(report.totals.quality == nil)
        #expect(!report.totals.isWithinTolerance)
        #expect(report.verification == nil)
        #expect(report.failure == "range 2 crashed")
    }

    @Test("a report survives encoding and decoding, also with an infinite PSNR", arguments: [40, Double.infinity])
    func roundTrip(luma: Double) throws {
        let report = try ReportFixtures.report(luma: luma)
        let document = try report.document()
        #expect(try FilmReport(document: document) == report)
        #expect(try report.document() == document)
    }

    @Test("the report has the time of each stage, without verifications of another film")
    func stages() throws {
        let report = try ReportFixtures.report()
        #expect(report.stages.map(\.stage) == [.analyse, .encode, .mux, .verify])
        #expect(report.stages.map(\.results) == [3, 4, 1, 1])
        #expect(report.stages.map(\.cpuSeconds) == [6, 8, 1, 1])
        #expect(report.stages.map(\.wallSeconds) == [3, 4, 1, 1])
        #expect(try ReportFixtures.report(isFinished: false).stages.map(\.stage) == [.analyse, .encode])
    }
}
