extension NALUnitFraming {
    /// The NAL units of each access unit of a byte stream, in order (ISO/IEC 23008-2 7.4.2.4.4): one coded picture of
    /// the base layer with the NAL units that belong to it. Ranges index `units`; together they cover all of them.
    package static func accessUnits(of units: [Range<Int>], in stream: RawSpan) -> [Range<Int>] {
        var accessUnits: [Range<Int>] = []
        var start = 0
        var hasPicture = false
        for (index, range) in units.enumerated() {
            let unit = stream.extracting(range)
            guard let header = try? NALUnitHeader(unit), header.layerID == 0 else { continue }
            // The first bit of a slice header is first_slice_segment_in_pic_flag.
            let isPicture =
                header.type.isSlice && unit.byteCount > NALUnitHeader.byteCount
                && unit.byte(at: NALUnitHeader.byteCount) & 0x80 != 0
            if hasPicture, isPicture || header.type.startsAccessUnit {
                accessUnits.append(start..<index)
                start = index
                hasPicture = false
            }
            if header.type.isSlice { hasPicture = true }
        }
        if start < units.count { accessUnits.append(start..<units.count) }
        return accessUnits
    }
}

extension NALUnitType {
    /// True for types that can only precede the slices of their picture, so that after slices they start the next
    /// access unit.
    fileprivate var startsAccessUnit: Bool {
        switch rawValue {
        case 32...35, 39, 41...44, 48...55: true
        default: false
        }
    }
}
