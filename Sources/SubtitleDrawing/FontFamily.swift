/// Reads the family of a font from the bytes of its file (ISO/IEC 14496-22): the name that subtitles call it by.
package struct FontFamily {
    private let bytes: [UInt8]

    /// The name of the first font of a file; nil if it is no font file or has no such name.
    package static func name(in bytes: [UInt8]) -> String? { FontFamily(bytes: bytes).name() }

    private func name() -> String? {
        guard let tag = text(at: 0, count: 4) else { return nil }
        let start: Int
        if tag == "ttcf" {
            guard let first = number32(at: 12) else { return nil }
            start = first
        } else {
            start = 0
        }
        guard let kind = number32(at: start), [0x0001_0000, 0x4F54_544F, 0x7472_7565].contains(kind),
            let count = number16(at: start + 4)
        else { return nil }
        for table in 0..<count {
            let entry = start + 12 + table * 16
            guard text(at: entry, count: 4) == "name", let offset = number32(at: entry + 8) else { continue }
            return family(inNamesAt: offset)
        }
        return nil
    }

    /// The family among the names for Windows, by which libass looks for it: name 1 in any language, English first.
    private func family(inNamesAt table: Int) -> String? {
        guard let count = number16(at: table + 2), let strings = number16(at: table + 4) else { return nil }
        var found: String?
        for index in 0..<count {
            let record = table + 6 + index * 12
            guard number16(at: record) == 3, number16(at: record + 6) == 1, let length = number16(at: record + 8),
                let offset = number16(at: record + 10),
                let name = wideText(at: table + strings + offset, count: length), !name.isEmpty
            else { continue }
            if number16(at: record + 4) == 0x0409 { return name }
            found = found ?? name
        }
        return found
    }

    private func number16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    private func number32(at offset: Int) -> Int? {
        guard let high = number16(at: offset), let low = number16(at: offset + 2) else { return nil }
        return high << 16 | low
    }

    private func text(at offset: Int, count: Int) -> String? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }

    private func wideText(at offset: Int, count: Int) -> String? {
        guard count % 2 == 0, offset <= bytes.count - count else { return nil }
        let units = stride(from: offset, to: offset + count, by: 2).compactMap { number16(at: $0).map { UInt16($0) } }
        return String(decoding: units, as: UTF16.self)
    }
}
