/// Text in a tag of an ICC profile: textDescriptionType of version 2 (ICC.1:2001, 6.5.17) and multiLocalizedUnicodeType
/// of version 4 (ICC.1:2022, 10.15).
enum ICCText {
    /// Most characters that are read.
    private static let limit = 100

    /// The text of a tag: the English one if there are several; nil if it is unreadable or empty.
    static func text(_ tag: ArraySlice<UInt8>) -> String? {
        var reader = BoxReader("desc", tag)
        guard let type = try? reader.fourCC(), (try? reader.skip(4)) != nil else { return nil }
        let text: String?
        switch type {
        case "desc": text = try? ascii(&reader)
        case "mluc": text = try? localized(&reader, tag)
        default: text = nil
        }
        return text.flatMap(printable)
    }

    private static func ascii(_ reader: inout BoxReader) throws(MovieError) -> String {
        let count = Int(try reader.u32())
        return String(decoding: try reader.take(count).prefix { $0 != 0 }, as: Unicode.ASCII.self)
    }

    private static func localized(_ reader: inout BoxReader, _ tag: ArraySlice<UInt8>) throws(MovieError) -> String? {
        let count = Int(try reader.u32())
        let recordByteCount = Int(try reader.u32())
        guard recordByteCount == 12, count <= reader.remaining / 12 else { return nil }
        var found: String?
        for _ in 0..<count {
            let language = try reader.u16()
            try reader.skip(2)
            let length = Int(try reader.u32())
            let offset = Int(try reader.u32())
            guard length <= tag.count, offset <= tag.count - length else { return nil }
            let start = tag.startIndex + offset
            let isEnglish = language == 0x656E
            guard found == nil || isEnglish else { continue }
            found = utf16(tag[start..<start + length])
            if isEnglish { return found }
        }
        return found
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }

    /// The text without characters that move the cursor of a terminal or are invisible; nil if nothing is left.
    private static func printable(_ text: String) -> String? {
        let scalars = text.unicodeScalars.prefix(limit).filter {
            switch $0.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}
