/// Iterates the NAL units of a sample in which each follows its big-endian length (ISO/IEC 14496-15 8.3.1): of four
/// bytes, unless another number is given, as foreign files may have it. It copies nothing: each call gets the span.
///
///     var units = NALUnitCursor()
///     while let range = try units.next(in: sample) { ... sample.extracting(range) ... }
package struct NALUnitCursor: Sendable {
    /// Bytes of the length before each NAL unit that Granary itself writes.
    package static let lengthByteCount = 4

    private let lengthBytes: Int
    private var offset = 0

    /// Starts before the first NAL unit. Precondition: `lengthByteCount` is 1 to 4.
    package init(lengthByteCount: Int = NALUnitCursor.lengthByteCount) {
        precondition((1...4).contains(lengthByteCount), "lengthSizeMinusOne has two bits")
        lengthBytes = lengthByteCount
    }

    /// The range of the next NAL unit, without its length; nil at the end. Every NAL unit has at least its two-byte
    /// header.
    package mutating func next(in sample: RawSpan) throws(BitstreamError) -> Range<Int>? {
        guard offset < sample.byteCount else { return nil }
        let start = offset + lengthBytes
        guard start <= sample.byteCount else {
            throw BitstreamError(.truncated, "NALUnitLength", "\(sample.byteCount - offset) bytes are left over")
        }
        var length = 0
        for index in offset..<start { length = length << 8 | Int(sample.byte(at: index)) }
        guard length >= NALUnitHeader.byteCount else {
            throw BitstreamError(.invalid, "NALUnitLength", "a NAL unit of \(length) bytes has no header")
        }
        guard length <= sample.byteCount - start else {
            throw BitstreamError(
                .truncated,
                "NALUnitLength",
                "a NAL unit of \(length) bytes does not fit into the \(sample.byteCount - start) that follow"
            )
        }
        offset = start + length
        return start..<offset
    }
}
