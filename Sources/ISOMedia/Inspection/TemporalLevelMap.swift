/// The temporal level of each sample of a track, from its groups alone: no byte of a sample is looked at
/// (ISO/IEC 14496-15 8.4.5).
///
/// There is one case in which a level is told without a group: a track that describes level 0 alone and maps no sample,
/// as iPhones write it, has all of them in that level.
package struct TemporalLevelMap: Hashable, Sendable {
    /// What the file says of each level, in its own order.
    package let entries: [TemporalLevelEntry]
    /// The TemporalId of each sample of the track, none more and none less; nil where the groups do not tell.
    package let levels: SampleRuns<UInt8?>

    /// Reads the levels off the grouping of type `tscl`. Throws when it is of another type, has no description, or
    /// describes what cannot be read or is no level.
    package init(_ grouping: SampleGrouping) throws(MovieError) {
        guard let description = grouping.description else {
            throw MovieError(.damaged, "box 'sgpd'", "no temporal level is described")
        }
        entries = try description.values(of: TemporalLevelEntry.self)
        for entry in entries where entry.temporalLevel > 6 {
            throw MovieError(.damaged, "box 'sgpd'", "it describes temporal level \(entry.temporalLevel), above 6")
        }
        var levels = SampleRuns<UInt8?>()
        if entries.map(\.temporalLevel) == [0], grouping.mapping == nil {
            levels.append(0, count: grouping.indexes.sampleCount)
        } else {
            for run in grouping.indexes.runs {
                levels.append(run.value > 0 ? entries[run.value - 1].temporalLevel : nil, count: run.count)
            }
        }
        self.levels = levels
    }

    /// Number of samples whose level the groups do not tell.
    package var unknownCount: Int { levels.count { $0 == nil } }
    /// The highest level that a sample has; nil when none has any.
    package var highestLevel: UInt8? { levels.runs.compactMap(\.value).max() }

    /// Number of samples of each level, from 0 to the highest that a sample has.
    package var sampleCounts: [Int] {
        var counts = Array(repeating: 0, count: highestLevel.map { Int($0) + 1 } ?? 0)
        for run in levels.runs { if let level = run.value { counts[Int(level)] += run.count } }
        return counts
    }

    /// What the file says of a level: the first entry of it.
    package func entry(ofLevel level: UInt8) -> TemporalLevelEntry? { entries.first { $0.temporalLevel == level } }
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
