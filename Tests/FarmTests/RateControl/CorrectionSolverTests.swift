import Testing

@testable import RateControl

@Suite("Choice of the ranges that are encoded again")
struct CorrectionSolverTests {
    /// A range that corrects `each` for every step of deviation.
    private func candidate(
        _ range: Int,
        frames: Int = 10,
        deviation: Double = 0,
        asks: Bool = false,
        isPredicted: Bool = true,
        each: Double = 10
    ) -> CorrectionSolver.Candidate {
        CorrectionSolver.Candidate(
            range: range,
            frames: frames,
            deviation: deviation,
            asks: asks,
            isPredicted: isPredicted,
            gain: { max($0 - deviation, 0) * each }
        )
    }

    private func solver(needed: Double, frames: Double = 10) -> CorrectionSolver {
        CorrectionSolver(needed: needed, frames: frames, deviations: [1, 2], leastGain: 1)
    }

    @Test("ranges are moved just as far as the miss requires")
    func distance() {
        let choice = solver(needed: 5).choice(of: [candidate(0)])
        #expect(choice.ranges == [0])
        #expect((choice.deviation - 0.5).magnitude < 1e-9)
    }

    @Test("of two ranges that correct the miss, the one that asked is chosen, and then the shorter one")
    func asking() {
        let asking = [candidate(0, frames: 5), candidate(1, frames: 8, asks: true), candidate(2, asks: true)]
        #expect(solver(needed: 5).choice(of: asking).ranges == [1])
        #expect(solver(needed: 5).choice(of: [candidate(0), candidate(1, frames: 8)]).ranges == [1])
    }

    @Test("of the sets that correct the miss, the one with the fewest frames is chosen, and then the first one")
    func fewestFrames() {
        let candidates = [candidate(0, frames: 9), candidate(1, frames: 5), candidate(2, frames: 5)]
        #expect(solver(needed: 5).choice(of: candidates).ranges == [1])
        // Two short ranges correct more for each frame, but one is enough.
        let short = [candidate(1, frames: 3, each: 6), candidate(2, frames: 3, each: 6)]
        #expect(solver(needed: 9).choice(of: [candidate(0, frames: 5)] + short).ranges == [0])
        #expect(solver(needed: 9).choice(of: [candidate(0, frames: 7)] + short).ranges == [1, 2])
    }

    @Test("a small deviation within the budget is better than a larger one, even if no range asked for it")
    func deviation() {
        let choice = solver(needed: 9).choice(of: [candidate(0, frames: 5, asks: true, each: 5), candidate(1)])
        #expect(choice.ranges == [1])
        #expect(choice.deviation <= 1)
    }

    @Test("a larger deviation within the budget is better than a range beyond the budget")
    func budget() {
        let choice = solver(needed: 9).choice(of: [candidate(0, each: 5), candidate(1, frames: 11)])
        #expect(choice.ranges == [0])
        #expect(choice.deviation > 1 && choice.deviation <= 2)
    }

    @Test("one range beyond the budget is chosen where it alone corrects the miss, and never two")
    func beyond() {
        let large = candidate(1, frames: 11)
        #expect(solver(needed: 9).choice(of: [candidate(0, each: 1), large]).ranges == [1])
        let choice = solver(needed: 30, frames: 5).choice(of: [candidate(0), large])
        #expect(choice.ranges.count == 1)
    }

    @Test("several ranges share a miss that is too large for each, within the budget")
    func several() {
        let choice = solver(needed: 25, frames: 30).choice(of: (0..<9).map { candidate($0) })
        #expect(choice.ranges.count == 3)
        #expect((choice.deviation - 25.0 / 30).magnitude < 1e-9)
    }

    @Test("where no choice corrects the whole miss, the nearest within the budget is taken")
    func nearest() {
        let choice = solver(needed: 500).choice(of: [candidate(0), candidate(1, each: 20), candidate(2, frames: 11)])
        #expect(choice.ranges == [1])
        #expect(choice.deviation == 2)
    }

    @Test("ranges that correct almost nothing, or are where they should be, are not encoded again")
    func nothing() {
        #expect(solver(needed: 50).choice(of: [candidate(0, each: 0.4)]).ranges.isEmpty)
        #expect(solver(needed: 50).choice(of: [candidate(0, deviation: 3)]).ranges.isEmpty)
        #expect(solver(needed: 50).choice(of: []).ranges.isEmpty)
    }

    @Test("where nothing is predicted to help, the shortest range without a prediction is tried")
    func unknown() {
        let unknown = candidate(1, frames: 5, isPredicted: false, each: 0)
        let candidates = [candidate(0, each: 0), unknown, candidate(2, frames: 8, isPredicted: false, each: 0)]
        #expect(solver(needed: 5).choice(of: candidates).ranges == [1])
    }

    @Test("the order of the candidates does not change the choice")
    func order() {
        let candidates = (0..<12).map { candidate($0, frames: 3 + $0 % 4, each: Double(5 + $0 * 7 % 5)) }
        let choices = [candidates, candidates.reversed()].map { solver(needed: 22, frames: 14).choice(of: $0) }
        #expect(choices[0].ranges == choices[1].ranges)
        #expect(choices[0].deviation == choices[1].deviation)
    }
}
