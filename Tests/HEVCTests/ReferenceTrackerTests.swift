import Media
import Testing

@testable import HEVC

/// The films are I0 P4 b2 b1 b3 P8 b6 b5 b7 P12 ... in decode order.
@Suite struct ReferenceTrackerTests {
    private typealias Finding = ReferenceTracker.Finding

    /// What cannot be decoded of a film, by order counts, without some of its pictures and with damage in others.
    private func findings(
        of film: HandmadePyramid,
        without missing: Set<Int> = [],
        damaged: Set<Int> = []
    ) throws -> [Int: Finding] {
        var tracker = try ReferenceTracker(film.sets)
        var findings: [Int: Finding] = [:]
        for (picture, sample) in zip(film.pictures, try film.samples()) {
            let count = picture.slice.orderCount
            guard !missing.contains(count) else { continue }
            let found = try sample.withRawSpan { span throws(BitstreamError) in try tracker.add(sample: span) }
            if damaged.contains(count) { tracker.markDamaged() }
            #expect(found.startsSequence == (found.finding == .decodable && picture.slice.type.isIRAP))
            if found.finding != .decodable { findings[count] = found.finding }
        }
        return findings
    }

    @Test("in a whole film every picture can be decoded", arguments: 1...5)
    func whole(levels: Int) throws {
        #expect(try findings(of: HandmadePyramid(levels: levels, groups: 4, sequences: 2)) == [:])
    }

    @Test("a picture that is missing or damaged takes with it those that need it, and no others")
    func loss() throws {
        let film = try HandmadePyramid(levels: 3, groups: 2)
        #expect(try findings(of: film, without: [2]) == [1: .missingReference, 3: .missingReference])
        #expect(try findings(of: film, damaged: [2]) == [1: .damagedReference, 3: .damagedReference])
        #expect(try findings(of: film, without: [3]) == [:])
        #expect(try findings(of: film, damaged: [3]) == [:])
        let lost = try findings(of: film, without: [4])
        #expect(lost.keys.sorted() == [1, 2, 3, 5, 6, 7, 8])
        #expect(lost[2] == .missingReference && lost[1] == .damagedReference && lost[8] == .missingReference)
        #expect(lost[7] == .damagedReference)
    }

    @Test("decoding starts at a random access point, and mends there")
    func start() throws {
        var film = try HandmadePyramid(levels: 2, groups: 2, sequences: 2)
        let second = try #require(film.pictures.lastIndex { $0.slice.type.isIDR })
        var tracker = try ReferenceTracker(film.sets)
        for (place, sample) in try film.samples().enumerated().dropFirst() {
            let found = try sample.withRawSpan { span throws(BitstreamError) in try tracker.add(sample: span) }
            #expect(found.finding == (place < second ? .noStart : .decodable))
            #expect(found.isShown)
        }
        tracker.restart()
        let last = try #require(try film.samples().last)
        let found = try last.withRawSpan { span throws(BitstreamError) in try tracker.add(sample: span) }
        #expect(found.finding == .noStart)

        // P2 becomes a CRA picture, whose leading picture 1 refers to what came before.
        film = try HandmadePyramid(levels: 2, groups: 1)
        film.pictures[film.place(2)].slice.type = .cra
        film.pictures[film.place(2)].slice.slice = .intra
        film.pictures[film.place(2)].slice.active = nil
        film.pictures[film.place(1)].slice.type = .raslN
        #expect(try findings(of: film, without: [0]) == [1: .skippedLeading])
    }

    @Test("a sample that cannot be read changes nothing")
    func unreadable() throws {
        let film = try HandmadePyramid(levels: 2, groups: 1)
        let samples = try film.samples()
        var tracker = try ReferenceTracker(film.sets)
        func add(_ sample: [UInt8]) throws(BitstreamError) -> Finding {
            try sample.withRawSpan { span throws(BitstreamError) in try tracker.add(sample: span) }.finding
        }
        #expect(try add(samples[0]) == .decodable)
        for wrong in [[], [0, 0, 0, 2, 70, 1], [0, 0, 0, 3, 2, 1, 0x80], samples[1] + samples[1], [9]] {
            #expect(throws: BitstreamError.self) { _ = try add(wrong) }
        }
        for sample in samples.dropFirst() { #expect(try add(sample) == .decodable) }
    }
}
