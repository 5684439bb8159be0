import Foundation
import Media
import Testing

@testable import Jobs
@testable import RateControl

@Suite("Ranges that overdraw the decoder's buffer are encoded again, with the buffer's actual fullness")
struct BufferCorrectionTests {
    static let limits = BufferLimits(bitsPerSecond: 1_500_000, bufferBits: 1_500_000)!
    static let frames = [48, 72, 96, 48, 120, 60, 72, 48]

    /// A bounded film of one megabit per second, whose hardest ranges take nine times the bits of the easiest.
    static func film(bitsPerSecond: Int? = 1_000_000) throws -> FilmFixture {
        try FilmFixture(frames: frames, bitsPerSecond: bitsPerSecond, buffer: limits)
    }

    @Test(
        "every target has the buffer's fullness at its start, and encodes that meet their targets keep the bounds"
    )
    func planned() throws {
        let film = try Self.film()
        let targets = film.targets()
        #expect(targets.allSatisfy { $0.bufferStart != nil && $0.bufferStart! <= Self.limits.bufferBits })
        let encoded = film.encoded()
        let passage = try #require(film.control.passage(of: encoded.accepted, in: film.plan))
        #expect(passage.isInTime)
        #expect((Double(encoded.bits) / film.budget - 1).magnitude < 0.005)
        #expect(film.control.misses(of: encoded.accepted, in: film.plan) == [])
        #expect(film.control.correction(of: encoded, pass: 3).allocation == nil)
    }

