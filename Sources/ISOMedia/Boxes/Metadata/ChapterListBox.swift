/// `chpl`: the chapters of a movie in user data, as Nero introduced them. No standard defines it, and most players read
/// it.
package struct ChapterListBox: Box {
    /// One chapter.
    package struct Entry: Hashable, Sendable {
        /// When it begins, in units of 100 ns.
        package var start: UInt64
        /// Its title, at most 255 bytes of UTF-8.
        package var title: String

        /// Creates an entry; a longer title is cut off between characters.
        package init(start: UInt64, title: String) {
            self.start = start
            var text = title
            while text.utf8.count > 255 { text.removeLast() }
            self.title = text
        }
    }

    /// `chpl`
    package static let type: FourCC = "chpl"
    /// Most entries that its count can express.
    package static let maximumCount = 255
    /// Entries in order.
    package let entries: [Entry]

    /// Creates a list of the first 255 entries.
    package init(entries: [Entry]) { self.entries = Array(entries.prefix(Self.maximumCount)) }

    /// Reads the payload, of version 1.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox(maximumVersion: 1)
        try reader.skip(4)
        var entries: [Entry] = []
        for _ in 0..<(try reader.u8()) {
            let start = try reader.u64()
            let length = Int(try reader.u8())
            entries.append(Entry(start: start, title: String(decoding: try reader.take(length), as: UTF8.self)))
        }
        self.entries = entries
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 1)
        writer.zeros(4)
        writer.u8(UInt8(entries.count))
        for entry in entries {
            writer.u64(entry.start)
            writer.u8(UInt8(entry.title.utf8.count))
            writer.append(entry.title.utf8)
        }
    }
}
