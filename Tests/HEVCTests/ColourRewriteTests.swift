import Media
import TestSupport
import Testing

@testable import HEVC

@Suite("Colours written into a sequence parameter set") struct ColourRewriteTests {
    private let handmade = ParameterSets(
        vps: HandmadeSequence.videoUnit(),
        sps: HandmadeSequence.unit(),
        pps: KnownStreams.main.pps
    )
    private let rare = ColourDescription(primaries: 22, transfer: 18, matrix: 15)

    @Test("leave all other fields unchanged, and writing the old ones restores the bytes")
    func both() throws {
        let old = try handmade.sps.withRawSpan(SequenceParameterSet.init)
        let colour = try #require(old.usability?.colour)
        let changed = try handmade.declaring(rare)
        var new = try changed.sps.withRawSpan(SequenceParameterSet.init)
        #expect(
            new.usability?.colour
                == ColourDescription(primaries: 22, transfer: 18, matrix: 15, isFullRange: colour.isFullRange)
        )
        #expect(changed.sps.count == handmade.sps.count && changed.sps != handmade.sps)
        new.usability?.colour = colour
        #expect(new == old && changed.vps == handmade.vps && changed.pps == handmade.pps)
        #expect(try changed.declaring(colour) == handmade)
    }

    @Test("of three zeros get emulation prevention")
    func emulation() throws {
        let zeros = try handmade.declaring(ColourDescription(primaries: 0, transfer: 0, matrix: 0))
        let colour = try zeros.sps.withRawSpan(SequenceParameterSet.init).usability?.colour
        #expect(colour?.primaries == 0 && colour?.transfer == 0 && colour?.matrix == 0)
        #expect(
            !zip(zeros.sps, zip(zeros.sps.dropFirst(), zeros.sps.dropFirst(2))).contains {
                $0 == 0 && $1.0 == 0 && $1.1 < 3
            }
        )
    }

    @Test("are refused for a set without space for them")
    func noPlace() throws {
        #expect(try KnownStreams.main.sps.withRawSpan(SequenceParameterSet.init).usability?.colour.primaries == 2)
        let error = #expect(throws: BitstreamError.self) { try KnownStreams.main.declaring(rare) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("colour"))
    }

    @Test("of mutated sets are either written so that they can be read, or refused")
    func mutations() throws {
        var random = SeededGenerator(seed: 29)
        var changed = 0
        for round in 0..<3000 {
            var sets = handmade
            for _ in 0...(round % 3) {
                sets.sps[Int.random(in: 2..<sets.sps.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round % 5 == 0 { sets.sps.removeLast(Int.random(in: 0..<sets.sps.count, using: &random)) }
            guard let other = try? sets.declaring(rare) else { continue }
            changed += 1
            let read = try other.sps.withRawSpan(SequenceParameterSet.init)
            #expect(read.usability?.colour.primaries == 22 && read.usability?.colour.matrix == 15)
        }
        #expect(changed > 100)
    }
}
