package import ISOMedia

extension BoxWriter {
    /// Appends text and a zero byte.
    package mutating func text(_ text: String) {
        append(text.utf8.filter { $0 != 0 })
        u8(0)
    }

    /// Appends a number of 16 bits, or of 32. Precondition: it fits.
    package mutating func number(_ value: UInt32, isShort: Bool) {
        if isShort { u16(UInt16(value)) } else { u32(value) }
    }
}
