/// `sgpd`: what the groups of one type mean (ISO/IEC 14496-12 8.9.3). Entries are kept as bytes: what they mean depends
/// on the type (see `SampleGroupEntry`).
///
/// Version 1 is written, the only one that every reader takes: it tells the length of its entries, which version 0 does
/// not, and has no default index, which readers of version 2 look for in different places. A box that has a default
/// index is of version 2.
package struct SampleGroupDescriptionBox: Box {
    /// Most entries of a track: higher indexes mean those of a fragment (ISO/IEC 14496-12 8.9.4).
    package static let maximumEntryCount = 0x10000

    /// `sgpd`
    package static let type: FourCC = "sgpd"
    /// The sort of group, as in `tscl`.
    package var groupingType: FourCC
    /// The payloads of the entries; samples name them by position, from 1 (see `SampleToGroupBox`).
    package var entries: [[UInt8]]
    /// The entry of the samples that no `sbgp` speaks of, from 1; 0 when they are in no group.
    package var defaultIndex: UInt32 = 0

    /// Creates a description of entries as they are.
    package init(groupingType: FourCC, entries: [[UInt8]]) {
        self.groupingType = groupingType
        self.entries = entries
    }

    /// Creates a description of entries of one type. Precondition: at most `maximumEntryCount`.
    package init<Entry: SampleGroupEntry>(_ entries: [Entry]) {
        self.init(groupingType: Entry.groupingType, entries: entries.map(\.bytes))
    }

    /// The entries as values. Throws when the box is of another type, or an entry is too short for its fields.
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

    /// Writes the payload; the length of the entries stands in front of them when all have the same, else with each.
    /// The length of empty entries cannot stand in front, where 0 means that it stands with each; nor, in version 2,
    /// can one that the type does not have, as readers take it for the default index of earlier editions.
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
