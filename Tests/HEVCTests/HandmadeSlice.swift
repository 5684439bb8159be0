@testable import HEVC

/// A slice header, written field by field from ISO/IEC 23008-2 7.3.6.1; nothing follows it.
struct HandmadeSlice {
    var type: NALUnitType
    var level: UInt8 = 0
    var slice: SliceType
    var orderCount = 0
    var isFirst = true
    /// Short-term pictures, nearest first; not written when `named` is given.
    var before: [ShortTermReferences.Entry] = []
    var behind: [ShortTermReferences.Entry] = []
    /// short_term_ref_pic_set_idx.
    var named: Int?
    /// lt_idx_sps with the cycles from the entry before.
    var namedLongTerm: [(index: Int, cycles: Int?)] = []
    /// Long-term pictures of the slice's own; `cyclesBack` from the entry before.
    var longTerm: [LongTermReference] = []
    var usesTemporalMotionVectors = true
    /// num_ref_idx_active of each list; the defaults of the PPS when nil.
    var active: [Int]?
    var listEntries: [[Int]?] = [nil, nil]
    var collocated = SliceReferences.Position(list: 0, index: 0)

    /// The NAL unit with its header.
    func unit(_ context: SliceHeader.Context) -> [UInt8] {
        let (sequence, picture) = (context.sequence, context.picture)
        var bits = BitWriter()
        bits.flag(isFirst)
        if type.isIRAP { bits.flag(false) }
        bits.unsigned(UInt32(picture.id))
        if !isFirst {
            if picture.allowsDependentSlices { bits.flag(false) }
            bits.bits(1, HandmadeSlice.width(sequence.codingTreeBlocks))
        }
        bits.bits(0, picture.extraSliceHeaderBits)
        bits.unsigned(UInt32(slice.rawValue))
        if picture.hasOutputFlag { bits.flag(true) }
        if sequence.hasSeparateColourPlanes { bits.bits(0, 2) }
        if !type.isIDR {
            let mask = (1 << sequence.orderCountBits) - 1
            bits.bits(UInt64(orderCount & mask), sequence.orderCountBits)
            writePictureSet(&bits, sequence)
            if sequence.usesTemporalMotionVectors { bits.flag(usesTemporalMotionVectors) }
        }
        if sequence.usesAdaptiveOffset { bits.bits(0b10, sequence.chromaArrayType == 0 ? 1 : 2) }
        if slice != .intra { writeLists(&bits, context) }
        bits.flag(true)  // what follows is not read
        bits.trailingBits()
        return NALUnitHeader(type: type, temporalID: level).bytes + EmulationPrevention.inserted(into: bits.bytes)
    }

    /// Replaces the sequence's sets when `named` is given.
    func candidates(_ sequence: SequenceParameterSet) -> Int {
        var entries = before + behind
        if let named {
            entries = sequence.shortTermReferences[named].before + sequence.shortTermReferences[named].behind
        }
        let ofSequence = namedLongTerm.count { sequence.longTermReferences[$0.index].isUsedByCurrent }
        return entries.count(where: \.isUsedByCurrent) + ofSequence + longTerm.count(where: \.isUsedByCurrent)
    }

    private func writePictureSet(_ bits: inout BitWriter, _ sequence: SequenceParameterSet) {
        bits.flag(named != nil)
        if let named {
            bits.bits(UInt64(named), HandmadeSlice.width(sequence.shortTermReferences.count))
        } else {
            if !sequence.shortTermReferences.isEmpty { bits.flag(false) }
            bits.unsigned(UInt32(before.count))
            bits.unsigned(UInt32(behind.count))
            for entries in [before, behind] {
                var last = 0
                for entry in entries {
                    bits.unsigned(UInt32(abs(entry.delta - last) - 1))
                    bits.flag(entry.isUsedByCurrent)
                    last = entry.delta
                }
            }
        }
        guard sequence.allowsLongTermReferences else { return }
        if !sequence.longTermReferences.isEmpty { bits.unsigned(UInt32(namedLongTerm.count)) }
        bits.unsigned(UInt32(longTerm.count))
        let ofSequence = namedLongTerm.map { (entry: nil as LongTermReference?, index: $0.index, cycles: $0.cycles) }
        for item in ofSequence + longTerm.map({ (entry: $0, index: 0, cycles: $0.cyclesBack) }) {
            if let entry = item.entry {
                bits.bits(UInt64(entry.orderCountLow), sequence.orderCountBits)
                bits.flag(entry.isUsedByCurrent)
            } else {
                bits.bits(UInt64(item.index), HandmadeSlice.width(sequence.longTermReferences.count))
            }
            bits.flag(item.cycles != nil)
            if let cycles = item.cycles { bits.unsigned(UInt32(cycles)) }
        }
    }

    private func writeLists(_ bits: inout BitWriter, _ context: SliceHeader.Context) {
        let picture = context.picture
        let lists = slice == .bidirectional ? 2 : 1
        bits.flag(active != nil)
        if let active { for list in 0..<lists { bits.unsigned(UInt32(active[list] - 1)) } }
        let counts = active ?? picture.defaultActiveReferences
        let candidates = candidates(context.sequence)
        if picture.allowsListModification, candidates > 1 {
            for list in 0..<lists {
                bits.flag(listEntries[list] != nil)
                for entry in listEntries[list] ?? [] { bits.bits(UInt64(entry), HandmadeSlice.width(candidates)) }
            }
        }
        if lists == 2 { bits.flag(false) }
        if picture.hasCABACInit { bits.flag(true) }
        guard !type.isIDR, context.sequence.usesTemporalMotionVectors, usesTemporalMotionVectors else { return }
        if lists == 2 { bits.flag(collocated.list == 0) }
        if counts[collocated.list] > 1 { bits.unsigned(UInt32(collocated.index)) }
    }

    private static func width(_ count: Int) -> Int {
        count > 1 ? Int.bitWidth - (count - 1).leadingZeroBitCount : 0
    }
}
