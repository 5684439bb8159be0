/// The groups of one type of a track, as `sgpd` and `sbgp` or `csgp` have them (ISO/IEC 14496-12 8.9).
///
/// As a sequence it tells for each sample, in decode order, the entry of its group from 1, or 0 for no group. A sample that `sbgp`
/// does not reach has the default of `sgpd`; an index that `sgpd` has no entry for means no group.
package struct SampleGrouping: Hashable, Sendable {
    /// Samples in a row that belong to the same group.
    package struct Run: Hashable, Sendable {
        /// Number of samples, positive.
        package var count: Int
        /// Entry of the group, from 1; 0 for no group.
        package var index: Int
    }

    /// The sort of group, as in `tscl`.
    package let groupingType: FourCC
    /// What the groups mean; nil when the box is missing or damaged.
    package let description: SampleGroupDescriptionBox?
    /// Which sample is in which, as runs also for `csgp`; nil when the box is missing or damaged.
    package let mapping: SampleToGroupBox?
    /// Number of samples of the track.
    package let sampleCount: Int
    /// The groups of all samples of the track, none more and none less.
    package let runs: [Run]
    /// What is wrong with the boxes, one line each.
    package let faults: [String]

    /// Takes boxes of one type together.
    package init(
        _ groupingType: FourCC,
        description: SampleGroupDescriptionBox?,
        mapping: SampleToGroupBox?,
        sampleCount: Int
    ) {
        self.groupingType = groupingType
        self.description = description
        self.mapping = mapping
        self.sampleCount = sampleCount
        let entryCount = description?.entries.count ?? 0
        var runs: [Run] = []
        var (left, strangers) = (sampleCount, 0)
        func append(_ count: Int, _ index: UInt32) {
            let used = Swift.min(count, left)
            guard used > 0 else { return }
            let known = Int(index) <= entryCount ? Int(index) : 0
            if known != Int(index) { strangers += used }
            if let last = runs.last, last.index == known {
                runs[runs.count - 1].count += used
            } else {
                runs.append(Run(count: used, index: known))
            }
            left -= used
        }
        for run in mapping?.runs ?? [] { append(Int(run.count), run.index) }
        append(left, description?.defaultIndex ?? 0)
        self.runs = runs
        var faults: [String] = []
        if description == nil { faults.append("'sbgp' groups samples by '\(groupingType)', which no 'sgpd' describes") }
        if description != nil, strangers > 0 {
            faults.append("\(strangers) samples are in groups of type '\(groupingType)' that 'sgpd' lacks")
        }
        if let mapped = mapping?.sampleCount, mapped > UInt64(sampleCount) {
            faults.append("'sbgp' of type '\(groupingType)' groups \(mapped) samples, 'stsz' has \(sampleCount)")
        }
        self.faults = faults
    }
}

extension SampleGrouping: Sequence {
    /// Walks the samples in decode order.
    package struct Iterator: IteratorProtocol {
        private let runs: [Run]
        private var run = 0
        private var used = 0

        init(_ runs: [Run]) { self.runs = runs }

        /// The entry of the next sample's group, from 1; 0 for no group.
        package mutating func next() -> Int? {
            guard run < runs.count else { return nil }
            let index = runs[run].index
            used += 1
            if used == runs[run].count { (run, used) = (run + 1, 0) }
            return index
        }
    }

    /// Starts before the first sample.
    package func makeIterator() -> Iterator { Iterator(runs) }
    /// Number of samples.
    package var underestimatedCount: Int { sampleCount }
}

extension SampleGrouping: Encodable {
    private enum Key: String, CodingKey { case groupingType, entryCount, defaultIndex, groupedSampleCount, runCount }

    /// Writes the numbers, not the groups of the samples, which may be millions.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(groupingType, forKey: .groupingType)
        try container.encodeIfPresent(description?.entries.count, forKey: .entryCount)
        try container.encodeIfPresent(description?.defaultIndex, forKey: .defaultIndex)
        try container.encode(runs.reduce(0) { $0 + ($1.index > 0 ? $1.count : 0) }, forKey: .groupedSampleCount)
        try container.encode(runs.count, forKey: .runCount)
    }
}
