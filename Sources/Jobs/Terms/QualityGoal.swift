/// The quality that a film aims at.
package struct QualityGoal: Hashable, Sendable, Codable {
    /// What it is measured by.
    package let metric: QualityMetric
    /// Mean over the film, in the metric's own unit.
    package let target: Double
    /// What the mean of no range may fall below; nil for none. At most `target`.
    package let floor: Double?

    /// Creates a goal; nil when a figure is none that a film can have, or the floor lies above the target.
    package init?(metric: QualityMetric, target: Double, floor: Double? = nil) {
        guard metric.targets.contains(target), floor.map({ metric.targets.contains($0) && $0 <= target }) ?? true
        else { return nil }
        self.metric = metric
        self.target = target
        self.floor = floor
    }

    /// The rate factor, from 14 to 38, that comes near the target on films of common complexity: what the first pass is
    /// encoded with, as nothing is known of the film before it.
    package var likelyFactor: Double { QualityScale(metric: metric).likelyFactor(for: target) }

    private enum CodingKeys: String, CodingKey { case metric, target, floor }

    /// Reads what `encode(to:)` wrote; refuses what breaks this type's rules.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let goal = QualityGoal(
            metric: try container.decode(QualityMetric.self, forKey: .metric),
            target: try container.decode(Double.self, forKey: .target),
            floor: try container.decodeIfPresent(Double.self, forKey: .floor)
        )
        guard let goal else {
            throw DecodingError.dataCorruptedError(
                forKey: .target,
                in: container,
                debugDescription: "this is no quality to aim at"
            )
        }
        self = goal
    }
}

extension QualityGoal: CustomStringConvertible {
    /// As in `SSIM 0.985, no range below 0.97`.
    package var description: String {
        let floor = floor.map { ", no range below \(Self.words($0))" } ?? ""
        return "\(metric.name) \(Self.words(target))\(metric.unit)\(floor)"
    }

    /// The warning about a film that is to be encoded in one pass.
    var onePassCannotAim: String {
        "one pass cannot aim at a quality: it takes the rate factor that comes near \(metric.name) "
            + "\(Self.words(target))\(metric.unit) on other "
            + "films, and the film is judged by its target afterwards; passes.maximum auto would bring it there"
    }

    /// A figure with the digits that it was given with.
    package static func words(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
