/// `stsd`: the formats of a track's samples (ISO/IEC 14496-12 8.5.2). Entries are kept as bytes: their meaning depends
/// on the track's handler (see `VisualSampleEntry`, `AudioSampleEntry`).
package struct SampleDescriptionBox: Box {
    /// One format.
    package struct Entry: Hashable, Sendable {
        /// Type of the entry, as in `hvc1`.
        package var format: FourCC
        /// Its payload.
        package var payload: [UInt8]

        /// Creates an entry.
        package init(format: FourCC, payload: [UInt8]) {
            self.format = format
            self.payload = payload
        }
    }

    /// `stsd`
    package static let type: FourCC = "stsd"
    /// The formats; samples refer to them by position, from 1.
    package var entries: [Entry]

    /// Creates a description.
    package init(entries: [Entry]) { self.entries = entries }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox(maximumVersion: 1)
        let count = try reader.count(entryBytes: 16)
        entries = []
        for _ in 0..<count {
            guard let entry = try reader.child() else { throw reader.damaged("a sample entry is missing") }
            // Six reserved bytes and the index of the data reference.
            guard entry.payload.count >= 8 else { throw reader.damaged("a sample entry is too short") }
            entries.append(Entry(format: entry.type, payload: [UInt8](entry.payload)))
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(UInt32(entries.count))
        for entry in entries { writer.box(entry.format) { $0.append(entry.payload) } }
    }
}
