/// The meaning of a sample group: one entry of `sgpd` of one grouping type. Writing and reading it again gives an equal
/// value.
package protocol SampleGroupEntry: Hashable, Sendable {
    /// The grouping type.
    static var groupingType: FourCC { get }
    /// Reads the entry; fields of newer editions after the known ones are ignored.
    init(from reader: inout BoxReader) throws(MovieError)
    /// Writes the entry.
    func write(to writer: inout BoxWriter)
}

extension SampleGroupEntry {
    /// The entry as bytes.
    package var bytes: [UInt8] {
        var writer = BoxWriter()
        write(to: &writer)
        return writer.bytes
    }
}
