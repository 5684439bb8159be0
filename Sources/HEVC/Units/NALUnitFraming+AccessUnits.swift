extension NALUnitFraming {
    /// Which units of a byte stream make up each access unit, in order (ISO/IEC 23008-2 7.4.2.4.4): one coded picture
    /// of the base layer with what belongs to it. Ranges index `units`; together they cover all of them.
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
    /// True for what stands before the slices of its picture only, so that behind slices it starts the next access
    /// unit.
    fileprivate var startsAccessUnit: Bool {
        switch rawValue {
        case 32...35, 39, 41...44, 48...55: true
        default: false
        }
    }
}
