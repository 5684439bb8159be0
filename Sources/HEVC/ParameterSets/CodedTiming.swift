package import Media

/// The clock of a stream, if it is coded (ISO/IEC 23008-2 E.3.1, vui_timing_info).
package struct CodedTiming: Hashable, Sendable, Codable {
    /// num_units_in_tick: units of the clock per tick.
    package var unitsInTick: UInt32
    /// time_scale: units of the clock per second.
    package var timescale: UInt32
    /// num_ticks_poc_diff_one_minus1 + 1: ticks between pictures whose order counts differ by one; nil if it is not
    /// coded.
    package var orderCountTicks: UInt32?

    /// A clock with one tick per picture.
    package init(_ rate: FrameRate) {
        unitsInTick = UInt32(rate.seconds)
        timescale = UInt32(rate.frames)
    }

    /// Writes the two values, and a flag that order counts are not proportional to times.
    func write(to bits: inout BitWriter) {
        bits.bits(UInt64(unitsInTick), 32)
        bits.bits(UInt64(timescale), 32)
        bits.flag(false)
    }

    /// Reads the two values and the poc_proportional_to_timing fields after them.
    init(_ bits: inout BitReader) throws(BitstreamError) {
        unitsInTick = try bits.bits(32, "num_units_in_tick")
        timescale = try bits.bits(32, "time_scale")
        if try bits.flag("poc_proportional_to_timing_flag") {
            orderCountTicks = UInt32(clamping: Int(try bits.unsigned("num_ticks_poc_diff_one_minus1")) + 1)
        }
    }
}
