/// `hdlr` in QuickTime: with the component type, and the name as a Pascal string (Apple, QuickTime File Format
/// Specification, "Handler Reference Atoms"). `HandlerBox` reads it too.
package struct QuickTimeHandlerBox: Box {
    /// `hdlr`
    package static let type: FourCC = "hdlr"
    /// `mhlr` for the media of a track, `dhlr` for its data reference.
    package var component: FourCC
    /// `vide`, `soun`, ...; `url ` for data.
    package var handler: FourCC
    /// A human-readable name, at most 255 bytes of UTF-8; empty if it is not UTF-8 in the file.
    package var name: String

    /// Creates a handler.
    package init(component: FourCC, handler: FourCC, name: String) {
        self.component = component
        self.handler = handler
        self.name = name
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        component = try reader.fourCC()
        handler = try reader.fourCC()
        try reader.skip(12)
        let length = Int(try reader.u8())
        name = String(validating: try reader.take(length), as: UTF8.self) ?? ""
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        let name = name.utf8.prefix(255)
        writer.fullBox(version: 0)
        writer.fourCC(component)
        writer.fourCC(handler)
        writer.zeros(12)
        writer.u8(UInt8(name.count))
        writer.append(name)
    }
}
