import Yams

extension QualityGoal {
    /// Reads `video.rate.quality`. If anything is wrong with it, reports that and returns nil.
    init?(_ section: ManifestSection) {
        for key in ["metric", "target"] where section[key] == nil {
            section.report(key, "is missing", "write {metric: ssim, target: 0.985, floor: 0.97}")
        }
        guard let metric = section.choice("metric", QualityMetric.self) else { return nil }
        let range = metric.targets
        func figure(_ key: String) -> Double? {
            section.value(
                key,
                expected: "\(metric.name) from \(Self.words(range.lowerBound)) to \(Self.words(range.upperBound))"
            ) { text in
                Quantity.number(text).flatMap { range.contains($0) ? $0 : nil }
            }
        }
        let (target, floor) = (figure("target"), figure("floor"))
        guard let target else { return nil }
        if let floor, floor > target {
            section.report(
                "floor",
                "the floor (\(Self.words(floor))) is above the target (\(Self.words(target))): a film cannot be "
                    + "worse than each of its ranges",
                "lower the floor, or raise the target"
            )
            return nil
        }
        self.init(metric: metric, target: target, floor: floor)
    }

    /// Reads the value of `--quality`, `ssim=0.98` or `ssim=0.98,0.97` with a floor, as the keys of a manifest. Nil if
    /// the text does not have that form. The manifest parser checks names and numbers.
    package static func manifestKeys(of text: String) -> [String: String]? {
        let halves = text.split(separator: "=", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else { return nil }
        let figures = halves[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(figures.count), figures.allSatisfy({ !$0.isEmpty }) else { return nil }
        var keys = ["metric": String(halves[0]), "target": figures[0]]
        if figures.count == 2 { keys["floor"] = figures[1] }
        return keys
    }
}
