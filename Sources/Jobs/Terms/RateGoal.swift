/// The goal of a whole film. The allocation turns it into a `RateTarget` for each range and pass.
package enum RateGoal: Hashable, Sendable {
    /// Average rate: bits of all video samples divided by the presented duration, in bit/s.
    case average(bitsPerSecond: Int)
    /// One constant rate factor (x265 `crf`) for all ranges, 0 to 51.
    case constantRateFactor(Double)
    /// A mean quality of the film, and a lower limit for that of its ranges.
    case quality(QualityGoal)
}

extension RateGoal: Codable {
    private enum CodingKeys: String, CodingKey { case average, constant, quality }

    /// Reads what `encode(to:)` wrote; throws if a value is out of bounds.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let bitsPerSecond = try container.decodeIfPresent(Int.self, forKey: .average) {
            guard (1...1_000_000_000_000).contains(bitsPerSecond) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .average,
                    in: container,
                    debugDescription: "\(bitsPerSecond) bit/s is not a valid rate"
                )
            }
            self = .average(bitsPerSecond: bitsPerSecond)
        } else if let goal = try container.decodeIfPresent(QualityGoal.self, forKey: .quality) {
            self = .quality(goal)
        } else {
            let factor = try container.decode(Double.self, forKey: .constant)
            guard (0...51).contains(factor) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .constant,
                    in: container,
                    debugDescription: "\(factor) is not a rate factor of 0 to 51"
                )
            }
            self = .constantRateFactor(factor)
        }
    }

    /// Writes `{"average": BITS_PER_SECOND}`, `{"constant": FACTOR}` or `{"quality": GOAL}`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .average(let bitsPerSecond): try container.encode(bitsPerSecond, forKey: .average)
        case .constantRateFactor(let factor): try container.encode(factor, forKey: .constant)
        case .quality(let goal): try container.encode(goal, forKey: .quality)
        }
    }
}

extension RateGoal: CustomStringConvertible {
    /// As in `2500 kbit/s on average`, `constant rate factor 21` and `SSIM 0.985, no range below 0.97`.
    package var description: String {
        switch self {
        case .average(let bitsPerSecond): "\(compact(Double(bitsPerSecond) / 1000)) kbit/s on average"
        case .constantRateFactor(let factor): "constant rate factor \(compact(factor))"
        case .quality(let goal): "\(goal)"
        }
    }

    private func compact(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
    }
}
