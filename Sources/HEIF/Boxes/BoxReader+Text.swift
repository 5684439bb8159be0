package import ISOMedia

extension BoxReader {
    /// Reads UTF-8 text up to its zero byte, or to the end of the box.
    package mutating func text() -> String {
        var bytes: [UInt8] = []
        while remaining > 0, let byte = try? u8(), byte != 0 { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a number whose width the box itself gives: 0, 4 or 8 bytes. A number of no bytes is 0.
    package mutating func unsigned(bytes count: Int) throws(MovieError) -> UInt64 {
        switch count {
        case 0: 0
        case 4: UInt64(try u32())
        case 8: try u64()
        default: throw damaged("a number cannot have \(count) bytes")
        }
    }
}
