/// What a film aims at as a whole; the allocation turns it into a `RateTarget` for each range and pass.
package enum RateGoal: Hashable, Sendable {
    /// Bits of all video samples over the presented duration, in bit/s.
    case average(bitsPerSecond: Int)
    /// One constant rate factor (x265 `crf`) for all ranges, 0 to 51.
    case constantRateFactor(Double)
}

extension RateGoal: Codable {
    private enum CodingKeys: String, CodingKey { case average, constant }

    /// Reads what `encode(to:)` wrote; refuses what breaks this type's rules.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let bitsPerSecond = try container.decodeIfPresent(Int.self, forKey: .average) {
            guard (1...1_000_000_000_000).contains(bitsPerSecond) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .average,
                    in: container,
                    debugDescription: "\(bitsPerSecond) bit/s is no rate"
                )
            }
            self = .average(bitsPerSecond: bitsPerSecond)
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

    /// Writes `{"average": BITS_PER_SECOND}` or `{"constant": FACTOR}`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .average(let bitsPerSecond): try container.encode(bitsPerSecond, forKey: .average)
        case .constantRateFactor(let factor): try container.encode(factor, forKey: .constant)
        }
    }
}

extension RateGoal: CustomStringConvertible {
    /// As in `2500 kbit/s on average` and `constant rate factor 21`.
    package var description: String {
        switch self {
        case .average(let bitsPerSecond): "\(compact(Double(bitsPerSecond) / 1000)) kbit/s on average"
        case .constantRateFactor(let factor): "constant rate factor \(compact(factor))"
        }
    }

    private func compact(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
    }
}
