import Media
import Testing

@testable import Jobs
@testable import RateControl

@Suite("Ranges of an optimised film that are far below one quantiser for all")
struct QualityBoundTests {
    private static let frames = FilmRateControlTests.films[5]

    /// The film after pass 2.
    ///
    /// - Parameter worse: levels by which ranges are below their predictions, by range number.
    private func encoded(_ film: FilmFixture, worse: [Int: Double]) -> EncodedFilm {
        let allocation = Allocation(pass: 2, targets: film.targets())
        let results = film.encode(allocation).map { result in
            guard let levels = worse[result.range], let metric = film.control.optimized,
                let figure = result.quality?.figure(metric)
            else { return result }
            var result = result
            let level = QualityScale(metric: metric).level(figure) - levels
            result.quality = FilmFixture.quality(metric, level: level, frames: result.frames.count)
            return result
        }
        return EncodedFilm(
            plan: film.plan,
            analysis: film.analysis,
            accepted: results,
            history: results.map { [$0] },
            allocations: [allocation]
        )
    }

    /// The target of the range that is planned furthest below one quantiser for all.
    private func lowest(_ film: FilmFixture) throws -> RangeTarget {
        let losses = film.targets().compactMap { target in
            target.forecast.map { (target: target, loss: $0.balanced - $0.value) }
        }
        return try #require(losses.max { $0.loss < $1.loss }?.target)
    }

    @Test("A range that came out much worse gets the bits of one quantiser, and the film keeps its total")
    func raised() throws {
        let film = try FilmFixture(frames: Self.frames, budget: 0.6, optimize: .vmaf)
        let range = try lowest(film).range
        let before = encoded(film, worse: [range: 5])
        let decision = film.control.correction(of: before, pass: 3)
        let targets = try #require(decision.allocation?.targets)
        let target = try #require(targets.first { $0.range == range })
        let result = before.accepted[range]
        #expect(try #require(target.targetBits) > result.bits)
        let forecast = try #require(target.forecast)
        let value = try #require(result.quality?.figure(.vmaf))
        #expect(abs(forecast.value - forecast.balanced) < 0.05 && forecast.balanced > value + 1.5)
        let taken = targets.reduce(before.bits) { $0 + ($1.targetBits ?? 0) - before.accepted[$1.range].bits }
        #expect(abs(Double(taken) / film.budget - 1) <= 0.005)
        let request = try #require(decision.requests.first { $0.range == range })
        #expect(request.isGranted && request.reason.contains("below what one quantiser for all would give it"))
    }

    @Test("A correctly predicted range is not encoded again, nor is a bad one that was planned above one quantiser")
    func stays() throws {
        let film = try FilmFixture(frames: Self.frames, optimize: .vmaf)
        #expect(film.control.correction(of: encoded(film, worse: [:]), pass: 3).allocation == nil)
        let gains = film.targets().filter { target in target.forecast.map { $0.value > $0.balanced } ?? false }
        let gained = try #require(gains.first).range
        #expect(film.control.correction(of: encoded(film, worse: [gained: 5]), pass: 3).allocation == nil)
    }

    @Test("A range that took the bits of one quantiser is not raised again, one that did not take them is")
    func once() throws {
        let film = try FilmFixture(frames: Self.frames, budget: 0.9, optimize: .vmaf)
        let range = try lowest(film).range
        let before = encoded(film, worse: [range: 5])
        let allocation = try #require(film.control.correction(of: before, pass: 3).allocation)
        for isRaised in [true, false] {
            var after = before
            after.allocations.append(allocation)
            for again in film.encode(allocation) {
                var again = again
                // An encode that was fed with the statistics of the pass that it replaces has the same rate curve.
                again.rateCurve = before.accepted[again.range].rateCurve
                if again.range == range {
                    again.quality = before.accepted[range].quality
                    if !isRaised { again.bits = before.accepted[range].bits }
                }
                after.accepted[again.range] = again
                after.history[again.range].append(again)
            }
            let standing = try #require(film.control.standings(of: after)[range])
            #expect(standing.isBelowBound == !isRaised)
            let next = film.control.correction(of: after, pass: 4).allocation?.targets.map(\.range) ?? []
            #expect(next.contains(range) == !isRaised)
        }
    }

    @Test(
        "Further passes keep within the budget of frames, but one raised range and one other are always allowed"
    )
    func budget() throws {
        for budget in [0, 0.05, 0.1, 0.3] {
            let film = try FilmFixture(frames: Self.frames, budget: budget, optimize: .vmaf)
            let worse = Dictionary(uniqueKeysWithValues: Self.frames.indices.map { ($0, 5.0) })
            let targets = film.control.correction(of: encoded(film, worse: worse), pass: 3).allocation?.targets ?? []
            let frames = targets.map { film.plan.ranges[$0.range].frames.count }
            let allowed = Int(Double(film.plan.frameCount) * budget)
            // Without the other range, the raised ones keep within the budget, or there is just one.
            #expect(frames.reduce(0, +) - (frames.max() ?? 0) <= allowed || targets.count <= 2)
            #expect(!targets.isEmpty)
        }
    }

    @Test("Decisions about such ranges do not depend on the order of results")
    func order() throws {
        let film = try FilmFixture(frames: Self.frames, optimize: .vmaf)
        let before = encoded(film, worse: [try lowest(film).range: 5])
        let decision = film.control.correction(of: before, pass: 3)
        for factor in [30, 7, 11] {
            var shuffled = before
            shuffled.analysis = FilmFixture.shuffled(before.analysis, by: factor)
            shuffled.accepted = FilmFixture.shuffled(before.accepted, by: factor)
            #expect(film.control.correction(of: shuffled, pass: 3) == decision)
        }
    }

    @Test("Ranges of a balanced film are not compared with one quantiser")
    func balanced() throws {
        let film = try FilmFixture(frames: Self.frames)
        #expect(film.control.standings(of: encoded(film, worse: [:])).isEmpty)
    }
}
