import Coordination
import JobDocuments
import Jobs
import Media
import Platform
import Testing

@Suite("Coordinator")
struct CoordinatorTests {
    @Test("a job runs its stages in order, from the scout to the finished film")
    func order() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.play()
        let outcome = try #require(play.outcome)
        let stages = play.events.compactMap { event -> String? in
            guard case .waveBegan(let stage, let pass, let wave, _, _) = event else { return nil }
            return "\(stage.rawValue) \(pass).\(wave)"
        }
        #expect(
            stages == [
                "scout 0.1", "scout 0.2", "analyse 1.1", "encode 2.1", "encode 2.2", "encode 3.1", "mux 0.1",
                "verify 0.1",
            ]
        )
        guard case .finished(let film, let wasComplete) = outcome else { throw Failure.noFilm }
        #expect(film.path == "/films/out.mp4" && film.findings.isEmpty && !wasComplete)
        #expect(outcome.exitCode == 0)
    }

    private enum Failure: Error { case noFilm }

    @Test("every range is analysed once, the longest first")
    func longestFirst() throws {
        let job = JobSample.job()
        var play = CoordinatorPlay(job)
        play.play()
        let plan = JobSample.plan(job)
        let analysis = try #require(play.runs.first { $0.first?.stage == .analyse })
        let lengths = analysis.map { plan.ranges[$0.ranges[0]].frames.count }
        #expect(lengths == lengths.sorted(by: >))
        #expect(analysis.flatMap(\.ranges).sorted() == Array(plan.ranges.indices))
        #expect(Set(lengths).count > 1)
    }

    @Test("the second wave of pass 2 is allocated from the results of the first, and has all other ranges")
    func waves() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.play()
        let sample = try #require(play.work.allocation(pass: 2, wave: 1))
        let rest = try #require(play.work.allocation(pass: 2, wave: 2))
        let plan = try #require(play.work.plan)
        #expect(rest.explanation == "\(sample.targets.map(\.range))")
        #expect((sample.targets + rest.targets).map(\.range).sorted() == Array(plan.ranges.indices))
    }

    @Test("only the requested ranges are encoded again, and the newer encodes are in the film")
    func furtherPass() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.play()
        #expect(play.runs.filter { $0[0].pass == 3 }.flatMap { $0 }.flatMap(\.ranges).sorted() == [2, 5])
        let selection = try #require(play.work.selection)
        #expect(selection.passes.enumerated().allSatisfy { $1 == ([2, 5].contains($0) ? 3 : 2) })
        let granted = try #require(play.work.allocation(pass: 3, wave: 1)).requests
        #expect(granted.map(\.range) == [2, 5] && granted.allSatisfy(\.isGranted))
    }

    @Test("an encode that came out worse stays on disk but is not in the film")
    func refusedEncode() throws {
        var play = CoordinatorPlay(JobSample.job(), allocator: PlainRateControl(refused: [5]))
        play.play()
        let selection = try #require(play.work.selection)
        #expect(selection.passes[2] == 3 && selection.passes[5] == 2)
        #expect(play.work.result(pass: 3, range: 5) != nil)
        #expect(play.actions.contains(.removeSupersededSilos(selection)))
    }

    @Test("passes end at their maximum, and the selection has the requests that are still open")
    func maximumPasses() throws {
        var play = CoordinatorPlay(JobSample.job(maximum: 2))
        play.play()
        #expect(play.work.allocation(pass: 3, wave: 1) == nil)
        let selection = try #require(play.work.selection)
        #expect(selection.requests.map(\.range) == [2, 5])
        #expect(selection.requests.allSatisfy { !$0.isGranted && abs($0.missedBy - 0.1) < 1e-9 })
        #expect(selection.explanation.contains("passes.maximum"))
    }

    @Test(
        "a job with one pass, or with a constant rate factor, encodes each range once without an analysis",
        arguments: [
            JobSample.job(maximum: 1), JobSample.job(rate: .constantRateFactor(21), maximum: 1),
            JobSample.job(rate: .constantRateFactor(21), maximum: 5),
            JobSample.job(rate: .quality(QualityGoal(metric: .psnr, target: 41)!), maximum: 1),
        ]
    )
    func singlePass(job: ResolvedJob) throws {
        var play = CoordinatorPlay(job)
        play.play()
        #expect(!play.runs.joined().contains { $0.stage == .analyse || $0.pass > 1 })
        #expect(play.work.allocations.map(\.pass) == [1])
        #expect(play.work.allocations[0].targets.allSatisfy { $0.role == .alone })
        #expect(Set(try #require(play.work.selection).passes) == [1])
    }

    @Test("a job without scene cuts has no scout")
    func noScout() {
        var play = CoordinatorPlay(JobSample.job(sceneCuts: false))
        play.play()
        #expect(play.outcome?.exitCode == 0)
        #expect(!play.runs.joined().contains { $0.stage == .scout })
    }

    @Test("a job that is resumed after any step makes the same decisions and repeats no work")
    func resume() throws {
        let job = JobSample.job()
        var whole = CoordinatorPlay(job)
        whole.play()
        #expect(whole.states.count > 10)
        for (index, state) in whole.states.enumerated() {
            var rest = CoordinatorPlay(job, resuming: state)
            rest.play()
            #expect(rest.outcome?.exitCode == 0, "after step \(index)")
            #expect(rest.work == whole.work, "after step \(index)")
            #expect(rest.runs == Array(whole.runs.suffix(rest.runs.count)), "after step \(index)")
        }
    }

    @Test("a published allocation is kept, even if the rate control would decide differently now")
    func bindingAllocation() throws {
        let job = JobSample.job()
        var whole = CoordinatorPlay(job)
        whole.play()
        var state = try #require(whole.states.first { $0.allocation(pass: 3, wave: 1) != nil })
        state.results[3] = nil
        var other = PlainRateControl()
        other.repeats = [3: [0], 4: []]
        var rest = CoordinatorPlay(job, allocator: other, resuming: state)
        rest.play()
        #expect(rest.work.allocation(pass: 3, wave: 1) == whole.work.allocation(pass: 3, wave: 1))
        #expect(rest.work.selection?.passes == whole.work.selection?.passes)
    }

    @Test("decisions do not depend on the order in which units finish")
    func finishingOrder() {
        var first = CoordinatorPlay(JobSample.job())
        var second = CoordinatorPlay(JobSample.job())
        second.ordering = { $0.reversed() }
        first.play()
        second.play()
        #expect(first.work.allocations == second.work.allocations)
        #expect(first.work.selection == second.work.selection)
        #expect(first.runs == second.runs)
    }

    @Test("a finished job that is run again ends without running a unit")
    func alreadyFinished() {
        var play = CoordinatorPlay(JobSample.job())
        play.play()
        var again = CoordinatorPlay(JobSample.job(), resuming: play.work)
        again.play()
        guard case .finished(_, wasComplete: true) = again.outcome else {
            Issue.record("the job did not end as complete")
            return
        }
        #expect(again.runs.isEmpty)
    }

    @Test("encodes that were lost after the selection are made again, with the analysis that they need, and no others")
    func lostEncodes() throws {
        let job = JobSample.job()
        var whole = CoordinatorPlay(job)
        whole.play()
        var state = try #require(whole.states.first { $0.selection != nil && $0.mux == nil })
        state.results[3]?[2] = nil
        state.results[1]?[2] = nil
        state.results[2]?[7] = nil
        state.results[1]?[4] = nil
        var rest = CoordinatorPlay(job, resuming: state)
        rest.play()
        #expect(rest.outcome?.exitCode == 0)
        let made = rest.runs.joined().filter { [.analyse, .encode].contains($0.stage) }.map {
            "\($0.pass):\($0.ranges)"
        }
        #expect(made == ["1:[2]", "2:[7]", "3:[2]"])
        #expect(rest.work.selection == whole.work.selection)
    }

    @Test("without an analysis, encodes are made again with the encodes that feed them, and nothing is analysed")
    func unanalysed() throws {
        let (job, control) = (JobSample.job(), PlainRateControl(isAnalysed: false))
        var whole = CoordinatorPlay(job, allocator: control)
        whole.play()
        #expect(whole.outcome?.exitCode == 0)
        #expect(!whole.runs.joined().contains { $0.stage == .analyse })
        var state = try #require(whole.states.first { $0.selection != nil && $0.mux == nil })
        state.results[3]?[2] = nil
        state.results[2]?[2] = nil
        state.results[3]?[5] = nil
        var rest = CoordinatorPlay(job, allocator: control, resuming: state)
        rest.play()
        #expect(rest.outcome?.exitCode == 0)
        let made = rest.runs.joined().filter { [.analyse, .encode].contains($0.stage) }.map {
            "\($0.pass):\($0.ranges)"
        }
        #expect(made.sorted() == ["2:[2]", "3:[2]", "3:[5]"] && made.first == "2:[2]")
        #expect(rest.work.selection == whole.work.selection)
    }

    @Test("a film that fails its verification keeps its temporary name and ends with exit code 3")
    func badFilm() {
        var play = CoordinatorPlay(JobSample.job())
        play.findings = ["picture 7 differs"]
        play.play()
        #expect(play.outcome?.exitCode == 3)
        #expect(!play.work.isFilmInPlace)
        #expect(play.work.finished?.path == "/films/.out.mp4")
        #expect(play.work.finished?.findings == ["picture 7 differs"])
        #expect(play.runs.joined().count { $0.stage == .mux } == 2, "it was muxed again, once")
        #expect(!play.runs.joined().contains { $0.stage == .encode && $0.attempt > 1 }, "no range is at fault")
    }

    @Test("a film whose file was damaged is muxed again, and nothing is encoded again")
    func damagedFile() {
        var play = CoordinatorPlay(JobSample.job())
        play.findings = ["picture 7 differs"]
        play.faultyRanges = [0]
        play.onStep = { play in
            // The second file is whole.
            if play.actions.contains(where: { if case .retireFilm = $0 { true } else { false } }) { play.findings = [] }
        }
        play.play()
        #expect(play.outcome?.exitCode == 0 && play.work.isFilmInPlace)
        #expect(play.runs.joined().count { $0.stage == .mux } == 2)
        #expect(!play.runs.joined().contains { $0.stage == .encode && $0.attempt > 1 })
        #expect(play.events.count { if case .discarded = $0 { true } else { false } } == 1)
    }

    @Test("a range with wrong pictures is encoded again if they are wrong after another mux, too")
    func faultyRange() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.findings = ["frame 7 decodes to another picture"]
        play.faultyRanges = [0]
        play.onUnit = { play, unit in
            let isRepaired = unit.stage == .encode && unit.ranges == [0] && unit.attempt == 2
            if isRepaired { (play.findings, play.faultyRanges) = ([], []) }
        }
        play.play()
        #expect(play.outcome?.exitCode == 0 && play.work.isFilmInPlace)
        #expect(play.runs.joined().count { $0.stage == .mux } == 3)
        let again = play.runs.joined().filter { $0.stage == .encode && $0.attempt > 1 }
        #expect(again.map(\.ranges) == [[0]])
        #expect(again.map(\.pass) == [try #require(play.work.selection).passes[0]])
    }

    @Test("a film with lasting faults is muxed again once and encoded again once, and a later run tries again")
    func stayingFault() {
        var play = CoordinatorPlay(JobSample.job())
        play.findings = ["frame 7 decodes to another picture"]
        play.faultyRanges = [0]
        play.play()
        #expect(play.outcome?.exitCode == 3 && !play.work.isFilmInPlace)
        #expect(play.runs.joined().count { $0.stage == .mux } == 3)
        var again = CoordinatorPlay(JobSample.job(), resuming: play.work)
        again.play()
        #expect(again.outcome?.exitCode == 0 && again.work.isFilmInPlace, "the fault is gone")
        #expect(again.work.finished?.findings == [])
        var unverified = CoordinatorPlay(JobSample.job(verification: .none), resuming: play.work)
        unverified.play()
        #expect(unverified.outcome?.exitCode == 3, "a job without verification does not forget the faults")
    }

    @Test("a range that is damaged before the verification is encoded again, and the film is not muxed again")
    func damagedWhileVerified() {
        var play = CoordinatorPlay(JobSample.job())
        play.onStep = { play in
            if play.work.mux != nil, play.work.verifications.isEmpty, play.runs.joined().last?.stage == .mux {
                play.work.results[2]?[4] = nil
            }
        }
        play.play()
        #expect(play.outcome?.exitCode == 0)
        #expect(play.runs.joined().filter { $0.attempt > 1 }.map(\.description) == ["encode pass 2, range 4"])
        #expect(play.runs.joined().count { $0.stage == .mux } == 1)
    }

    @Test("the verification decodes all ranges, every fourth, or none, as the job requests")
    func verification() throws {
        let all = try verified(.full)
        #expect(all == Array(JobSample.plan(JobSample.job()).ranges.indices))
        #expect(try verified(.sample) == all.filter { $0 % 4 == 0 })
        #expect(try verified(.none).isEmpty)
    }

    private func verified(_ verification: Verification) throws -> [Int] {
        var play = CoordinatorPlay(JobSample.job(verification: verification))
        play.play()
        #expect(play.outcome?.exitCode == 0)
        #expect(play.work.isFilmInPlace)
        return play.runs.joined().filter { $0.stage == .verify }.flatMap(\.ranges)
    }

    @Test("a film that was not verified is only verified when the job is run again with verification")
    func laterVerification() {
        var play = CoordinatorPlay(JobSample.job(verification: .none))
        play.play()
        var again = CoordinatorPlay(JobSample.job(verification: .full), resuming: play.work)
        again.play()
        #expect(again.outcome?.exitCode == 0)
        #expect(Set(again.runs.joined().map(\.stage)) == [.verify])
        #expect(again.work.finished?.verification == .full)
    }
}

