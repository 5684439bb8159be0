import Foundation
import Media
import Testing

@testable import Jobs
@testable import RateControl

@Suite("Buffer: what overdraws it is encoded again, with what is in it in truth")
struct BufferCorrectionTests {
    static let limits = BufferLimits(bitsPerSecond: 1_500_000, bufferBits: 1_500_000)!
    static let frames = [48, 72, 96, 48, 120, 60, 72, 48]

    /// A bounded film of a megabit a second, whose ranges differ by nine times.
    static func film(bitsPerSecond: Int? = 1_000_000) throws -> FilmFixture {
        try FilmFixture(frames: frames, bitsPerSecond: bitsPerSecond, buffer: limits)
    }

    @Test(
        "every target knows what its encoder begins with, and encodes that land on their targets keep within the bounds"
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

    @Test("a range that overdraws the buffer is requested again, and takes less")
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
            #expect(target.statisticsPass == 2 && target.bufferStart != nil)
        }
        #expect(decision.requests.allSatisfy { $0.isGranted })
        #expect(decision.requests.map(\.range) == targets.map(\.range), "in film order")
        // What lands on its targets mends the film, within the passes that there are.
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

    @Test("ranges that the buffer kept from what they were told are not told more: no pass is spent on them")
    func heldDown() throws {
        let film = try Self.film()
        let held = film.control.correction(of: film.encoded { _ in 0.9 }, pass: 3)
        #expect(held.allocation == nil && held.explanation.contains("no range can make up for it"))
        // What came near its target may have room, and without a buffer everything has.
        let single = try #require(
            film.control.correction(of: film.encoded { $0 == 4 ? 0.98 : 0.9 }, pass: 3).allocation
        )
        #expect(single.targets.map(\.range) == [4])
        let free = try FilmFixture(frames: Self.frames, bitsPerSecond: 1_000_000)
        #expect(free.control.correction(of: free.encoded { _ in 0.9 }, pass: 3).allocation != nil)
    }

    @Test("decisions are the same in whatever order results come")
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

    @Test("an encode that makes pictures late is not taken, however near its target it lies")
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
            role: .fed,
            rate: .average(kilobitsPerSecond: 1),
            targetBits: newer.bits
        )
        #expect(film.control.accepts(newer, over: older, target: target))
        #expect(!film.control.accepts(newer, over: older, target: target, in: encoded.accepted, of: film.plan))
    }

    @Test("a constant rate factor is analysed for its bounds, and stays where they do not bind")
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

    @Test("a film without bounds has no part in any of this")
    func unbounded() throws {
        let film = try FilmFixture(frames: Self.frames)
        #expect(film.targets().allSatisfy { $0.bufferStart == nil })
        #expect(film.control.passage(of: film.encoded().accepted, in: film.plan) == nil)
        #expect(film.control.misses(of: film.encoded().accepted, in: film.plan) == [])
    }
}
