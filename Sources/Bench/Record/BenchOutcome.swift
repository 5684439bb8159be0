/// The outcome of a point: either figures, or the reason why there are none.
package enum BenchOutcome: Hashable, Sendable {
    case measured(BenchMeasurement)
    case hole(BenchHole)
}

extension BenchOutcome: Codable {
    private enum CodingKeys: String, CodingKey { case measured, hole }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch (container.contains(.measured), container.contains(.hole)) {
        case (true, false): self = .measured(try container.decode(BenchMeasurement.self, forKey: .measured))
        case (false, true): self = .hole(try container.decode(BenchHole.self, forKey: .hole))
        default:
            let story = "a point is either measured or a hole"
            throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: story))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .measured(let measurement): try container.encode(measurement, forKey: .measured)
        case .hole(let hole): try container.encode(hole, forKey: .hole)
        }
    }
}