@Suite("Coordinator, with failing units and interruptions")
struct CoordinatorTroubleTests {
    @Test("a unit that crashes is tried three times, then the job fails with the unit's last log lines")
    func retries() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.fails = { $0.stage == .encode && $0.ranges == [3] ? .signal(11) : nil }
        play.play()
        let outcome = try #require(play.outcome)
        let attempts = play.runs.joined().filter { $0.stage == .encode && $0.ranges == [3] }
        #expect(attempts.map(\.attempt) == [1, 2, 3])
        #expect(outcome.exitCode == 70)
        guard case .failed(let error) = outcome else { return }
        #expect(error.code == .unitFailed)
        #expect(error.cause.contains("signal 11") && error.cause.contains("last words"))
        #expect(error.remedy.contains("log/pass-02-unit-0003-attempt-3.log"))
        #expect(play.work.results[2]?[3] == nil && play.work.results[2]?[1] != nil)
    }

    @Test("a unit that fails once is tried again, alone")
    func retryOnce() {
        var play = CoordinatorPlay(JobSample.job())
        play.fails = { $0.stage == .analyse && $0.ranges == [3] && $0.attempt == 1 ? .timedOut : nil }
        play.play()
        #expect(play.outcome?.exitCode == 0)
        #expect(play.runs.filter { $0[0].stage == .analyse }.map(\.count).last == 1)
        #expect(play.events.count { if case .unitFailed = $0 { true } else { false } } == 1)
    }

    @Test(
        "a store that the mux or the verification finds damaged is made again before the job fails",
        arguments: [Stage.mux, .verify]
    )
    func damagedStore(stage: Stage) {
        var play = CoordinatorPlay(JobSample.job())
        play.fails = { $0.stage == stage && $0.attempt == 1 ? .code(65) : nil }
        play.onUnit = { play, unit in
            if unit.stage == stage, unit.attempt == 1 { play.work.results[2]?[4] = nil }
        }
        play.play()
        #expect(play.outcome?.exitCode == 0)
        let again = play.runs.joined().filter { $0.stage == .encode && $0.attempt > 1 }
        #expect(again.map(\.ranges) == [[4]])
    }

    @Test("a film that differs on disk is muxed three times, then the job fails with this reason")
    func rejectedFilm() throws {
        var play = CoordinatorPlay(JobSample.job(verification: .none))
        play.onStep = { play in
            guard play.work.mux != nil else { return }
            (play.work.mux, play.work.rejectedFilm) = (nil, "its content is not what was written")
        }
        play.play()
        #expect(play.runs.joined().count { $0.stage == .mux } == 3)
        #expect(play.outcome?.exitCode == 74 && !play.work.isFilmInPlace)
        guard case .failed(let error) = play.outcome else { return }
        #expect(error.cause.contains("its content is not what was written"))
    }

    @Test("exit codes after which no attempt can succeed end the job", arguments: [Int32(64), 65, 66, 69, 73])
    func finalExit(code: Int32) throws {
        var play = CoordinatorPlay(JobSample.job())
        play.fails = { $0.stage == .analyse && $0.ranges == [3] ? .code(code) : nil }
        play.play()
        let outcome = try #require(play.outcome)
        #expect(outcome.exitCode == code)
        #expect(play.actions.contains(.cancelUnits))
        #expect(play.runs.count { $0[0].stage == .analyse } == 1)
    }

    @Test("a unit that the sandbox stopped is not tried again")
    func forbidden() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.fails = { $0.stage == .analyse && $0.ranges == [3] ? .forbidden : nil }
        play.play()
        #expect(play.outcome?.exitCode == 65)
        #expect(play.actions.contains(.cancelUnits))
        #expect(play.runs.count { $0[0].stage == .analyse } == 1)
    }

    @Test("a unit that succeeds without publishing a result is tried three times")
    func emptyPromises() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.onStep = { $0.work.results[1]?[0] = nil }
        play.play()
        let outcome = try #require(play.outcome)
        #expect(outcome.exitCode == 70)
        #expect(play.runs.filter { $0[0].stage == .analyse }.count == 3)
    }

    @Test("an interrupted job starts no further unit, and continues when it is run again")
    func interruption() throws {
        var play = CoordinatorPlay(JobSample.job())
        play.onStep = { play in
            if play.work.results[1] != nil { _ = play.coordinator.handle(.interrupted) }
        }
        play.play()
        let outcome = try #require(play.outcome)
        #expect(outcome.exitCode == 130)
        #expect(!play.runs.joined().contains { $0.stage == .encode })
        var again = CoordinatorPlay(JobSample.job(), resuming: play.work)
        again.play()
        #expect(again.outcome?.exitCode == 0)
        #expect(!again.runs.joined().contains { $0.stage == .analyse })
    }

    @Test("after the end no event gives an action, and the last event is emitted once")
    func silence() {
        var play = CoordinatorPlay(JobSample.job())
        play.play()
        #expect(play.events.count { $0.isLast } == 1)
        #expect(play.events.last?.isLast == true)
        #expect(play.coordinator.handle(.published(play.work)).isEmpty)
        #expect(play.coordinator.handle(.interrupted).isEmpty)
    }

    @Test("an allocation that contradicts the plan is not published and ends the job")
    func confusion() {
        var play = CoordinatorPlay(JobSample.job(maximum: 1), allocator: PlainRateControl(isConfused: true))
        play.play()
        #expect(play.outcome?.exitCode == 70)
        #expect(play.work.allocations.isEmpty)
    }
}
