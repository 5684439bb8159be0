/// How NAL units are separated: with lengths (MP4 samples) or with start codes (Annex B of ISO/IEC 23008-2).
package enum NALUnitFraming {
    /// The ranges of the NAL units in an Annex B byte stream, without start codes and trailing zeros (B.2). Bytes
    /// before the first start code are ignored.
    package static func unitsOfAnnexB(_ stream: RawSpan) -> [Range<Int>] {
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
            default:
                zeros = 0
            }
        }
        let end = stream.byteCount - zeros
        if let start, start < end { units.append(start..<end) }
        return units
    }

    /// The ranges of the NAL units in a length-prefixed sample, without their lengths.
    package static func unitsOfSample(_ sample: RawSpan) throws(BitstreamError) -> [Range<Int>] {
        var units: [Range<Int>] = []
        var cursor = NALUnitCursor()
        while let unit = try cursor.next(in: sample) { units.append(unit) }
        return units
    }

    /// An Annex B stream converted to length-prefixed NAL units.
    package static func lengthPrefixed(fromAnnexB stream: RawSpan) -> [UInt8] {
        var sample: [UInt8] = []
        sample.reserveCapacity(stream.byteCount + 16)
        for unit in unitsOfAnnexB(stream) { appendUnit(stream.extracting(unit), to: &sample) }
        return sample
    }

    /// A length-prefixed sample converted to an Annex B stream with four-byte start codes.
    package static func annexB(fromSample sample: RawSpan) throws(BitstreamError) -> [UInt8] {
        var stream: [UInt8] = []
        stream.reserveCapacity(sample.byteCount)
        var cursor = NALUnitCursor()
        while let unit = try cursor.next(in: sample) {
            stream.append(contentsOf: [0, 0, 0, 1])
            stream.append(contentsOf: sample.extracting(unit).copied())
        }
        return stream
    }

    /// A sample whose NAL units have lengths of `count` bytes, 1 to 4, converted to lengths of four.
    package static func sample(_ sample: RawSpan, withLengthsOf count: Int) throws(BitstreamError) -> [UInt8] {
        var long: [UInt8] = []
        long.reserveCapacity(sample.byteCount + 16)
        var cursor = NALUnitCursor(lengthByteCount: count)
        while let unit = try cursor.next(in: sample) { appendUnit(sample.extracting(unit), to: &long) }
        return long
    }

    /// Appends a NAL unit with its length.
    package static func appendUnit(_ unit: RawSpan, to sample: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { sample.append(UInt8(truncatingIfNeeded: unit.byteCount >> shift)) }
        sample.append(contentsOf: unit.copied())
    }

    /// The ranges of the NAL units in data with either lengths or start codes, as encoders return headers.
    ///
    /// Lengths are tried first: they must cover the data exactly with NAL units that have a legal header. A start code
    /// of four bytes would be a length of 1, which no NAL unit has, so the two cannot be confused.
    package static func units(of blob: RawSpan) throws(BitstreamError) -> [Range<Int>] {
        if let units = try? unitsOfSample(blob), units.allSatisfy({ (try? NALUnitHeader(blob.extracting($0))) != nil })
        {
            return units
        }
        let units = unitsOfAnnexB(blob)
        guard !units.isEmpty || blob.byteCount == 0 else {
            throw BitstreamError(.invalid, "byte_stream", "neither lengths nor start codes delimit its NAL units")
        }
        return units
    }

    /// The NAL units of a length-prefixed sample that belong in an `hvc1` track, in order: all except parameter sets,
    /// which are in `hvcC`, and end-of-sequence, end-of-bitstream and filler NAL units (ISO/IEC 14496-15 8.3.1,
    /// 8.4.1.1.1).
    package static func strippingParameterSets(fromSample sample: RawSpan) throws(BitstreamError) -> [UInt8] {
        var stripped: [UInt8] = []
        stripped.reserveCapacity(sample.byteCount)
        var cursor = NALUnitCursor()
        while let range = try cursor.next(in: sample) {
            let unit = sample.extracting(range)
            switch try NALUnitHeader(unit).type {
            case .vps, .sps, .pps, .endOfSequence, .endOfBitstream, .fillerData: continue
            default: appendUnit(unit, to: &stripped)
            }
        }
        return stripped
    }
}
