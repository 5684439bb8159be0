/// The short-term reference picture set of a picture: st_ref_pic_set() of ISO/IEC 23008-2 7.3.7.
package struct ShortTermReferences: Hashable, Sendable {
    /// One picture of the set.
    package struct Entry: Hashable, Sendable {
        /// Its picture order count minus that of the current picture; never 0.
        package var delta: Int
        /// Whether the current picture itself may refer to it, and not only a later one.
        package var isUsedByCurrent: Bool
    }

    /// Pictures before the current one in output order, nearest first.
    package var before: [Entry] = []
    /// Pictures after it, nearest first.
    package var behind: [Entry] = []

    /// Number of pictures in the set (NumDeltaPocs).
    package var count: Int { before.count + behind.count }

    /// No pictures, as for an IDR picture.
    init() {}

    /// Reads the set that follows the `earlier` ones in a sequence parameter set, or a set in a slice header, which may
    /// be predicted from any of them.
    init(_ bits: inout BitReader, earlier: [ShortTermReferences], inSlice: Bool = false) throws(BitstreamError) {
        if !earlier.isEmpty, try bits.flag("inter_ref_pic_set_prediction_flag") {
            let back = inSlice ? try bits.unsigned("delta_idx_minus1", atMost: UInt32(earlier.count - 1)) + 1 : 1
            let reference = earlier[earlier.count - back]
            let isNegative = try bits.flag("delta_rps_sign")
            let magnitude = try bits.unsigned("abs_delta_rps_minus1", atMost: 32767) + 1
            try predict(from: reference, by: isNegative ? -magnitude : magnitude, &bits)
        } else {
            let negatives = try bits.unsigned("num_negative_pics", atMost: 16)
            let positives = try bits.unsigned("num_positive_pics", atMost: UInt32(16 - negatives))
            before = try ShortTermReferences.entries(&bits, count: negatives, sign: -1)
            behind = try ShortTermReferences.entries(&bits, count: positives, sign: 1)
        }
    }

    private static func entries(
        _ bits: inout BitReader,
        count: Int,
        sign: Int
    ) throws(BitstreamError) -> [Entry] {
        var entries: [Entry] = []
        var delta = 0
        for _ in 0..<count {
            delta += sign * (try bits.unsigned("delta_poc_minus1", atMost: 32767) + 1)
            entries.append(Entry(delta: delta, isUsedByCurrent: try bits.flag("used_by_curr_pic_flag")))
        }
        return entries
    }

    /// Equations 7-61 and 7-62: every entry of the reference set, and that set's own picture, moved by `shift`.
    private mutating func predict(
        from reference: ShortTermReferences,
        by shift: Int,
        _ bits: inout BitReader
    ) throws(BitstreamError) {
        var moved: [Entry] = []
        for delta in (reference.before + reference.behind).map(\.delta) + [0] {
            let isUsed = try bits.flag("used_by_curr_pic_flag")
            let isKept = isUsed ? true : try bits.flag("use_delta_flag")
            if isKept, delta + shift != 0 { moved.append(Entry(delta: delta + shift, isUsedByCurrent: isUsed)) }
        }
        guard moved.count <= 16 else {
            throw BitstreamError(.invalid, "st_ref_pic_set", "\(moved.count) pictures are more than 16")
        }
        before = moved.filter { $0.delta < 0 }.sorted { $0.delta > $1.delta }
        behind = moved.filter { $0.delta > 0 }.sorted { $0.delta < $1.delta }
    }
}
