import Coordination
import JobDocuments
import Jobs
import Media
import Testing

@Suite("Pipeline of a job")
struct PipelineTests {
    @Test("a job of several passes has every stage, and a step for each further pass")
    func several() {
        let pipeline = Pipeline(JobSample.job(maximum: 4))
        #expect(
            pipeline.steps.map { "\($0.stage.rawValue) \($0.pass) \($0.extent)" } == [
                "scout 0 whole", "scout 0 conclusion", "analyse 1 whole", "encode 2 steps",
                "encode 3 missedRanges", "encode 4 missedRanges", "mux 0 whole", "verify 0 whole",
            ]
        )
        #expect(pipeline.stages == [.scout, .analyse, .encode, .mux, .verify])
        #expect(pipeline.encodingPasses == 2...4 && pipeline.furtherPasses == 3..<5)
        #expect([1, 2, 3].map(pipeline.stage) == [.analyse, .encode, .encode])
    }

    @Test("a job of one pass has no analysis, and nothing is encoded again")
    func single() {
        let pipeline = Pipeline(JobSample.job(maximum: 1))
        #expect(pipeline.stages == [.scout, .encode, .mux, .verify])
        #expect(pipeline.encodingPasses == 1...1 && pipeline.furtherPasses.isEmpty)
        #expect(pipeline.repeatableShare == 0 && pipeline.expectedShare(of: .encode) == 1)
        #expect(pipeline.expectedShare(of: .analyse) == 0 && pipeline.stage(ofPass: 1) == .encode)
    }

    @Test("without scene cuts there is no scout, without verification no verification")
    func least() {
        let pipeline = Pipeline(JobSample.job(maximum: 2, sceneCuts: false, verification: .none))
        #expect(pipeline.stages == [.analyse, .encode, .mux])
        #expect(pipeline.ranges(of: .scout, in: JobSample.timeline, nil).isEmpty)
        #expect(pipeline.expectedShare(of: .scout) == 0 && pipeline.expectedShare(of: .verify) == 0)
    }

    @Test("the units of a stage cover the film once", arguments: [Verification.full, .sample])
    func units(verification: Verification) {
        let job = JobSample.job(verification: verification)
        let (pipeline, plan) = (Pipeline(job), JobSample.plan(job))
        for stage in pipeline.stages where stage != .mux {
            let ranges = pipeline.ranges(of: stage, in: JobSample.timeline, plan)
            let units = pipeline.units(of: stage, in: JobSample.timeline, plan).flatMap(\.self)
            let expected = ranges.map(\.index).filter { stage != .verify || verification == .full || $0 % 4 == 0 }
            #expect(units == expected, "\(stage)")
        }
        #expect(pipeline.units(of: .mux, in: JobSample.timeline, plan) == [[]])
    }

    @Test(
        "a coordinator runs only steps of the pipeline, in their order",
        arguments: [1, 2, 3],
        [Verification.full, .none]
    )
    func coordinated(maximum: Int, verification: Verification) throws {
        let job = JobSample.job(maximum: maximum, verification: verification)
        var play = CoordinatorPlay(job)
        play.play()
        _ = try #require(play.outcome)
        let steps = Pipeline(job).steps
        var place = 0
        for units in play.runs {
            let unit = try #require(units.first)
            let found = try #require(
                steps.indices.dropFirst(place).first { steps[$0].stage == unit.stage && steps[$0].pass == unit.pass },
                "\(unit)"
            )
            place = found
        }
        #expect(Set(play.runs.joined().map(\.stage)) == Set(Pipeline(job).stages))
    }
}
