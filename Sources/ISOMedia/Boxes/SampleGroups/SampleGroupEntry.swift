/// What a sample group means: one entry of `sgpd`, of one grouping type. What is written and read again is equal.
package protocol SampleGroupEntry: Hashable, Sendable {
    /// The grouping type.
    static var groupingType: FourCC { get }
    /// Reads the entry; what a newer edition may have added behind the known fields is passed over.
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
