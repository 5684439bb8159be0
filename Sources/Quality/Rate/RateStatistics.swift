import Media

/// BD-rates of several clips taken together: their mean, and how far other clips of the kind could have moved it.
///
/// The mean is the arithmetic one over the clips' fractions, as common test conditions take it. The interval is a
/// bootstrap over clips (Efron's percentiles): clips are what was drawn from the films of the world, and encodes of one
/// clip repeat to the bit. Clips without a figure are counted, and are in no mean.
package struct RateStatistics: Hashable, Sendable, Codable {
    /// BD-rate of one clip.
    package struct Clip: Hashable, Sendable, Codable {
        /// Its name.
        package var name: String
        /// What kind of film it is, as in `animation`.
        package var kind: String
        /// What its curves say.
        package var outcome: BDRate.Outcome

        /// Names a clip and what its curves say.
        package init(name: String, kind: String, outcome: BDRate.Outcome) {
            self.name = name
            self.kind = kind
            self.outcome = outcome
        }
    }

    /// Mean of the fractions; -0.05 for 5 % fewer bits.
    package let mean: Double
    /// Where the mean lies in 95 of 100 resamplings of the clips; nil for a single clip, which says nothing of others.
    package let interval: ClosedRange<Double>?
    /// Number of clips in the mean.
    package let count: Int
    /// Names of the clips that have no figure, in the order they came.
    package let missing: [String]

    /// Number of resamplings: at 10,000 the interval's ends move by less than a hundredth of its width from seed to
    /// seed.
    private static let resamplings = 10_000
    private static let seed: UInt64 = 0x4744_2D72_6174_6521

    /// Takes clips together; nil when none has a figure.
    package init?(_ clips: [Clip]) {
        let values = clips.compactMap(\.outcome.fraction)
        guard !values.isEmpty else { return nil }
        mean = values.reduce(0, +) / Double(values.count)
        count = values.count
        missing = clips.filter { $0.outcome.fraction == nil }.map(\.name)
        guard values.count > 1 else {
            interval = nil
            return
        }
        // Sorted, so that the order in which clips are named does not move the interval.
        let drawn = values.sorted()
        var generator = SeededGenerator(seed: Self.seed)
        let means = (0..<Self.resamplings).map { _ in
            var sum = 0.0
            for _ in drawn.indices { sum += drawn[generator.index(below: drawn.count)] }
            return sum / Double(drawn.count)
        }.sorted()
        interval = QualitySummary.percentile(0.025, of: means)...QualitySummary.percentile(0.975, of: means)
    }

    /// One for each kind of film, in the order of their names; kinds in which no clip has a figure are left out.
    package static func byKind(_ clips: [Clip]) -> [(kind: String, statistics: RateStatistics)] {
        Dictionary(grouping: clips, by: \.kind).sorted { $0.key < $1.key }.compactMap { kind, clips in
            RateStatistics(clips).map { (kind: kind, statistics: $0) }
        }
    }
}

extension RateStatistics: CustomStringConvertible {
    /// As in `-4.21 % (-6.00 % to -2.50 %, 7 clips)`.
    package var description: String {
        let clips = counted(count, "clip") + (missing.isEmpty ? "" : ", \(missing.count) without a figure")
        let spread = interval.map { "\(BDRate.words($0.lowerBound)) to \(BDRate.words($0.upperBound)), " } ?? ""
        return "\(BDRate.words(mean)) (\(spread)\(clips))"
    }
}
