import Media

/// A target is one flat object. Its `role` decides which of the numbers it has.
extension RangeTarget: Codable {
    private enum CodingKeys: String, CodingKey {
        case range, role, rate, targetBits, aimBits, tolerance, statisticsPass, statisticsScale, keepsQuantizers
        case bufferStart, quality, forecast
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func rateFactor() throws -> Double {
            if case .constantRateFactor(let factor) = try container.decode(RateTarget.self, forKey: .rate) {
                return factor
            }
            throw DecodingError.dataCorruptedError(
                forKey: .rate,
                in: container,
                debugDescription: "an analysis has no rate factor"
            )
        }
        let work: Work =
            switch try container.decode(PassRole.self, forKey: .role) {
            case .analysis: .analysis(rateFactor: try rateFactor())
            case .alone:
                .alone(
                    try container.decode(RateTarget.self, forKey: .rate),
                    expectedBits: try container.decodeIfPresent(Int.self, forKey: .targetBits)
                )
            case .fed:
                .fed(
                    FedTarget(
                        bits: try container.decode(Int.self, forKey: .targetBits),
                        aimBits: try container.decodeIfPresent(Int.self, forKey: .aimBits),
                        tolerance: try container.decode(Double.self, forKey: .tolerance),
                        statisticsPass: try container.decode(Int.self, forKey: .statisticsPass),
                        statisticsScale: try container.decode(Double.self, forKey: .statisticsScale),
                        keepsQuantizers: try container.decodeIfPresent(Bool.self, forKey: .keepsQuantizers) ?? false
                    )
                )
            }
        self.init(
            range: try container.decode(Int.self, forKey: .range),
            work,
            bufferStart: try container.decodeIfPresent(Int.self, forKey: .bufferStart),
            quality: try container.decodeIfPresent(QualityAim.self, forKey: .quality),
            forecast: try container.decodeIfPresent(QualityForecast.self, forKey: .forecast)
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(range, forKey: .range)
        try container.encode(role, forKey: .role)
        try container.encodeIfPresent(rate, forKey: .rate)
        try container.encodeIfPresent(targetBits, forKey: .targetBits)
        if let fed {
            try container.encodeIfPresent(fed.aimBits, forKey: .aimBits)
            try container.encode(fed.tolerance, forKey: .tolerance)
            try container.encode(fed.statisticsPass, forKey: .statisticsPass)
            try container.encode(fed.statisticsScale, forKey: .statisticsScale)
            if fed.keepsQuantizers { try container.encode(true, forKey: .keepsQuantizers) }
        }
        try container.encodeIfPresent(bufferStart, forKey: .bufferStart)
        try container.encodeIfPresent(quality, forKey: .quality)
        try container.encodeIfPresent(forecast, forKey: .forecast)
    }
}
