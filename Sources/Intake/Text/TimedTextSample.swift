import ISOMedia

/// A sample of a subtitle track in the result (3GPP TS 26.245 5.17).
package struct TimedTextSample: Hashable, Sendable {
    /// Its bytes: a length, a text and its modifiers.
    package let bytes: [UInt8]
    /// Ticks of the track for which it is shown.
    package let duration: Int64

    /// Creates a sample.
    package init(bytes: [UInt8], duration: Int64) {
        self.bytes = bytes
        self.duration = duration
    }

    /// The bytes of a sample that shows nothing.
    static let empty: [UInt8] = [0, 0]

    /// The bytes of a text; a text that is too long is cut off between characters.
    static func bytes(of text: StyledText, fontSize: UInt8) -> [UInt8] {
        var string = text.text
        while string.utf8.count > Int(UInt16.max) { string.removeLast() }
        var writer = BoxWriter()
        writer.u16(UInt16(string.utf8.count))
        writer.append(string.utf8)
        let length = string.unicodeScalars.count
        let styles = text.styles.filter { $0.range.upperBound <= min(length, Int(UInt16.max)) }
        guard !styles.isEmpty, styles.count <= Int(UInt16.max) else { return writer.bytes }
        writer.box("styl") { box in
            box.u16(UInt16(styles.count))
            for style in styles {
                box.u16(UInt16(style.range.lowerBound))
                box.u16(UInt16(style.range.upperBound))
                box.u16(1)
                box.u8(style.face)
                box.u8(fontSize)
                box.u32(.max)
            }
        }
        return writer.bytes
    }
}
