/// Puts the fields of a record together, numbers big-endian.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    mutating func write(_ number: Double) { write(number.bitPattern) }

    /// Bytes behind their count in four bytes. Precondition: fewer than 4 GiB.
    mutating func write(_ field: [UInt8]) {
        write(UInt32(field.count))
        bytes += field
    }

    mutating func write(_ text: String) { write(Array(text.utf8)) }
}
