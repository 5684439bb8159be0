/// The groups of one type of a track, from `sgpd` and `sbgp` or `csgp` (ISO/IEC 14496-12 8.9).
package struct SampleGrouping: Hashable, Sendable {
    /// The grouping type, as in `tscl`.
    package let groupingType: FourCC
    /// The meaning of the groups; nil if the box is missing or damaged.
    package let description: SampleGroupDescriptionBox?
    /// The group of each sample, as runs also for `csgp`; nil if the box is missing or damaged.
    package let mapping: SampleToGroupBox?
    /// The entry of each sample's group from 1, or 0 for no group; exactly as many values as the track has samples. A
    /// sample that the mapping does not reach has the default of the description; an index without an entry means no
    /// group.
    package let indexes: SampleRuns<Int>
    /// The faults of the boxes, one line each.
    package let faults: [String]

    /// Combines the boxes of one type.
    package init(
        _ groupingType: FourCC,
        description: SampleGroupDescriptionBox?,
        mapping: SampleToGroupBox?,
        sampleCount: Int
    ) {
        self.groupingType = groupingType
        self.description = description
        self.mapping = mapping
        let entryCount = description?.entries.count ?? 0
        var indexes = SampleRuns<Int>()
        var (left, strangers) = (sampleCount, 0)
        func append(_ count: Int, _ index: UInt32) {
            let used = min(count, left)
            let isKnown = Int(index) <= entryCount
            if !isKnown { strangers += used }
            indexes.append(isKnown ? Int(index) : 0, count: used)
            left -= used
        }
        for run in mapping?.runs ?? [] { append(Int(run.count), run.index) }
        append(left, description?.defaultIndex ?? 0)
        self.indexes = indexes
        var faults: [String] = []
        if description == nil { faults.append("'sbgp' groups samples by '\(groupingType)', which no 'sgpd' describes") }
        if description != nil, strangers > 0 {
            faults.append("\(strangers) samples are in groups of type '\(groupingType)' that 'sgpd' does not describe")
        }
        if let mapped = mapping?.sampleCount, mapped > UInt64(sampleCount) {
            faults.append("'sbgp' of type '\(groupingType)' groups \(mapped) samples, 'stsz' has \(sampleCount)")
        }
        self.faults = faults
    }
}

extension SampleGrouping: Encodable {
    private enum Key: String, CodingKey { case groupingType, entryCount, defaultIndex, groupedSampleCount, runCount }

    /// Writes the numbers, not the groups of the samples, which may be millions.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(groupingType, forKey: .groupingType)
        try container.encodeIfPresent(description?.entries.count, forKey: .entryCount)
        try container.encodeIfPresent(description?.defaultIndex, forKey: .defaultIndex)
        try container.encode(indexes.count { $0 > 0 }, forKey: .groupedSampleCount)
        try container.encode(indexes.runs.count, forKey: .runCount)
    }
}
