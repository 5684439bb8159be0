/// `dref`: where the samples are; Granary always writes the same file (ISO/IEC 14496-12 8.7.2).
package struct DataReferenceBox: Box {
    /// `dref`
    package static let type: FourCC = "dref"
    /// For each reference whether it means this file (flag 0x1 of its entry).
    package var isSelfContained: [Bool]

    /// Creates one reference to this file.
    package init() { isSelfContained = [true] }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let count = try reader.count(entryBytes: 12)
        isSelfContained = []
        for _ in 0..<count {
            guard let entry = try reader.child() else { throw reader.damaged("a data reference is missing") }
            var fields = BoxReader(entry.type, entry.payload)
            isSelfContained.append(try fields.fullBox().flags & 1 == 1)
        }
    }

    /// Writes the payload: entries of type `url ` without a location.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(UInt32(isSelfContained.count))
        for isSelf in isSelfContained {
            writer.box("url ") { $0.fullBox(version: 0, flags: isSelf ? 1 : 0) }
        }
    }
}
