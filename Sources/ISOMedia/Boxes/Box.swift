/// A box of one type, without its header (ISO/IEC 14496-12 4.2). Writing and reading it again gives an equal value.
package protocol Box: Hashable, Sendable {
    /// The type in the header.
    static var type: FourCC { get }
    /// Reads the payload; fields of newer editions after the known ones are ignored.
    init(from reader: inout BoxReader) throws(MovieError)
    /// Writes the payload.
    func write(to writer: inout BoxWriter)
}

extension Box {
    /// Reads a payload.
    package init(payload: ArraySlice<UInt8>) throws(MovieError) {
        var reader = BoxReader(Self.type, payload)
        try self.init(from: &reader)
    }

    /// The whole box, header included.
    package var bytes: [UInt8] {
        var writer = BoxWriter()
        writer.box(self)
        return writer.bytes
    }
}
