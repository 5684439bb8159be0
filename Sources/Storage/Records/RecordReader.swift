/// Parses the fields of a record. Never reads beyond its end, and never allocates more than the record has.
struct RecordReader {
    private let record: [UInt8]
    private var offset = 0

    init(_ record: RawSpan) {
        // Safe: the span's bytes are copied while they are lent.
        self.record = unsafe record.withUnsafeBytes { unsafe Array($0) }
    }

    var isAtEnd: Bool { offset == record.count }

    mutating func read<Number: FixedWidthInteger>(_ type: Number.Type) throws(RecordFlaw) -> Number {
        var number: Number = 0
        for byte in try take(Number.bitWidth / 8) { number = number << 8 | Number(truncatingIfNeeded: byte) }
        return number
    }

    mutating func read(_ type: Double.Type) throws(RecordFlaw) -> Double {
        Double(bitPattern: try read(UInt64.self))
    }

    /// A 64-bit number that must not be negative.
    mutating func count(_ field: String) throws(RecordFlaw) -> Int {
        let number = try read(Int64.self)
        guard number >= 0 else { throw .impossible(field) }
        return Int(number)
    }

    mutating func bytes() throws(RecordFlaw) -> [UInt8] { Array(try take(Int(try read(UInt32.self)))) }

    mutating func text(_ field: String) throws(RecordFlaw) -> String {
        guard let text = String(validating: try bytes(), as: UTF8.self) else { throw .impossible(field) }
        return text
    }

    private mutating func take(_ count: Int) throws(RecordFlaw) -> ArraySlice<UInt8> {
        guard count <= record.count - offset else { throw .truncated }
        defer { offset += count }
        return record[offset..<offset + count]
    }
}
