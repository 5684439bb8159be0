/// `roll`: how many other samples a decoder must decode for a sample of the group to be correct (ISO/IEC 14496-12
/// 10.1).
package struct RollRecoveryEntry: SampleGroupEntry, Encodable {
    /// `roll`
    package static let groupingType: FourCC = "roll"
    /// Number of samples: negative for those that must be decoded before.
    package var distance: Int16

    /// Creates an entry.
    package init(distance: Int16) { self.distance = distance }

    /// Reads the entry, two bytes.
    package init(from reader: inout BoxReader) throws(MovieError) { distance = try reader.s16() }

    /// Writes the entry.
    package func write(to writer: inout BoxWriter) { writer.s16(distance) }
}
