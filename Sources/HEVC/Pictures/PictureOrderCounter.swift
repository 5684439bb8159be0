/// Derives picture order counts, of which slices have only the low bits (ISO/IEC 23008-2 8.3.1).
package struct PictureOrderCounter: Hashable, Sendable {
    /// The count of the last picture of TemporalId 0 that others may refer to (prevTid0Pic).
    private var anchor = 0

    /// Starts before the first picture.
    package init() {}

    /// The count of the next picture in decode order; nil for a dependent slice segment, which has none of its own.
    ///
    /// - Parameters:
    ///   - slice: the first slice of the picture.
    ///   - bits: `orderCountBits` of the active sequence parameter set.
    ///   - startsSequence: whether the picture is an IRAP picture at which decoding starts anew (NoRaslOutputFlag).
    package mutating func orderCount(of slice: SliceHeader, bits: Int, startsSequence: Bool) -> Int? {
        guard let low = slice.orderCount else { return nil }
        let cycle = 1 << bits
        var count = low
        if !startsSequence {
            let anchorLow = anchor & (cycle - 1)
            let high = anchor - anchorLow
            if low < anchorLow, anchorLow - low >= cycle / 2 {
                count = high + cycle + low
            } else if low > anchorLow, low - anchorLow > cycle / 2 {
                count = high - cycle + low
            } else {
                count = high + low
            }
        }
        let type = slice.unit.type
        if slice.unit.temporalID == 0, !type.isRASL, !type.isRADL, !type.isSubLayerNonReference { anchor = count }
        return count
    }
}
