import Media

/// The mean BD-rate of several clips, with its confidence interval over clips of the same kind.
///
/// The mean is the arithmetic mean of the clips' fractions, as in common test conditions. The interval is a bootstrap
/// over clips (Efron's percentiles): the clips are the random sample, whereas encodes of one clip are reproducible to
/// the bit. Clips without a figure are counted, but not part of the mean.
package struct RateStatistics: Hashable, Sendable, Codable {
    /// BD-rate of one clip.
    package struct Clip: Hashable, Sendable, Codable {
        /// Name of the clip.
        package var name: String
        /// Kind of film, as in `animation`.
        package var kind: String
        /// BD-rate of its curves.
        package var outcome: BDRate.Outcome

        /// Creates the BD-rate of a clip.
        package init(name: String, kind: String, outcome: BDRate.Outcome) {
            self.name = name
            self.kind = kind
            self.outcome = outcome
        }
    }

    /// Mean of the fractions; -0.05 for 5 % fewer bits.
    package let mean: Double
    /// The range of the mean in 95 of 100 resamplings of the clips; nil for fewer than five: resampling
    /// them would show a spread that is too small.
    package let interval: ClosedRange<Double>?
    /// Number of clips in the mean.
    package let count: Int
    /// Names of the clips without a figure, in the given order.
    package let missing: [String]

    private static let leastClips = 5
    /// Number of resamplings: at 10,000 the interval's ends move by less than a hundredth of its width from seed to
    /// seed.
    private static let resamplings = 10_000
    private static let seed: UInt64 = 0x4744_2D72_6174_6521

    /// Summarises clips; nil if none has a figure.
    package init?(_ clips: [Clip]) {
        let values = clips.compactMap(\.outcome.fraction)
        guard !values.isEmpty else { return nil }
        mean = values.reduce(0, +) / Double(values.count)
        count = values.count
        missing = clips.filter { $0.outcome.fraction == nil }.map(\.name)
        guard values.count >= Self.leastClips else {
            interval = nil
            return
        }
        // Sorted, so that the interval does not depend on the order of the clips.
        let drawn = values.sorted()
        var generator = SeededGenerator(seed: Self.seed)
        let means = (0..<Self.resamplings).map { _ in
            var sum = 0.0
            for _ in drawn.indices { sum += drawn[generator.index(below: drawn.count)] }
            return sum / Double(drawn.count)
        }.sorted()
        interval = QualitySummary.percentile(0.025, of: means)...QualitySummary.percentile(0.975, of: means)
    }

    /// The statistics of each kind of film, sorted by name; kinds without any figure are left out.
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
