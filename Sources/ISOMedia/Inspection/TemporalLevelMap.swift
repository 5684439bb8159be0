/// The temporal level of each sample of a track, from its groups alone: no byte of a sample is looked at
/// (ISO/IEC 14496-15 8.4.5).
///
/// As a sequence it tells the level of each sample in decode order, nil where the groups do not tell. There is one case in which a
/// level is told without a group: a track that describes level 0 alone and maps no sample, as iPhones write it, has all in that level.
package struct TemporalLevelMap: Hashable, Sendable {
    /// Samples in a row of the same level.
    package struct Run: Hashable, Sendable {
        /// Number of samples, positive.
        package var count: Int
        /// TemporalId, 0 to 6; nil where the groups do not tell.
        package var level: UInt8?
    }

    /// What the file says of each level, in its own order.
    package let entries: [TemporalLevelEntry]
    /// The levels of all samples of the track, none more and none less.
    package let runs: [Run]

    /// Reads the levels off the grouping of type `tscl`. Throws when it is of another type, has no description, or describes what
    /// cannot be read or is no level.
    package init(_ grouping: SampleGrouping) throws(MovieError) {
        guard let description = grouping.description else {
            throw MovieError(.damaged, "box 'sgpd'", "no temporal level is described")
        }
        entries = try description.values(of: TemporalLevelEntry.self)
        for entry in entries where entry.temporalLevel > 6 {
            throw MovieError(.damaged, "box 'sgpd'", "it describes temporal level \(entry.temporalLevel), above 6")
        }
        if entries.map(\.temporalLevel) == [0], grouping.mapping == nil, grouping.sampleCount > 0 {
            runs = [Run(count: grouping.sampleCount, level: 0)]
            return
        }
        var runs: [Run] = []
        for run in grouping.runs {
            let level = run.index > 0 ? entries[run.index - 1].temporalLevel : nil
            if let last = runs.last, last.level == level {
                runs[runs.count - 1].count += run.count
            } else {
                runs.append(Run(count: run.count, level: level))
            }
        }
        self.runs = runs
    }

    /// Number of samples of the track.
    package var sampleCount: Int { runs.reduce(0) { $0 + $1.count } }
    /// Number of samples whose level the groups do not tell.
    package var unknownCount: Int { runs.reduce(0) { $0 + ($1.level == nil ? $1.count : 0) } }
    /// The highest level that a sample has; nil when none has any.
    package var highestLevel: UInt8? { runs.compactMap(\.level).max() }

    /// Number of samples of each level, from 0 to the highest that a sample has.
    package var sampleCounts: [Int] {
        var counts = Array(repeating: 0, count: highestLevel.map { Int($0) + 1 } ?? 0)
        for run in runs { if let level = run.level { counts[Int(level)] += run.count } }
        return counts
    }

    /// What the file says of a level: the first entry of it.
    package func entry(ofLevel level: UInt8) -> TemporalLevelEntry? { entries.first { $0.temporalLevel == level } }
}

extension TemporalLevelMap: Sequence {
    /// Walks the samples in decode order.
    package struct Iterator: IteratorProtocol {
        private let runs: [Run]
        private var run = 0
        private var used = 0

        init(_ runs: [Run]) { self.runs = runs }

        /// The level of the next sample, nil inside where the groups do not tell.
        package mutating func next() -> UInt8?? {
            guard run < runs.count else { return nil }
            let level = runs[run].level
            used += 1
            if used == runs[run].count { (run, used) = (run + 1, 0) }
            return .some(level)
        }
    }

    /// Starts before the first sample.
    package func makeIterator() -> Iterator { Iterator(runs) }
    /// Number of samples.
    package var underestimatedCount: Int { sampleCount }
}

extension TemporalLevelMap: Encodable {
    private enum Key: String, CodingKey { case entries, sampleCounts, unknownCount }

    /// Writes the levels and the number of samples of each, not the levels of the samples.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(entries, forKey: .entries)
        try container.encode(sampleCounts, forKey: .sampleCounts)
        try container.encode(unknownCount, forKey: .unknownCount)
    }
}
