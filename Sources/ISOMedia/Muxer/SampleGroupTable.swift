/// The groups of one type of a track: their meaning, and the group of each sample.
struct SampleGroupTable: Hashable, Sendable {
    /// The meaning of the groups.
    let description: SampleGroupDescriptionBox
    /// The group of each sample.
    let mapping: SampleToGroupBox

    /// Groups samples: `index` is called in decode order and returns the entry of each sample from 1, or 0 for no
    /// group.
    init<Entry: SampleGroupEntry>(
        _ entries: [Entry],
        of traits: [SampleTraits],
        index: (SampleTraits) -> Int
    ) {
        description = SampleGroupDescriptionBox(entries)
        var mapping = SampleToGroupBox(groupingType: Entry.groupingType)
        for sample in traits { mapping.append(index: UInt32(index(sample))) }
        self.mapping = mapping
    }

    /// Puts all samples in one group.
    init<Entry: SampleGroupEntry>(_ entry: Entry, ofAll count: Int) {
        description = SampleGroupDescriptionBox([entry])
        var mapping = SampleToGroupBox(groupingType: Entry.groupingType)
        mapping.runs = [SampleToGroupBox.Run(count: UInt32(count), index: 1)]
        self.mapping = mapping
    }

    /// Whether any sample is in any of the groups.
    var isUsed: Bool { mapping.runs.contains { $0.index > 0 } }
}
