/// `keys`: the keys of a QuickTime movie's metadata items, to which their list refers by number from 1 (Apple,
/// QuickTime File Format, "Metadata Item Keys Atom").
package struct MetadataKeysBox: Box {
    /// `keys`
    package static let type: FourCC = "keys"
    /// The keys, all in the namespace `mdta`: reverse domain names.
    package var keys: [String]

    /// Creates a list of names.
    package init(keys: [String]) { self.keys = keys }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let count = try reader.count(entryBytes: 8)
        keys = []
        for _ in 0..<count {
            guard let key = try reader.child() else { throw reader.damaged("a key is missing") }
            keys.append(String(decoding: key.payload, as: UTF8.self))
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(UInt32(keys.count))
        for key in keys { writer.box("mdta") { $0.append(key.utf8) } }
    }
}
