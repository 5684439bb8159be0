import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct SliceReferenceTests {
    private typealias Entry = ShortTermReferences.Entry
    private let context = try! SliceHeader.Context(KnownStreams.main)

    private func read(_ unit: [UInt8], _ context: SliceHeader.Context) throws -> SliceHeader {
        try unit.withRawSpan { span throws(BitstreamError) in
            try SliceHeader(unit: span, context: context, readsReferences: true)
        }
    }

    /// Distances that grow away from the picture.
    private func entries(_ count: Int, sign: Int, _ random: inout SeededGenerator) -> [Entry] {
        var delta = 0
        return (0..<count).map { _ in
            delta += sign * Int.random(in: 1...40, using: &random)
            return Entry(delta: delta, isUsedByCurrent: Bool.random(using: &random))
        }
    }

    private func randomContext(_ random: inout SeededGenerator) -> SliceHeader.Context {
        var context = context
        context.sequence.usesTemporalMotionVectors = Bool.random(using: &random)
        context.sequence.usesAdaptiveOffset = Bool.random(using: &random)
        context.sequence.hasSeparateColourPlanes = Bool.random(using: &random)
        context.sequence.chromaFormat = UInt8.random(in: 0...3, using: &random)
        context.sequence.orderCountBits = Int.random(in: 4...16, using: &random)
        context.sequence.shortTermReferences = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            var set = ShortTermReferences()
            set.before = entries(Int.random(in: 1...4, using: &random), sign: -1, &random)
            set.behind = entries(Int.random(in: 0...3, using: &random), sign: 1, &random)
            return set
        }
        context.sequence.allowsLongTermReferences = Bool.random(using: &random)
        let low = 0..<(1 << context.sequence.orderCountBits)
        context.sequence.longTermReferences = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            LongTermReference(orderCountLow: Int.random(in: low, using: &random), isUsedByCurrent: true)
        }
        context.picture.extraSliceHeaderBits = Int.random(in: 0...2, using: &random)
        context.picture.hasOutputFlag = Bool.random(using: &random)
        context.picture.hasCABACInit = Bool.random(using: &random)
        context.picture.allowsListModification = Bool.random(using: &random)
        context.picture.defaultActiveReferences = [2, 1]
        return context
    }

    @Test("slice headers of every form are read as written")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 21)
        for round in 0..<3000 {
            let context = randomContext(&random)
            let sequence = context.sequence
            let type: SliceType = [.bidirectional, .predicted, .intra][round % 3]
            var slice = HandmadeSlice(type: .trailR, slice: type, orderCount: 1000 + round)
            let sets = sequence.shortTermReferences
            if !sets.isEmpty, Bool.random(using: &random) {
                slice.named = Int.random(in: 0..<sets.count, using: &random)
            } else {
                slice.before = entries(Int.random(in: 0...4, using: &random), sign: -1, &random)
                slice.behind = entries(Int.random(in: 0...4, using: &random), sign: 1, &random)
            }
            if sequence.allowsLongTermReferences {
                let cycles: Int? = Bool.random(using: &random) ? Int.random(in: 0...9, using: &random) : nil
                slice.namedLongTerm = sequence.longTermReferences.indices.prefix(2).map { ($0, cycles) }
                slice.longTerm = (0..<Int.random(in: 0...3, using: &random)).map { index in
                    LongTermReference(orderCountLow: index, isUsedByCurrent: index != 1, cyclesBack: cycles)
                }
            }
            slice.usesTemporalMotionVectors = Bool.random(using: &random)
            if Bool.random(using: &random) {
                slice.active = (0..<2).map { _ in Int.random(in: 1...15, using: &random) }
            }
            let counts = slice.active ?? context.picture.defaultActiveReferences
            let candidates = slice.candidates(sequence)
            if context.picture.allowsListModification, candidates > 1, Bool.random(using: &random) {
                slice.listEntries[0] = (0..<counts[0]).map { _ in Int.random(in: 0..<candidates, using: &random) }
            }
            let list = type == .bidirectional && Bool.random(using: &random) ? 1 : 0
            slice.collocated = SliceReferences.Position(
                list: list,
                index: Int.random(in: 0..<counts[list], using: &random)
            )
            let unit = slice.unit(context)
            guard type == .intra || candidates > 0 else {
                #expect(throws: BitstreamError.self) { try read(unit, context) }
                continue
            }
            let references = try #require(try read(unit, context).references)
            check(references, slice, context)
        }
    }

    private func check(_ references: SliceReferences, _ slice: HandmadeSlice, _ context: SliceHeader.Context) {
        let sequence = context.sequence
        let set = slice.named.map { sequence.shortTermReferences[$0] }
        #expect(references.shortTerm.before == set?.before ?? slice.before)
        #expect(references.shortTerm.behind == set?.behind ?? slice.behind)
        let named = slice.namedLongTerm.map { sequence.longTermReferences[$0.index].orderCountLow }
        #expect(references.longTerm.map(\.orderCountLow) == named + slice.longTerm.map(\.orderCountLow))
        // Cycles are added separately for each of the two kinds.
        var total = 0
        let sums = slice.namedLongTerm.map { item -> Int? in
            total += item.cycles ?? 0
            return item.cycles.map { _ in total }
        }
        total = 0
        let ownSums = slice.longTerm.map { item -> Int? in
            total += item.cyclesBack ?? 0
            return item.cyclesBack.map { _ in total }
        }
        #expect(references.longTerm.map(\.cyclesBack) == sums + ownSums)
        let usesVectors = sequence.usesTemporalMotionVectors && slice.usesTemporalMotionVectors
        #expect(references.usesTemporalMotionVectors == usesVectors)
        guard slice.slice != .intra else {
            #expect(references.activeCounts == [0, 0])
            return
        }
        let counts = slice.active ?? context.picture.defaultActiveReferences
        #expect(references.activeCounts == [counts[0], slice.slice == .bidirectional ? counts[1] : 0])
        #expect(references.listEntries == slice.listEntries)
        let place = counts[slice.collocated.list] > 1 ? slice.collocated.index : 0
        let collocated = SliceReferences.Position(list: slice.collocated.list, index: place)
        #expect(references.collocated == (usesVectors ? collocated : nil))
    }

    @Test("a set in a slice header is predicted from any set of the sequence")
    func prediction() throws {
        var context = context
        let sequence = try HandmadeSequence.unit.withRawSpan(SequenceParameterSet.init)
        context.sequence.shortTermReferences = sequence.shortTermReferences
        var bits = BitWriter()
        bits.flag(true)
        bits.unsigned(0)
        bits.unsigned(2)  // intra: nothing but the set is of interest
        bits.bits(9, 8)
        bits.bits(0b01, 2)
        bits.unsigned(1)  // the set before the last: {-1, -3, +2}
        bits.flag(false)
        bits.unsigned(1)  // shifted by +2
        for isUsed in [true, true, false] { bits.flag(isUsed) }
        bits.flag(false)  // +4 is dropped
        bits.flag(true)  // +2: the picture of the set itself
        bits.bits(0xFF, 8)
        bits.trailingBits()
        let unit = NALUnitHeader(type: .trailR).bytes + EmulationPrevention.inserted(into: bits.bytes)
        let references = try #require(try read(unit, context).references)
        #expect(references.shortTerm.before == [Entry(delta: -1, isUsedByCurrent: true)])
        let behind = [Entry(delta: 1, isUsedByCurrent: true), Entry(delta: 2, isUsedByCurrent: true)]
        #expect(references.shortTerm.behind == behind)
    }

    @Test("reference lists start with the nearer side, repeat if too short, and use coded entries")
    func lists() throws {
        var slice = HandmadeSlice(type: .trailR, slice: .bidirectional, orderCount: 20)
        slice.before = [Entry(delta: -2, isUsedByCurrent: true), Entry(delta: -3, isUsedByCurrent: false)]
        slice.behind = [Entry(delta: 4, isUsedByCurrent: true)]
        slice.longTerm = [
            LongTermReference(orderCountLow: 5, isUsedByCurrent: true),
            LongTermReference(orderCountLow: 7, isUsedByCurrent: true, cyclesBack: 2),
        ]
        slice.active = [5, 2]
        slice.listEntries[1] = [3, 0]
        var context = context
        context.sequence.allowsLongTermReferences = true
        context.sequence.orderCountBits = 4
        context.picture.allowsListModification = true
        let references = try #require(try read(slice.unit(context), context).references)
        let set = ReferencePictureSet(references, orderCount: 20, orderCountBits: 4)
        let far = ReferencePictureSet.Name.longTerm(16 - 2 * 16 + 7)
        #expect(set.current == [.shortTerm(18), .shortTerm(24), .longTermLow(5), far])
        #expect(set.kept == [.shortTerm(17)])
        let first: [ReferencePictureSet.Name] = [.shortTerm(18), .shortTerm(24), .longTermLow(5), far, .shortTerm(18)]
        #expect(set.list(0, of: references) == first)
        #expect(set.list(1, of: references) == [far, .shortTerm(24)])
    }

    @Test("picture order counts are derived from their low bits", arguments: [4, 8, 16])
    func orderCounts(_ bits: Int) throws {
        var random = SeededGenerator(seed: UInt64(bits))
        var counter = PictureOrderCounter()
        let cycle = 1 << bits
        var anchor = 0
        for index in 0..<2000 {
            let isIDR = index % 500 == 0
            let step = isIDR ? 0 : Int.random(in: 1..<(cycle / 2), using: &random)
            // Leading pictures and those of higher levels have no effect.
            let isAnchor = isIDR || index % 3 == 0
            let count = isIDR ? 0 : anchor + (isAnchor ? step : step - cycle / 4)
            let type: NALUnitType = isIDR ? .idrWithRADL : isAnchor ? .trailR : index % 3 == 1 ? .trailN : .tsaR
            var slice = HandmadeSlice(type: type, level: type == .tsaR ? 2 : 0, slice: .intra, orderCount: count)
            slice.usesTemporalMotionVectors = false
            var context = context
            context.sequence.orderCountBits = bits
            let header = try read(slice.unit(context), context)
            #expect(counter.orderCount(of: header, bits: bits, startsSequence: isIDR) == count)
            if isAnchor { anchor = count }
        }
    }

    @Test("the PPS number of a slice is read without its context, and pictures that refer to themselves are refused")
    func contexts() throws {
        var context = context
        context.picture.id = 41
        let slice = HandmadeSlice(type: .cra, slice: .intra, orderCount: 3)
        #expect(try slice.unit(context).withRawSpan(SliceHeader.pictureParameterSetID) == 41)
        context.picture.hasScreenContentExtension = true
        #expect { try read(slice.unit(context), context) } throws: { ($0 as? BitstreamError)?.code == .unsupported }
    }

    @Test("mutated and cut slice headers are read within bounds or refused")
    func mutations() throws {
        var random = SeededGenerator(seed: 31)
        var accepted = 0
        for round in 0..<6000 {
            let context = randomContext(&random)
            var slice = HandmadeSlice(type: .trailR, slice: .bidirectional, orderCount: round)
            slice.before = entries(4, sign: -1, &random)
            slice.behind = entries(3, sign: 1, &random)
            var unit = slice.unit(context)
            for _ in 0...(round % 3) {
                unit[Int.random(in: 2..<unit.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round % 4 == 0 { unit.removeLast(Int.random(in: 0..<unit.count, using: &random)) }
            guard let references = try? read(unit, context).references else { continue }
            accepted += 1
            #expect(references.shortTerm.count + references.longTerm.count <= 16)
            let set = ReferencePictureSet(references, orderCount: -5, orderCountBits: context.sequence.orderCountBits)
            for list in 0..<2 { #expect(set.list(list, of: references).count == references.activeCounts[list]) }
        }
        #expect(accepted > 100)
    }

    @Test("units are divided into access units, with and without delimiters and other units")
    func division() {
        let first: [UInt8] = [1 << 1, 1, 0x80]
        let later: [UInt8] = [1 << 1, 1, 0x40]
        let delimiter: [UInt8] = [35 << 1, 1, 0x50]
        let prefix: [UInt8] = [39 << 1, 1, 0x80]
        let suffix: [UInt8] = [40 << 1, 1, 0x80]
        let units = [
            delimiter, prefix, first, later, suffix, first, suffix, KnownStreams.main.sps, first, prefix, first,
            [0x80, 0], [37 << 1, 1],
        ]
        var stream: [UInt8] = []
        var places: [Range<Int>] = []
        for unit in units {
            places.append(stream.count..<(stream.count + unit.count))
            stream += unit
        }
        let divided = stream.withRawSpan { NALUnitFraming.accessUnits(of: places, in: $0) }
        #expect(divided == [0..<5, 5..<7, 7..<9, 9..<13])
        #expect(stream.withRawSpan { NALUnitFraming.accessUnits(of: [], in: $0) } == [])
    }
}
