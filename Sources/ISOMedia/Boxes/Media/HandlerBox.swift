/// `hdlr`: the kind of media in a track (ISO/IEC 14496-12 8.4.3).
package struct HandlerBox: Box {
    /// `hdlr`
    package static let type: FourCC = "hdlr"
    /// `vide`, `soun`, `text`, ...
    package var handler: FourCC
    /// A human-readable name.
    package var name: String

    /// Creates a handler.
    package init(handler: FourCC, name: String) {
        self.handler = handler
        self.name = name
    }

    /// Reads the payload. QuickTime writes the name as a Pascal string, whose length byte is removed.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let componentType = try reader.u32()
        handler = try reader.fourCC()
        try reader.skip(12)
        var text = reader.rest()[...]
        if componentType != 0, let length = text.first, Int(length) == text.count - 1 { text = text.dropFirst() }
        name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.zeros(4)
        writer.fourCC(handler)
        writer.zeros(12)
        writer.append(name.utf8)
        writer.u8(0)
    }
}
