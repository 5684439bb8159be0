/// Builds a record from its fields, with big-endian numbers.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    mutating func write(_ number: Double) { write(number.bitPattern) }

    /// Bytes after their count in four bytes. Precondition: fewer than 4 GiB.
    mutating func write(_ field: [UInt8]) {
        write(UInt32(field.count))
        bytes += field
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }
}
