import Foundation
import Jobs
import Media
import Session
import Storage
import TestSupport
import Testing

@Suite("Compression session", .temporaryFolder)
struct CompressionSessionTests {
    /// Ten scenes of 36 to 60 frames.
    private static let scenes = SyntheticFilm(count: 480, cuts: [44, 96, 140, 190, 236, 290, 330, 388, 436])

    @Test("ten scenes in one session: two passes over all, then one over a part, which alone is written again")
    func tenScenes() throws {
        let film = Self.scenes
        // A tolerance that no pass meets by chance, so that a further pass is requested.
        let bench = try FilmInSession(film, SessionSettings(film, kilobitsPerSecond: 300, tolerance: 0.000_1))
        let session = try CompressionSession(bench.settings, storage: bench.storage)
        #expect(session.timeRanges == [film.timeline.timeRange])

        #expect(try bench.runPass(session) == .furtherPasses([film.timeline.timeRange]))
        #expect(bench.silo.sampleCount == 0)
        #expect(session.bits == nil)

        let second = try bench.runPass(session)
        #expect(bench.silo.sampleCount == film.count)
        let before = try bench.checksums()
        let firstBits = try #require(session.bits)
        guard case .furtherPasses(let ranges) = second else {
            Issue.record("no further pass was requested: \(session.explanation)")
            return
        }
        let part = ranges.reduce(0.0) { $0 + $1.duration.seconds }
        #expect(part > 0 && part < film.timeline.timeRange.duration.seconds)

        _ = try bench.runPass(session)
        let after = try bench.checksums()
        #expect(after.count == film.count)
        for (time, checksum) in before where !ranges.contains(where: { $0.contains(time) }) {
            #expect(after[time] == checksum, "the sample at \(time) changed outside the requested ranges")
        }
        #expect(before.contains { after[$0.key] != $0.value })
        let budget = 300_000 * film.timeline.timeRange.duration.seconds
        let bits = try #require(session.bits)
        #expect(bits == bench.silo.byteCount * 8)
        #expect(abs(Double(bits) / budget - 1) <= 0.005, "\(firstBits), then \(bits) of \(budget) bits")
        #expect(abs(Double(bits) - budget) < abs(Double(firstBits) - budget))

        let (decoded, stored) = try bench.hashes(#require(session.parameterSets))
        #expect(decoded == stored)
        #expect(decoded.count == film.count)
    }

    @Test("groups begin at the cuts of the film")
    func groups() throws {
        let film = Self.scenes
        let bench = try FilmInSession(film, SessionSettings(film, kilobitsPerSecond: 300, maximum: 2))
        let session = try CompressionSession(bench.settings, storage: bench.storage)
        _ = try bench.runAllPasses(session)
        var keyFrames: Set<Int> = []
        try bench.silo.forEachHeader { if $0.flags.contains(.sync) { keyFrames.insert($0.frame) } }
        // x265 may see a cut one picture early.
        #expect(film.cuts.allSatisfy { keyFrames.contains($0) || keyFrames.contains($0 - 1) }, "\(keyFrames.sorted())")
        #expect(keyFrames.max() == film.cuts.last)
        #expect(session.explanation == "the limit of 2 passes is used up")
    }

    @Test("a session that continues with a closed storage makes the same film")
    func continued() throws {
        let film = SyntheticFilm(count: 200, cuts: [60, 120])
        let settings = SessionSettings(film, kilobitsPerSecond: 250, tolerance: 0.000_1)
        let whole = try FilmInSession(film, settings, name: "whole")
        let passes = try whole.runAllPasses(CompressionSession(settings, storage: whole.storage))
        #expect(passes.count > 2)

        var verdict: PassVerdict?
        for _ in passes {
            #expect(verdict != .finished)
            let again = try FilmInSession(film, settings, name: "again")
            let session = try CompressionSession(settings, storage: again.storage)
            verdict = try again.runPass(session)
        }
        #expect(verdict == .finished)
        let again = try FilmInSession(film, settings, name: "again")
        #expect(try CompressionSession(settings, storage: again.storage).isFinished)
        #expect(try again.checksums() == whole.checksums())
    }

    @Test("without a storage there is a single pass")
    func singlePass() throws {
        let film = SyntheticFilm(count: 30)
        let session = try CompressionSession(SessionSettings(film, kilobitsPerSecond: 300), storage: nil)
        try session.beginPass()
        var samples: [EncodedSample] = []
        for frame in 0..<film.count { try session.encode(film.picture(frame)) { samples.append($0) } }
        #expect(try session.endPass { samples.append($0) } == .finished)
        #expect(samples.map(\.decodeTime) == (0..<film.count).map(film.timeline.time))
        #expect(Set(samples.map(\.frame)) == Set(0..<film.count))
        #expect(throws: SessionError.self) { try session.beginPass() }
    }

    @Test("a forced key frame begins a closed group, in every pass")
    func forcedKeyFrame() throws {
        let film = SyntheticFilm(count: 60)
        let bench = try FilmInSession(film, SessionSettings(film, kilobitsPerSecond: 300, maximum: 2))
        let session = try CompressionSession(bench.settings, storage: bench.storage)
        try session.beginPass()
        for frame in 0..<film.count {
            try session.encode(film.picture(frame), forcesKeyFrame: frame == 23) { _ in }
        }
        _ = try session.endPass { _ in }
        _ = try bench.runPass(session)
        var keyFrames: [Int] = []
        try bench.silo.forEachHeader { if $0.flags.contains(.sync) { keyFrames.append($0.frame) } }
        #expect(keyFrames == [0, 23])
    }

    @Test("films of any length have temporal levels", arguments: [1, 7, 40, 97])
    func temporalLevels(count: Int) throws {
        let film = SyntheticFilm(count: count)
        let bench = try FilmInSession(film, SessionSettings(film, kilobitsPerSecond: 300, maximum: 2, levels: 2))
        let session = try CompressionSession(bench.settings, storage: bench.storage)
        _ = try bench.runAllPasses(session)
        var levels: [Int: UInt8] = [:]
        try bench.silo.forEachHeader { levels[$0.frame] = $0.temporalLevel }
        #expect(levels.count == count)
        #expect((0..<count).allSatisfy { levels[$0] == UInt8($0 % 2) })
        let (decoded, stored) = try bench.hashes(#require(session.parameterSets))
        #expect(decoded == stored)
    }

    @Test("a pass that is cancelled changes nothing")
    func cancelled() throws {
        let film = SyntheticFilm(count: 96, cuts: [40])
        let settings = SessionSettings(film, kilobitsPerSecond: 250, maximum: 2)
        let whole = try FilmInSession(film, settings, name: "whole")
        _ = try whole.runAllPasses(CompressionSession(settings, storage: whole.storage))

        let bench = try FilmInSession(film, settings)
        let session = try CompressionSession(settings, storage: bench.storage)
        for stop in [0, 1, 50, 95] {
            try session.beginPass()
            for frame in 0..<stop { try session.encode(film.picture(frame)) { _ in } }
            session.cancelPass()
            #expect(session.pass == 0)
        }
        _ = try bench.runPass(session)
        for stop in [0, 1, 50, 95] {
            try session.beginPass()
            for frame in 0..<stop { try session.encode(film.picture(frame)) { _ in } }
            session.cancelPass()
            #expect(session.pass == 1)
        }
        #expect(try bench.runPass(session) == .finished)
        #expect(try bench.checksums() == whole.checksums())
    }
}
