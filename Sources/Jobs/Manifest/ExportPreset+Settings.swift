import Media

extension ExportPreset {
    /// A manifest key that a preset sets, with its value.
    package struct Setting: Hashable, Sendable {
        /// The key's path, as in `video.speed`.
        package let key: String
        /// The value as it is written in a manifest.
        package let value: String
    }

    /// The settings as a manifest would give them, in the manifest's order.
    package var settings: [Setting] {
        let rateText =
            switch rate {
            case .average(let bitsPerSecond): "{average: \(bitsPerSecond / 1000)k}"
            case .constantRateFactor(let factor): "{constant: \(Quantity.words(factor))}"
            case .quality(let goal): "{quality: {metric: \(goal.metric.rawValue), target: \(goal.target)}}"
            }
        let audioText: String? =
            switch audio {
            case nil, .tracks, .aac: nil
            case .copy: "copy"
            case .some(.none): "none"
            }
        let all: [(key: String, value: String?)] = [
            ("video.size", box.map { "\($0)" } ?? "source"),
            ("video.bitDepth", bitDepth.map(String.init)),
            ("video.speed", speed),
            ("video.rate", rateText),
            ("video.keyFrameInterval", keyFrameInterval.map { "\(Quantity.words($0.seconds))s" }),
            ("video.temporal", temporal.map { "{levels: \($0.levels)}" }),
            ("audio", audioText),
        ]
        return all.compactMap { entry in entry.value.map { Setting(key: entry.key, value: $0) } }
    }
}
