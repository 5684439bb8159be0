/// `stsa`: the samples with STSA pictures, at which a reader may switch up to their level (ISO/IEC 14496-15 8.4.7). The
/// entry is empty.
package struct StepwiseTemporalLayerEntry: SampleGroupEntry {
    /// `stsa`
    package static let groupingType: FourCC = "stsa"

    /// Creates the entry.
    package init() {}

    /// Reads nothing.
    package init(from reader: inout BoxReader) throws(MovieError) {}

    /// Writes nothing.
    package func write(to writer: inout BoxWriter) {}
}
