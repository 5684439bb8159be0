/// The figures of one metric for one encode, or the reason why it has none.
package struct BenchMetricValue: Hashable, Sendable, Codable {
    /// Figures or a hole.
    package enum Outcome: Hashable, Sendable {
        case measured(BenchMetricFigures)
        case hole(BenchHole)
    }

    /// The metric.
    package var metric: BenchMetric
    /// Its figures, or the hole.
    package var outcome: Outcome
    /// A caution for readers, such as "not meant for HDR"; nil if there is none.
    package var caution: String?

    /// Creates a value.
    package init(_ metric: BenchMetric, _ outcome: Outcome, caution: String? = nil) {
        self.metric = metric
        self.outcome = outcome
        self.caution = caution
    }
}

extension BenchMetricValue.Outcome: Codable {
    private enum CodingKeys: String, CodingKey { case measured, hole }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch (container.contains(.measured), container.contains(.hole)) {
        case (true, false): self = .measured(try container.decode(BenchMetricFigures.self, forKey: .measured))
        case (false, true): self = .hole(try container.decode(BenchHole.self, forKey: .hole))
        default:
            let story = "a metric is either measured or a hole"
            throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: story))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .measured(let figures): try container.encode(figures, forKey: .measured)
        case .hole(let hole): try container.encode(hole, forKey: .hole)
        }
    }
}