    @Test("a range that overdraws the buffer is encoded again with fewer bits")
    func overdrawn() throws {
        let film = try Self.film()
        let encoded = film.encoded { $0 == 3 ? 2.2 : 1 }
        let passage = try #require(film.control.passage(of: encoded.accepted, in: film.plan))
        try #require(!passage.isInTime)
        #expect(
            film.control.misses(of: encoded.accepted, in: film.plan).count == passage.parts.count { $0.underflows > 0 }
        )
        let decision = film.control.correction(of: encoded, pass: 3)
        let targets = try #require(decision.allocation?.targets)
        let first = try #require(passage.parts.firstIndex { $0.underflows > 0 })
        #expect(targets.contains { $0.range == first })
        for target in targets {
            #expect(try #require(target.targetBits) < encoded.accepted[target.range].bits)
            #expect(target.fed?.statisticsPass == 2 && target.bufferStart != nil)
        }
        #expect(decision.requests.allSatisfy { $0.isGranted })
        #expect(decision.requests.map(\.range) == targets.map(\.range), "in film order")
        // Encodes that meet these targets correct the film within the allowed passes.
        var again = encoded
        for pass in 3...5 where film.control.misses(of: again.accepted, in: film.plan) != [] {
            let decision = film.control.correction(of: again, pass: pass)
            for result in film.encode(try #require(decision.allocation)) {
                let target = try #require(decision.allocation?.targets.first { $0.range == result.range })
                let older = again.accepted[result.range]
                #expect(film.control.accepts(result, over: older, target: target, in: again.accepted, of: film.plan))
                again.accepted[result.range] = result
            }
        }
        #expect(film.control.passage(of: again.accepted, in: film.plan)?.isInTime == true)
    }

    /// Pass 3 of a film whose ranges take 0.9 of their targets.
    private func raised(_ film: FilmFixture, _ change: (inout EncodedFilm) -> Void = { _ in }) -> [RangeTarget] {
        var encoded = film.encoded { _ in 0.9 }
        change(&encoded)
        return film.control.correction(of: encoded, pass: 3).allocation?.targets ?? []
    }

    @Test("a range gets at most the bits that the buffer loses while it passes", arguments: [1_000_000, 1_500_000])
    func lostBits(bitsPerSecond: Int) throws {
        let limits = try #require(BufferLimits(bitsPerSecond: bitsPerSecond, bufferBits: bitsPerSecond))
        let film = try FilmFixture(frames: Self.frames, buffer: limits)
        let accepted = film.encoded { _ in 0.9 }.accepted
        let targets = raised(film)
        #expect(!targets.isEmpty)
        // The same buffer, by hand: it fills by as much in each 24th of a second.
        var (level, lost) = (Double(limits.initialBits), [Double]())
        for result in accepted {
            lost.append(0)
            for bits in try #require(result.unitBits) {
                level += Double(bitsPerSecond) / 24 - Double(bits)
                lost[result.range] += max(level - Double(limits.bufferBits), 0)
                level = min(level, Double(limits.bufferBits))
            }
        }
        for target in targets {
            let more = Double(try #require(target.targetBits) - accepted[target.range].bits)
            #expect(more > 0 && more <= lost[target.range] + 1)
        }
    }

    @Test("a range that was encoded again in vain because of the buffer is not tried a second time")
    func inVain() throws {
        let film = try Self.film()
        let first = try #require(raised(film).first).range
        let again = raised(film) { encoded in
            var vain = encoded.accepted[first]
            vain.pass = 3
            vain.targetBits = vain.bits * 2
            encoded.history[first].append(vain)
        }
        #expect(!again.contains { $0.range == first })
    }

    @Test("a film that its buffer keeps from its rate is reported with the rate that it has, and is no miss")
    func held() throws {
        let limits = try #require(BufferLimits(bitsPerSecond: 1_000_000, bufferBits: 1_000_000))
        let film = try FilmFixture(frames: Self.frames, buffer: limits)
        let most = try #require(film.control.bitsWithinBounds(of: film.encoded().accepted, in: film.plan))
        #expect((Double(most) / film.budget - 1).magnitude < 0.1)
        // With a maximum of one and a half times the average, the buffer is no reason to miss the rate.
        let free = try Self.film()
        #expect(free.control.bitsWithinBounds(of: free.encoded().accepted, in: free.plan) == nil)
    }

    @Test("decisions about a bounded film do not depend on the order of results")
    func order() throws {
        let film = try Self.film()
        var encoded = film.encoded { $0 == 3 ? 2.2 : 1 }
        let decision = film.control.correction(of: encoded, pass: 3)
        encoded.accepted = FilmFixture.shuffled(encoded.accepted, by: 7)
        #expect(film.control.correction(of: encoded, pass: 3).allocation == decision.allocation)
        let analysis = FilmFixture.shuffled(film.analysis, by: 7)
        #expect(
            film.control.sample(of: film.plan, analysis: analysis)
                == film.control.sample(of: film.plan, analysis: film.analysis)
        )
    }

    @Test("an encode that makes pictures late is not accepted, even if it meets its target exactly")
    func acceptance() throws {
        let film = try Self.film()
        let encoded = film.encoded()
        let older = encoded.accepted[3]
        var newer = older
        newer.pass = 3
        newer.bits = older.bits * 3
        newer.unitBits = FilmFixture.units(of: newer.bits, frames: newer.frames.count)
        let target = RangeTarget(
            range: 3,
            .fed(FedTarget(bits: newer.bits))
        )
        #expect(film.control.accepts(newer, over: older, target: target))
        #expect(!film.control.accepts(newer, over: older, target: target, in: encoded.accepted, of: film.plan))
    }

    @Test("a bounded film with a constant rate factor is analysed, and keeps the factor where no bound applies")
    func constant() throws {
        let film = try FilmFixture(
            frames: Self.frames,
            bitsPerSecond: nil,
            buffer: BufferLimits(bitsPerSecond: 2_000_000, bufferBits: 2_000_000)
        )
        #expect(film.control.analysis(of: film.plan).targets.allSatisfy { $0.rate == .constantRateFactor(23) })
        #expect(film.control.sample(of: film.plan, analysis: film.analysis).targets.isEmpty)
        let targets = film.control.rest(of: film.plan, analysis: film.analysis, results: []).targets
        #expect(targets.map(\.range) == Array(Self.frames.indices))
        #expect(targets.allSatisfy { $0.role == .alone && $0.bufferStart != nil })
        #expect(targets.contains { $0.rate == .constantRateFactor(23) })
        let single = film.control.singlePass(of: film.plan).targets
        #expect(single.map(\.bufferStart) == [1_800_000] + Array(repeating: 1_000_000, count: 7))
    }

    @Test("a film without a buffer has no starts in its targets, no passage and no misses")
    func unbounded() throws {
        let film = try FilmFixture(frames: Self.frames)
        #expect(film.targets().allSatisfy { $0.bufferStart == nil })
        #expect(film.control.passage(of: film.encoded().accepted, in: film.plan) == nil)
        #expect(film.control.misses(of: film.encoded().accepted, in: film.plan) == [])
    }
}
