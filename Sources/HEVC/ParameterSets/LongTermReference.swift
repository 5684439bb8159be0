/// A long-term picture in the reference picture set of a picture, by the low bits of its order count (ISO/IEC 23008-2
/// 7.4.3.2.1, 7.4.7.1).
package struct LongTermReference: Hashable, Sendable {
    /// lt_ref_pic_poc_lsb_sps or poc_lsb_lt: the low bits of its picture order count.
    package var orderCountLow: Int
    /// Whether the current picture itself may refer to it, and not only a later one.
    package var isUsedByCurrent: Bool
    /// DeltaPocMsbCycleLt: how many cycles of the low bits it is earlier; nil if the low bits alone identify it.
    package var cyclesBack: Int?

    /// Creates an entry.
    package init(orderCountLow: Int, isUsedByCurrent: Bool, cyclesBack: Int? = nil) {
        self.orderCountLow = orderCountLow
        self.isUsedByCurrent = isUsedByCurrent
        self.cyclesBack = cyclesBack
    }

    /// Reads low bits and use, as coded in an SPS and in a slice header.
    init(_ bits: inout BitReader, orderCountBits: Int) throws(BitstreamError) {
        orderCountLow = Int(try bits.bits(orderCountBits, "lt_ref_pic_poc_lsb"))
        isUsedByCurrent = try bits.flag("used_by_curr_pic_lt_flag")
    }
}
