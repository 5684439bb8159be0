/// The temporal level of each sample of a track, from its groups alone, without reading samples (ISO/IEC 14496-15
/// 8.4.5).
///
/// In one case a level is known without a group: if a track describes only level 0 and maps no sample, as iPhones write
/// it, all samples are in that level.
package struct TemporalLevelMap: Hashable, Sendable {
    /// The entries of the levels, in file order.
    package let entries: [TemporalLevelEntry]
    /// The TemporalId of each sample of the track, exactly as many values as samples; nil if the groups do not give it.
    package let levels: SampleRuns<UInt8?>

    /// Reads the levels from the grouping of type `tscl`. Throws if it has another type or no description, or if an
    /// entry is unreadable or not a level.
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

    /// Number of samples whose level the groups do not give.
    package var unknownCount: Int { levels.count { $0 == nil } }
    /// The highest level of any sample; nil if no level is known.
    package var highestLevel: UInt8? { levels.runs.compactMap(\.value).max() }

    /// Number of samples of each level, from 0 to the highest level of any sample.
    package var sampleCounts: [Int] {
        var counts = Array(repeating: 0, count: highestLevel.map { Int($0) + 1 } ?? 0)
        for run in levels.runs { if let level = run.value { counts[Int(level)] += run.count } }
        return counts
    }

    /// The first entry of a level.
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
