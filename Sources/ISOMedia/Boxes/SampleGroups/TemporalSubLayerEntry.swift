/// `tsas`: the samples with TSA pictures, at which a reader may switch up to their level and any level above it
/// (ISO/IEC 14496-15 8.4.6). The entry is empty.
package struct TemporalSubLayerEntry: SampleGroupEntry {
    /// `tsas`
    package static let groupingType: FourCC = "tsas"

    /// Creates the entry.
    package init() {}

    /// Reads nothing.
    package init(from reader: inout BoxReader) throws(MovieError) {}

    /// Writes nothing.
    package func write(to writer: inout BoxWriter) {}
}
