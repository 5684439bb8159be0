extension NALUnitFraming {
    /// The ranges of the NAL units before the first slice of an Annex B stream, without start codes and trailing zeros.
    /// The rest is not read, because slices are nearly all of it.
    package static func leadingUnitsOfAnnexB(_ stream: RawSpan) -> [Range<Int>] {
        var units: [Range<Int>] = []
        var start: Int?
        var zeros = 0
        for offset in 0..<stream.byteCount {
            switch stream.byte(at: offset) {
            case 0:
                zeros += 1
            case 1 where zeros >= 2:
                if let start, start < offset - zeros { units.append(start..<(offset - zeros)) }
                start = offset + 1
                zeros = 0
                if isSlice(stream, at: offset + 1) { return units }
            default:
                zeros = 0
            }
        }
        let end = stream.byteCount - zeros
        if let start, start < end { units.append(start..<end) }
        return units
    }

    /// Whether a NAL unit that starts here is a slice: nal_unit_type 0 to 31 (7.3.1.2).
    private static func isSlice(_ stream: RawSpan, at start: Int) -> Bool {
        start < stream.byteCount && (stream.byte(at: start) >> 1) & 63 < 32
    }
}
