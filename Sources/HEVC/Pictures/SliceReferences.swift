/// The references of a slice and the reference picture set of its picture: the slice segment header of ISO/IEC 23008-2
/// 7.3.6.1 from short_term_ref_pic_set_sps_flag to collocated_ref_idx.
package struct SliceReferences: Hashable, Sendable {
    /// Short-term pictures by their distance; the same in all slices of a picture.
    package var shortTerm = ShortTermReferences()
    /// Long-term pictures, at most 16; the same in all slices of a picture.
    package var longTerm: [LongTermReference] = []
    /// slice_temporal_mvp_enabled_flag; the same in all slices of a picture.
    package var usesTemporalMotionVectors = false
    /// num_ref_idx_l0_active and num_ref_idx_l1_active, 0 to 15; 0 for a list that the slice type does not have.
    package var activeCounts = [0, 0]
    /// list_entry_l0 and list_entry_l1; nil if a list is in its initial order.
    package var listEntries: [[Int]?] = [nil, nil]
    /// The picture of temporal motion vectors: list (0 or 1) and index; nil if the slice uses none.
    package var collocated: Position?

    /// A position in a reference picture list.
    package struct Position: Hashable, Sendable {
        /// 0 or 1.
        package var list: Int
        /// collocated_ref_idx.
        package var index: Int
    }

    /// NumPicTotalCurr: pictures that the current one may refer to (7-55).
    package var candidateCount: Int {
        (shortTerm.before + shortTerm.behind).count(where: \.isUsedByCurrent) + longTerm.count(where: \.isUsedByCurrent)
    }

    /// Reads the fields after the picture order count; an IDR picture has no reference picture set.
    init(
        _ bits: inout BitReader,
        type: SliceType,
        isIDR: Bool,
        context: SliceHeader.Context
    ) throws(BitstreamError) {
        let (sequence, picture) = (context.sequence, context.picture)
        guard !picture.hasScreenContentExtension else {
            throw BitstreamError(
                .unsupported,
                "pps_scc_extension_flag",
                "Granary does not read pictures that refer to themselves"
            )
        }
        if !isIDR {
            try readPictureSet(&bits, sequence)
            if sequence.usesTemporalMotionVectors {
                usesTemporalMotionVectors = try bits.flag("slice_temporal_mvp_enabled_flag")
            }
        }
        if sequence.usesAdaptiveOffset {
            try bits.skip(sequence.chromaArrayType == 0 ? 1 : 2, "slice_sao_luma_flag")
        }
        guard type != .intra else { return }
        try readLists(&bits, type, picture)
    }

    private mutating func readPictureSet(
        _ bits: inout BitReader,
        _ sequence: SequenceParameterSet
    ) throws(BitstreamError) {
        let sets = sequence.shortTermReferences
        if try bits.flag("short_term_ref_pic_set_sps_flag") {
            shortTerm = sets[try bits.index("short_term_ref_pic_set_idx", below: sets.count)]
        } else {
            shortTerm = try ShortTermReferences(&bits, earlier: sets, inSlice: true)
        }
        guard sequence.allowsLongTermReferences else { return }
        let known = sequence.longTermReferences
        let named = known.isEmpty ? 0 : try bits.unsigned("num_long_term_sps", atMost: UInt32(known.count))
        let count = named + (try bits.unsigned("num_long_term_pics", atMost: 16))
        guard count + shortTerm.count <= 16 else {
            throw BitstreamError(.invalid, "num_long_term_pics", "\(count + shortTerm.count) pictures are more than 16")
        }
        var cycles = 0
        for index in 0..<count {
            var entry =
                index < named
                ? known[try bits.index("lt_idx_sps", below: known.count)]
                : try LongTermReference(&bits, orderCountBits: sequence.orderCountBits)
            // Counted from the previous entry, except for the first of each kind (7-52).
            if index == 0 || index == named { cycles = 0 }
            if try bits.flag("delta_poc_msb_present_flag") {
                cycles += Int(try bits.unsigned("delta_poc_msb_cycle_lt"))
                entry.cyclesBack = cycles
            }
            longTerm.append(entry)
        }
    }

    private mutating func readLists(
        _ bits: inout BitReader,
        _ type: SliceType,
        _ picture: PictureParameterSet
    ) throws(BitstreamError) {
        let lists = type == .bidirectional ? 2 : 1
        for list in 0..<lists { activeCounts[list] = picture.defaultActiveReferences[list] }
        if try bits.flag("num_ref_idx_active_override_flag") {
            for list in 0..<lists {
                activeCounts[list] = try bits.unsigned("num_ref_idx_active_minus1", atMost: 14) + 1
            }
        }
        let candidates = candidateCount
        guard candidates > 0 else {
            throw BitstreamError(.invalid, "NumPicTotalCurr", "an inter slice has no picture to refer to")
        }
        if picture.allowsListModification, candidates > 1 {
            for list in 0..<lists where try bits.flag("ref_pic_list_modification_flag") {
                var entries: [Int] = []
                for _ in 0..<activeCounts[list] { entries.append(try bits.index("list_entry", below: candidates)) }
                listEntries[list] = entries
            }
        }
        if type == .bidirectional { try bits.skip(1, "mvd_l1_zero_flag") }
        if picture.hasCABACInit { try bits.skip(1, "cabac_init_flag") }
        guard usesTemporalMotionVectors else { return }
        let list = type == .bidirectional ? (try bits.flag("collocated_from_l0_flag") ? 0 : 1) : 0
        var index = 0
        if activeCounts[list] > 1 {
            index = try bits.unsigned("collocated_ref_idx", atMost: UInt32(activeCounts[list] - 1))
        }
        collocated = Position(list: list, index: index)
    }
}
