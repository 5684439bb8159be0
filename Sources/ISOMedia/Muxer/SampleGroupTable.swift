/// The groups of one type of a track: what they mean, and which sample is in which.
struct SampleGroupTable: Hashable, Sendable {
    /// What they mean.
    let description: SampleGroupDescriptionBox
    /// Which sample is in which.
    let mapping: SampleToGroupBox

    /// Groups samples: `index` is asked in decode order for the entry of each, from 1, and answers 0 for no group.
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

    /// Puts all samples, so many, into one group.
    init<Entry: SampleGroupEntry>(_ entry: Entry, ofAll count: Int) {
        description = SampleGroupDescriptionBox([entry])
        var mapping = SampleToGroupBox(groupingType: Entry.groupingType)
        mapping.runs = [SampleToGroupBox.Run(count: UInt32(count), index: 1)]
        self.mapping = mapping
    }

    /// Whether any sample is in any of the groups.
    var isUsed: Bool { mapping.runs.contains { $0.index > 0 } }
}
