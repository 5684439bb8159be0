import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct HierarchyCheckerTests {
    private typealias Entry = ShortTermReferences.Entry

    /// Three levels with spare buffers, so that one fault gives one finding.
    private func film(groups: Int = 3, isNested: Bool = false) throws -> HandmadePyramid {
        var film = try HandmadePyramid(levels: 3, groups: groups, isNested: isNested)
        film.sets = try HandmadePyramid.sets(levels: 3, isNested: isNested, spare: 3)
        return film
    }

    @Test("a correct pyramid of any height is proved, with its pictures, levels and cadence", arguments: 1...7)
    func proof(_ levels: Int) throws {
        let film = try HandmadePyramid(levels: levels, groups: 4)
        let report = try film.report()
        #expect(report.isProven, "\(report.findings)")
        #expect(report.isDyadic)
        #expect(report.accessUnits == film.pictures.count)
        #expect(report.picturesPerLevel == [5] + (1..<levels).map { 4 << ($0 - 1) })
        #expect(report.declaredSubLayers == levels)
        #expect(report.isNestingDeclared)
        #expect(report.cadence.map(\.expectedDistance) == (0..<levels).map { 1 << (levels - 1 - $0) })
        #expect(report.cadence.last?.pictures == film.pictures.count)
    }

    @Test(
        "the lower levels of a proved film are a proved film, with the reduced parameter sets",
        arguments: 1...4
    )
    func extraction(_ kept: Int) throws {
        var film = try HandmadePyramid(levels: 5, groups: 3)
        film.pictures.removeAll { $0.slice.level >= kept }
        film.sets = try film.sets.keepingSubLayers(kept)
        let report = try film.report()
        #expect(report.isProven, "\(report.findings)")
        #expect(report.isDyadic)
        #expect(report.levels == kept && report.declaredSubLayers == kept)
    }

    @Test("a picture that predicts from a higher level, or lists such a picture, is found")
    func higherLevel() throws {
        var used = try film()
        used.keep(2, by: 8, isUsed: true)
        var report = try used.report()
        #expect(report.findingCounts == [.usesHigherLevel: 1])
        let finding = try #require(report.findings.first)
        #expect(finding.orderCount == 8 && finding.temporalID == 0 && finding.accessUnit == 5)
        var listed = try film()
        // The nearer picture 4 comes first, and the list has one entry.
        listed.keep(2, by: 8, isUsed: true, isActive: false)
        listed.keep(3, by: 8, isUsed: false)
        report = try listed.report()
        #expect(report.findingCounts == [.listsHigherLevel: 1])
    }

    @Test("a missing reference picture is found")
    func missing() throws {
        var film = try film()
        film.keep(1, by: 8, isUsed: true)
        #expect(try film.report().findingCounts == [.missingReference: 1])
        var kept = try self.film()
        kept.keep(1, by: 8, isUsed: false)
        #expect(try kept.report().isProven, "what is only kept may be missing")
    }

    @Test("a sub-layer non-reference picture that is used is found")
    func nonReference() throws {
        var film = try film()
        film.pictures[film.place(3)].slice.type = .trailN
        film.keep(1, by: 3, isUsed: true)
        #expect(try film.report().findingCounts == [.nonReferenceUsed: 1])
        film.pictures[film.place(1)].slice.type = .tsaR
        #expect(try film.report().isProven, "a reference picture may be used")
    }

    @Test("a TSA picture drops all of its level and above, and no later picture refers past it")
    func access() throws {
        var film = try film()
        film.pictures[film.place(1)].slice.type = .tsaR
        film.keep(1, by: 3, isUsed: false)
        #expect(try film.report().findingCounts == [.temporalSubLayerAccess: 1], "it keeps what it must drop")
        film.pictures[film.place(3)].slice.type = .trailR
        #expect(try film.report().isProven)
        // Kept by all in between, and used after the TSA picture 6 of the level below.
        for kept in [8, 6] { film.keep(1, by: kept, isUsed: false) }
        film.keep(1, by: 5, isUsed: true)
        film.pictures[film.place(5)].slice.type = .trailN
        let report = try film.report()
        #expect(report.findingCounts == [.temporalSubLayerAccess: 2])
        #expect(report.findings.map(\.orderCount) == [6, 5])
    }

    @Test("an STSA picture uses no picture of its level, and no later one of its level refers past it")
    func stepwise() throws {
        var film = try film()
        film.pictures[film.place(1)].slice.type = .stsaR
        film.pictures[film.place(3)].slice.type = .stsaN
        film.keep(1, by: 3, isUsed: true)
        #expect(try film.report().findingCounts == [.stepwiseAccess: 1])
        film = try self.film()
        film.pictures[film.place(1)].slice.type = .trailR
        film.pictures[film.place(3)].slice.type = .stsaR
        film.pictures[film.place(6)].slice.type = .trailR
        film.pictures[film.place(5)].slice.type = .trailR
        for kept in [3, 8, 6] { film.keep(1, by: kept, isUsed: false) }
        #expect(try film.report().isProven, "keeping is not using")
        film.keep(1, by: 5, isUsed: true)
        #expect(try film.report().findingCounts == [.stepwiseAccess: 1])
    }

    @Test("a film that declares nesting has switching points only")
    func nesting() throws {
        var film = try film(isNested: true)
        #expect(try film.report().isProven)
        film.pictures[film.place(2)].slice.type = .trailR
        #expect(try film.report().findingCounts == [.nesting: 1])
        film.pictures[film.place(2)].slice.type = .stsaR
        #expect(try film.report().findingCounts == [.nesting: 1])
    }

    @Test("TemporalIds that a type or the SPS does not allow are found")
    func temporalIDs() throws {
        var film = try film()
        film.pictures[film.place(8)].slice.type = .tsaR
        #expect(try film.report().findingCounts[.temporalID] == 1)
        film = try self.film()
        film.sets = try HandmadePyramid.sets(levels: 2, isNested: false, spare: 3)
        #expect(try film.report().findingCounts == [.temporalID: 6], "six pictures are of a third level")
        film = try self.film()
        film.pictures[0].slice.level = 1
        film.pictures[0].slice.type = .cra
        #expect(try film.report().findingCounts[.temporalID] == 1)
        film = try self.film()
        film.pictures[film.place(1)].leading = [film.sets.sps]
        #expect(try film.report().findingCounts == [.temporalID: 1], "no SPS in a higher level")
    }

    @Test("units that remain when their picture is dropped are found, but none after alignment")
    func strayUnits() throws {
        var film = try film()
        let stray: [[UInt8]] = [[35 << 1, 1, 0x50], [39 << 1, 1, 1, 0, 0x80], [63 << 1, 1, 9]]
        film.pictures[film.place(1)].leading = stray
        film.pictures[film.place(4)].leading = stray
        #expect(try film.report().findingCounts == [.unitTemporalID: 3])
        var checker = HierarchyChecker()
        checker.add(film.sets)
        for sample in try film.samples() {
            var sample = sample
            try NALUnitFraming.alignTemporalIDs(inSample: &sample)
            sample.withRawSpan { checker.add(sample: $0) }
        }
        #expect(checker.report().isProven)
    }

    @Test("metadata of Dolby Vision may have any TemporalId, and keeps TemporalId 0", arguments: [1, 3, 5])
    func dolbyVision(levels: Int) throws {
        var film = try HandmadePyramid(levels: levels, groups: 2)
        for index in film.pictures.indices { film.pictures[index].leading = [[62 << 1, 1, 0x19]] }
        #expect(try film.report().isProven)
        for sample in try film.samples() {
            var aligned = sample
            #expect(try NALUnitFraming.alignTemporalIDs(inSample: &aligned) == 0)
            #expect(aligned == sample)
        }
    }

    @Test("missing, contradictory or changing parameter sets are found")
    func parameterSets() throws {
        var film = try film()
        var checker = HierarchyChecker()
        for sample in try film.samples() { sample.withRawSpan { checker.add(sample: $0) } }
        #expect(checker.report().findingCounts == [.missingParameterSet: film.pictures.count])
        #expect(checker.report().picturesPerLevel == [4, 3, 6], "they are counted all the same")

        let other = try HandmadePyramid.sets(levels: 3, isNested: false, spare: 4)
        film.pictures[film.place(8)].leading = [other.sps, other.pps]
        #expect(try film.report().findingCounts == [.activation: 1])
        film.pictures[film.place(8)].leading = [film.sets.vps, film.sets.sps, film.sets.pps]
        #expect(try film.report().isProven, "the same again is no change")

        film = try self.film()
        film.sets.vps = try HandmadePyramid.sets(levels: 2, isNested: true).vps
        #expect(try film.report().findingCounts == [.subLayerDescription: 2])
    }

    @Test("a picture that needs more buffers or reordering than its level declares is found")
    func buffering() throws {
        var film = try film()
        film.sets = try HandmadePyramid.sets(levels: 3, isNested: false)
        film.pictures[film.place(3)].slice.type = .trailR
        film.keep(1, by: 3, isUsed: false)
        #expect(try film.report().isProven)
        film.keep(0, by: 3, isUsed: false)
        #expect(try film.report().findingCounts == [.buffering: 1])
        // With four levels of pictures, but the reordering of three.
        var tall = try HandmadePyramid(levels: 3, groups: 1)
        let own = try tall.sets.subLayers()
        var less = own
        less.ordering[2].reorderedPictures = 1
        tall.sets = try tall.sets.declaring(less)
        let report = try tall.report()
        #expect(report.findingCounts == [.buffering: 1])
        #expect(report.findings.first?.orderCount == 1)
    }

    @Test("motion vectors from before a picture that ends their use are found")
    func collocated() throws {
        var film = try film()
        film.pictures[film.place(4)].slice.usesTemporalMotionVectors = false
        // Pictures between 0 and 4 take them from list 0, which is before 4 in output order and in decode order.
        let report = try film.report()
        #expect(report.findingCounts == [.collocated: 2])
        #expect(report.findings.map(\.orderCount) == [2, 1])
    }

    @Test("contradictory slices of a picture are found")
    func slices() throws {
        let film = try film()
        let context = try SliceHeader.Context(film.sets)
        func counts(_ change: (inout HandmadeSlice) -> Void) throws -> [HierarchyFinding.Kind: Int] {
            var film = film
            let index = film.place(4)
            var other = film.pictures[index].slice
            let first = other.unit(context)
            other.isFirst = false
            change(&other)
            film.pictures[index].leading = [first]
            film.pictures[index].slice = other
            return try film.report().findingCounts
        }
        #expect(try counts { _ in } == [:])
        #expect(try counts { $0.isFirst = true } == [.inconsistentSlices: 1])
        #expect(try counts { $0.orderCount = 5 } == [.inconsistentSlices: 1])
        #expect(try counts { $0.type = .trailN } == [.inconsistentSlices: 1])
        #expect(try counts { $0.before.append(Entry(delta: -9, isUsedByCurrent: false)) } == [.inconsistentSlices: 1])
    }

    @Test("a picture with more slices than any level allows is reported once, and the rest is skipped")
    func manySlices() throws {
        var film = try film()
        let context = try SliceHeader.Context(film.sets)
        let index = film.place(4)
        film.pictures[index].leading = [film.pictures[index].slice.unit(context)]
        film.pictures[index].slice.isFirst = false
        let later = film.pictures[index].slice.unit(context)
        film.pictures[index].leading += Array(repeating: later, count: 3000)
        #expect(try film.report().findingCounts == [.inconsistentSlices: 1])
    }

    @Test("a stream that starts in the middle gives one finding, and is checked from the next random access point")
    func middle() throws {
        var film = try HandmadePyramid(levels: 3, groups: 3, sequences: 2)
        film.pictures.removeFirst()
        #expect(try film.report().findingCounts == [.noRandomAccess: 1])
        var checker = HierarchyChecker()
        checker.add(film.sets)
        let samples = try film.samples()
        for sample in samples[film.pictures.lastIndex { $0.slice.type.isIDR }!...] {
            sample.withRawSpan { checker.add(sample: $0) }
        }
        checker.skip()
        samples[0].withRawSpan { checker.add(sample: $0) }
        #expect(checker.report().findingCounts == [.noRandomAccess: 1])
    }

    @Test("leading pictures of the first random access point are skipped, later ones are not")
    func leading() throws {
        var film = try film(groups: 4)
        let index = film.place(8)
        film.pictures[index].slice.type = .cra
        film.pictures[index].slice.slice = .intra
        for count in 5...7 {
            film.pictures[film.place(count)].slice.type =
                film.pictures[film.place(count)].slice.level == 2 ? .raslN : .raslR
        }
        var report = try film.report()
        #expect(report.isProven, "\(report.findings)")
        #expect(report.skippedLeadingPictures == 0)
        film.pictures.removeFirst(index)
        report = try film.report()
        #expect(report.isProven, "\(report.findings)")
        #expect(report.skippedLeadingPictures == 3)
        #expect(report.cadence.last?.pictures == film.pictures.count - 3)
    }

    @Test("access units without a slice and invalid bytes give a bounded number of findings")
    func unreadable() throws {
        let film = try film()
        var checker = HierarchyChecker(findingLimit: 3)
        checker.add(film.sets)
        for bytes: [UInt8] in [[], [0, 0, 0, 9, 1], [0, 0, 0, 3, 35 << 1, 1, 0x50], [0, 0, 0, 2, 0x80, 0]] {
            bytes.withRawSpan { checker.add(sample: $0) }
        }
        checker.add(parameterSet: [66, 1])
        let report = checker.report()
        #expect(report.findings.count == 3)
        #expect(report.findingCount >= 6)
        #expect(report.accessUnits == 4)
        #expect(!report.isProven)
    }

    @Test("mutated films are checked without a crash, and rarely proved")
    func mutations() throws {
        var random = SeededGenerator(seed: 41)
        var film = try HandmadePyramid(levels: 4, groups: 3, sequences: 2)
        film.pictures[0].leading = [film.sets.vps, film.sets.sps, film.sets.pps]
        let samples = try film.samples()
        for round in 0..<400 {
            var checker = HierarchyChecker(findingLimit: 5)
            checker.add(film.sets)
            for sample in samples {
                var sample = sample
                if Int.random(in: 0..<4, using: &random) == 0 {
                    sample[Int.random(in: 0..<sample.count, using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
                if round % 3 == 0, Bool.random(using: &random) {
                    sample.removeLast(Int.random(in: 0..<4, using: &random))
                }
                sample.withRawSpan { checker.add(sample: $0) }
            }
            let report = checker.report()
            #expect(report.accessUnits == samples.count)
            #expect(report.findings.count <= 5)
            #expect(report.findingCount >= report.findings.count)
            #expect(report.levels <= 7)
        }
    }
}
