/// The quality goal of a film.
package struct QualityGoal: Hashable, Sendable, Codable {
    /// The metric.
    package let metric: QualityMetric
    /// Mean over the film, in the unit of the metric.
    package let target: Double
    /// Lower limit for the mean of every range; nil for none. At most `target`.
    package let floor: Double?

    /// Creates a goal; nil if a value is out of the bounds of the metric, or the floor is above the target.
    package init?(metric: QualityMetric, target: Double, floor: Double? = nil) {
        guard metric.targets.contains(target), floor.map({ metric.targets.contains($0) && $0 <= target }) ?? true
        else { return nil }
        self.metric = metric
        self.target = target
        self.floor = floor
    }

    /// The rate factor, from 14 to 38, that comes near the target for films of common complexity. The first pass uses
    /// it, because nothing is known about the film before that pass.
    package var likelyFactor: Double { QualityScale(metric: metric).likelyFactor(for: target) }

    private enum CodingKeys: String, CodingKey { case metric, target, floor }

    /// Reads what `encode(to:)` wrote; throws if a value is out of bounds.
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
                debugDescription: "it is not a valid quality goal"
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

    /// A value with the digits with which it was given.
    package static func words(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
