/// A subtitle as plain text with the styles that timed text supports, from the events that libavcodec produces for all
/// text formats (those of Advanced SubStation Alpha).
struct StyledText: Hashable, Sendable {
    /// A stretch of characters in one style.
    struct Style: Hashable, Sendable {
        /// Characters by their numbers.
        var range: Range<Int>
        /// 1 bold, 2 italic, 4 underlined (3GPP TS 26.245 5.17.1.1).
        var face: UInt8
    }

    /// The text, lines separated by line feeds.
    private(set) var text = ""
    /// Its styles in order; text outside them is upright.
    private(set) var styles: [Style] = []
    /// Whether it had further formatting, such as colours and positions.
    private(set) var isSimplified = false

    /// Takes a text as it is.
    init(text: String) { self.text = text }

    /// Reads an event as libavcodec gives it: eight fields and then the text.
    init(event: String) {
        let fields = event.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        guard fields.count == 9 else { return }
        read(String(fields[8]))
    }

    private mutating func read(_ source: String) {
        var face: UInt8 = 0
        var (count, start) = (0, 0)
        var isDrawing = false
        var rest = Substring(source)
        func close(_ styles: inout [Style]) {
            if face != 0, count > start { styles.append(Style(range: start..<count, face: face)) }
            start = count
        }
        while let character = rest.first {
            if character == "{", let end = rest.firstIndex(of: "}") {
                let tags = rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
                for tag in tags.split(separator: "\\") {
                    // Back to the default style, as libavcodec ends a style of timed text.
                    if tag == "r" {
                        close(&styles)
                        face = 0
                        continue
                    }
                    guard let bit = Self.face(of: tag.first), let value = Int(tag.dropFirst()) else {
                        if tag.first == "p", let scale = Int(tag.dropFirst()) { isDrawing = scale > 0 }
                        if !tag.isEmpty { isSimplified = true }
                        continue
                    }
                    close(&styles)
                    face = value == 0 ? face & ~bit : face | bit
                }
                continue
            }
            rest.removeFirst()
            var added = character
            if character == "\\", let next = rest.first, "Nnh".contains(next) {
                rest.removeFirst()
                added = next == "h" ? " " : "\n"
            } else if character == "\r\n" || character == "\r" {
                added = "\n"
            }
            guard !isDrawing else { continue }
            text.append(added)
            // Timed text counts Unicode characters, of which one visible character may have several.
            count += added.unicodeScalars.count
        }
        close(&styles)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        let length = text.unicodeScalars.count
        styles = styles.compactMap { style in
            let range = style.range.clamped(to: 0..<length)
            return range.isEmpty ? nil : Style(range: range, face: style.face)
        }
    }

    /// Adds another text below.
    mutating func append(_ other: StyledText) {
        let offset = text.unicodeScalars.count + (text.isEmpty ? 0 : 1)
        text += (text.isEmpty ? "" : "\n") + other.text
        styles += other.styles.map {
            Style(range: $0.range.lowerBound + offset..<$0.range.upperBound + offset, face: $0.face)
        }
    }

    private static func face(of letter: Character?) -> UInt8? {
        switch letter {
        case "b": 1
        case "i": 2
        case "u": 4
        default: nil
        }
    }
}
