/// The part of the coded picture that is shown: conf_win offsets of ISO/IEC 23008-2 7.4.3.2.1, in luma samples.
package struct ConformanceWindow: Hashable, Sendable, Codable {
    /// Luma samples cut off at the left.
    package var left = 0
    /// Luma samples cut off at the right.
    package var right = 0
    /// Rows cut off at the top.
    package var top = 0
    /// Rows cut off at the bottom.
    package var bottom = 0

    /// Nothing is cropped.
    init() {}

    /// Reads four offsets in units of chroma samples.
    init(_ bits: inout BitReader, unitWidth: Int, unitHeight: Int) throws(BitstreamError) {
        left = try bits.unsigned("conf_win_left_offset", atMost: 32767) * unitWidth
        right = try bits.unsigned("conf_win_right_offset", atMost: 32767) * unitWidth
        top = try bits.unsigned("conf_win_top_offset", atMost: 32767) * unitHeight
        bottom = try bits.unsigned("conf_win_bottom_offset", atMost: 32767) * unitHeight
    }
}
