/// Reads big-endian fields from the payload of a box. Nothing is read beyond the end: every call throws instead.
package struct BoxReader: Sendable {
    /// The type of the box, for errors.
    package let type: FourCC
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Starts at the first byte of a payload.
    package init(_ type: FourCC, _ payload: ArraySlice<UInt8>) {
        self.type = type
        bytes = payload
        position = payload.startIndex
    }

    /// Starts at the first byte of a payload.
    package init(_ type: FourCC, _ payload: [UInt8]) { self.init(type, payload[...]) }

    /// Number of remaining bytes.
    package var remaining: Int { bytes.endIndex - position }

    /// Reads one byte.
    package mutating func u8() throws(MovieError) -> UInt8 { UInt8(try integer(bytes: 1)) }
    /// Reads two bytes.
    package mutating func u16() throws(MovieError) -> UInt16 { UInt16(try integer(bytes: 2)) }
    /// Reads three bytes.
    package mutating func u24() throws(MovieError) -> UInt32 { UInt32(try integer(bytes: 3)) }
    /// Reads four bytes.
    package mutating func u32() throws(MovieError) -> UInt32 { UInt32(try integer(bytes: 4)) }
    /// Reads eight bytes.
    package mutating func u64() throws(MovieError) -> UInt64 { try integer(bytes: 8) }
    /// Reads two bytes in two's complement.
    package mutating func s16() throws(MovieError) -> Int16 { Int16(bitPattern: try u16()) }
    /// Reads four bytes in two's complement.
    package mutating func s32() throws(MovieError) -> Int32 { Int32(bitPattern: try u32()) }
    /// Reads eight bytes in two's complement.
    package mutating func s64() throws(MovieError) -> Int64 { Int64(bitPattern: try u64()) }
    /// Reads a four-character code.
    package mutating func fourCC() throws(MovieError) -> FourCC { FourCC(rawValue: try u32()) }

    /// Reads bytes unchanged.
    package mutating func take(_ count: Int) throws(MovieError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw truncated(count) }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// Reads the remaining bytes.
    package mutating func rest() -> [UInt8] {
        defer { position = bytes.endIndex }
        return [UInt8](bytes[position...])
    }

    /// Skips bytes.
    package mutating func skip(_ count: Int) throws(MovieError) { _ = try take(count) }

    /// Reads the start of a FullBox, and rejects a version above `maximum`.
    package mutating func fullBox(maximumVersion: UInt8 = 0) throws(MovieError) -> (version: UInt8, flags: UInt32) {
        let version = try u8()
        guard version <= maximumVersion else { throw damaged("version \(version) is unknown") }
        return (version, try u24())
    }

    /// Reads a number of entries. Before anything is allocated for them, checks that they fit in the remaining bytes.
    package mutating func count(entryBytes: Int) throws(MovieError) -> Int {
        let count = Int(try u32())
        guard count <= remaining / entryBytes else {
            throw damaged("\(count) entries of \(entryBytes) bytes do not fit into \(remaining) bytes")
        }
        return count
    }

    /// Reads the next box inside this one; nil at the end. Trailing bytes that are too few for a box are ignored, as
    /// for QuickTime's terminators.
    package mutating func child() throws(MovieError) -> (type: FourCC, payload: ArraySlice<UInt8>)? {
        guard remaining >= 8 else { return nil }
        let size = Int(try u32())
        let type = try fourCC()
        guard size >= 8 || size == 0 else { throw damaged("the box '\(type)' inside it claims \(size) bytes") }
        return (type, try take(size == 0 ? remaining : size - 8))
    }

    /// An error about this box.
    package func damaged(_ cause: String) -> MovieError { MovieError(.damaged, "box '\(type)'", cause) }

    private func truncated(_ count: Int) -> MovieError {
        damaged("\(count) bytes are needed where \(remaining) are left")
    }

    private mutating func integer(bytes count: Int) throws(MovieError) -> UInt64 {
        guard count <= remaining else { throw truncated(count) }
        var value: UInt64 = 0
        for _ in 0..<count {
            value = value << 8 | UInt64(bytes[position])
            position += 1
        }
        return value
    }
}
