/// `csgp`: the group of one type to which each sample belongs, as repeating patterns (ISO/IEC 14496-12 8.9.5). Granary
/// only reads it: fewer readers support it than `sbgp`.
package struct CompactSampleToGroupBox: Box {
    /// Successive samples to which the same indexes apply repeatedly.
    package struct Pattern: Hashable, Sendable {
        /// Number of indexes, positive.
        package var length: UInt32
        /// Number of samples; the last repetition may be cut short.
        package var sampleCount: UInt32

        /// Creates a pattern.
        package init(length: UInt32, sampleCount: UInt32) {
            self.length = length
            self.sampleCount = sampleCount
        }
    }

    /// Most patterns, and most indexes in total: each may take half a byte in the file.
    private static let limit = 1 << 22

    /// `csgp`
    package static let type: FourCC = "csgp"
    /// The grouping type, as in `tscl`.
    package var groupingType: FourCC
    /// Distinguishes several groupings of one type; nil for most types.
    package var parameter: UInt32?
    /// The patterns in decode order.
    package var patterns: [Pattern]
    /// The indexes of all patterns, one after the other: entries of `sgpd` from 1; 0 for no group.
    package var indexes: [UInt32]

    /// Creates a table. Precondition: there are as many indexes as the patterns have together.
    package init(groupingType: FourCC, parameter: UInt32? = nil, patterns: [Pattern], indexes: [UInt32]) {
        self.groupingType = groupingType
        self.parameter = parameter
        self.patterns = patterns
        self.indexes = indexes
    }

    /// The groups of the first `limit` samples as runs.
    package func expanded(limit: Int) -> SampleToGroupBox {
        var table = SampleToGroupBox(groupingType: groupingType, parameter: parameter)
        var (first, left) = (0, limit)
        for pattern in patterns {
            let length = Int(pattern.length)
            for sample in 0..<min(Int(pattern.sampleCount), left) {
                table.append(index: indexes[first + sample % length])
            }
            left -= min(Int(pattern.sampleCount), left)
            first += length
        }
        return table
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let flags = try reader.fullBox().flags
        groupingType = try reader.fourCC()
        parameter = flags & 0x40 != 0 ? try reader.u32() : nil
        let (patternBits, countBits) = (4 << Int(flags >> 4 & 3), 4 << Int(flags >> 2 & 3))
        guard (patternBits == 4) == (countBits == 4) else {
            throw reader.damaged(
                "lengths of \(patternBits) bits and counts of \(countBits) do not end at a byte boundary"
            )
        }
        let patternCount = Int(try reader.u32())
        guard patternCount <= CompactSampleToGroupBox.limit,
            patternCount <= reader.remaining * 8 / (patternBits + countBits)
        else { throw reader.damaged("\(patternCount) patterns do not fit into \(reader.remaining) bytes") }
        var fields = BitFields(reader)
        patterns = []
        patterns.reserveCapacity(patternCount)
        var indexCount = 0
        for _ in 0..<patternCount {
            let length = try fields.next(patternBits)
            guard length > 0 else { throw reader.damaged("a pattern has no index") }
            indexCount += Int(length)
            patterns.append(Pattern(length: length, sampleCount: try fields.next(countBits)))
        }
        let indexBits = 4 << Int(flags & 3)
        guard indexCount <= CompactSampleToGroupBox.limit, indexCount <= fields.remainingBits / indexBits else {
            throw reader.damaged("\(indexCount) indexes of \(indexBits) bits are missing")
        }
        indexes = []
        indexes.reserveCapacity(indexCount)
        for _ in 0..<indexCount { indexes.append(try fields.next(indexBits)) }
    }

    /// Writes the payload, each kind of field in the fewest possible bits.
    package func write(to writer: inout BoxWriter) {
        var patternCode = CompactSampleToGroupBox.code(patterns.map(\.length))
        var countCode = CompactSampleToGroupBox.code(patterns.map(\.sampleCount))
        // Half bytes are used for both or for neither.
        if (patternCode == 0) != (countCode == 0) {
            (patternCode, countCode) = (max(1, patternCode), max(1, countCode))
        }
        let indexCode = CompactSampleToGroupBox.code(indexes)
        let flags = UInt32(patternCode << 4 | countCode << 2 | indexCode)
        writer.fullBox(version: 0, flags: flags | (parameter == nil ? 0 : 0x40))
        writer.fourCC(groupingType)
        if let parameter { writer.u32(parameter) }
        writer.u32(UInt32(patterns.count))
        var half: UInt8?
        func write(_ value: UInt32, _ code: Int) {
            guard code == 0 else {
                for shift in stride(from: (4 << code) - 8, through: 0, by: -8) {
                    writer.u8(UInt8(truncatingIfNeeded: value >> shift))
                }
                return
            }
            if let first = half { writer.u8(first << 4 | UInt8(value)) }
            half = half == nil ? UInt8(value) : nil
        }
        for pattern in patterns {
            write(pattern.length, patternCode)
            write(pattern.sampleCount, countCode)
        }
        for index in indexes { write(index, indexCode) }
        if let half { writer.u8(half << 4) }
    }

    /// 0 to 3 for 4, 8, 16 or 32 bits.
    private static func code(_ values: [UInt32]) -> Int {
        let most = values.max() ?? 0
        return most < 16 ? 0 : most < 256 ? 1 : most < 65536 ? 2 : 3
    }
}

/// Fields of 4, 8, 16 or 32 bits, one after the other.
private struct BitFields {
    private var reader: BoxReader
    private var half: UInt8?

    init(_ reader: BoxReader) { self.reader = reader }

    var remainingBits: Int { reader.remaining * 8 + (half == nil ? 0 : 4) }

    mutating func next(_ bits: Int) throws(MovieError) -> UInt32 {
        switch bits {
        case 4:
            if let last = half {
                half = nil
                return UInt32(last)
            }
            let byte = try reader.u8()
            half = byte & 15
            return UInt32(byte >> 4)
        case 8: return UInt32(try reader.u8())
        case 16: return UInt32(try reader.u16())
        default: return try reader.u32()
        }
    }
}
