/// `cslg`: the relation of composition times to decode times (ISO/IEC 14496-12 8.6.1.4, CompositionToDecodeBox).
package struct CompositionShiftBox: Box, Encodable {
    /// `cslg`
    package static let type: FourCC = "cslg"
    /// A shift of all composition times that makes none of them earlier than its decode time.
    package var compositionToDecodeShift: Int64
    /// The smallest composition offset.
    package var leastOffset: Int64
    /// The greatest composition offset.
    package var greatestOffset: Int64
    /// The earliest composition time in ticks of the media.
    package var compositionStart: Int64
    /// The end of the sample with the latest composition time.
    package var compositionEnd: Int64

    /// Creates a box.
    package init(
        compositionToDecodeShift: Int64,
        leastOffset: Int64,
        greatestOffset: Int64,
        compositionStart: Int64,
        compositionEnd: Int64
    ) {
        self.compositionToDecodeShift = compositionToDecodeShift
        self.leastOffset = leastOffset
        self.greatestOffset = greatestOffset
        self.compositionStart = compositionStart
        self.compositionEnd = compositionEnd
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let isLarge = try reader.fullBox(maximumVersion: 1).version == 1
        var values: [Int64] = []
        for _ in 0..<5 { values.append(isLarge ? try reader.s64() : Int64(try reader.s32())) }
        self.init(
            compositionToDecodeShift: values[0],
            leastOffset: values[1],
            greatestOffset: values[2],
            compositionStart: values[3],
            compositionEnd: values[4]
        )
    }

    /// Writes the payload, in version 1 only if a value needs it.
    package func write(to writer: inout BoxWriter) {
        let values = [compositionToDecodeShift, leastOffset, greatestOffset, compositionStart, compositionEnd]
        let small = values.compactMap { Int32(exactly: $0) }
        writer.fullBox(version: small.count == values.count ? 0 : 1)
        if small.count == values.count {
            for value in small { writer.s32(value) }
        } else {
            for value in values { writer.s64(value) }
        }
    }
}
