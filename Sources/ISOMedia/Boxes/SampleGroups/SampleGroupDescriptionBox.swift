/// `sgpd`: the meaning of the groups of one type (ISO/IEC 14496-12 8.9.3). Entries are kept as bytes: their meaning
/// depends on the type (see `SampleGroupEntry`).
///
/// It is written in version 1, the only one that every reader supports. Version 1 contains the length of its entries,
/// which version 0 does not, and has no default index, which readers of version 2 expect in different places. A box
/// with a default index is written in version 2.
package struct SampleGroupDescriptionBox: Box {
    /// Most entries of a track: higher indexes mean those of a fragment (ISO/IEC 14496-12 8.9.4).
    package static let maximumEntryCount = 0x10000

    /// `sgpd`
    package static let type: FourCC = "sgpd"
    /// The grouping type, as in `tscl`.
    package var groupingType: FourCC
    /// The payloads of the entries; samples refer to them by position, from 1 (see `SampleToGroupBox`).
    package var entries: [[UInt8]]
    /// The entry for samples without an entry in `sbgp`, from 1; 0 if they are in no group.
    package var defaultIndex: UInt32 = 0

    /// Creates a description from entries as bytes.
    package init(groupingType: FourCC, entries: [[UInt8]]) {
        self.groupingType = groupingType
        self.entries = entries
    }

    /// Creates a description of entries of one type. Precondition: at most `maximumEntryCount`.
    package init<Entry: SampleGroupEntry>(_ entries: [Entry]) {
        self.init(groupingType: Entry.groupingType, entries: entries.map(\.bytes))
    }

    /// The entries as values. Throws if the box is of another type, or if an entry is too short for its fields.
    package func values<Entry: SampleGroupEntry>(of type: Entry.Type) throws(MovieError) -> [Entry] {
        guard groupingType == Entry.groupingType else {
            throw MovieError(.damaged, "box 'sgpd'", "it describes '\(groupingType)', not '\(Entry.groupingType)'")
        }
        var values: [Entry] = []
        for entry in entries {
            var reader = BoxReader(Entry.groupingType, entry)
            values.append(try Entry(from: &reader))
        }
        return values
    }

    /// Writes the payload. If all entries have the same length, it is written once before them, else with each. The
    /// length of empty entries cannot be written before them, because 0 there means a length with each. In version 2
    /// this is also true of a length that the type does not have, because readers take it for the default index of
    /// earlier editions.
    package func write(to writer: inout BoxWriter) {
        let length = entries.first?.count ?? 0
        let isPlain = defaultIndex == 0 || Self.knownLengths[groupingType] ?? length == length
        let isCommon = length > 0 && isPlain && entries.allSatisfy { $0.count == length }
        writer.fullBox(version: defaultIndex == 0 ? 1 : 2)
        writer.fourCC(groupingType)
        writer.u32(isCommon ? UInt32(length) : 0)
        if defaultIndex != 0 { writer.u32(defaultIndex) }
        writer.u32(UInt32(entries.count))
        for entry in entries {
            if !isCommon { writer.u32(UInt32(entry.count)) }
            writer.append(entry)
        }
    }
}
