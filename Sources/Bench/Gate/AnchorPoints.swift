import Media

/// The measured points of one anchor in one run, with repetitions grouped.
struct AnchorPoints {
    /// A point without its repetition.
    struct Key: Hashable {
        let clip: String
        let rate: BenchRate

        init(_ point: BenchPoint) {
            clip = point.clip
            rate = point.rate
        }
    }

    /// In the order of the record.
    let keys: [Key]
    private let measurements: [Key: [BenchMeasurement]]

    init(_ run: BenchRun, _ anchor: String) {
        var keys: [Key] = []
        var measurements: [Key: [BenchMeasurement]] = [:]
        for (point, measurement) in run.measured(anchor: anchor) {
            let key = Key(point)
            if measurements[key] == nil { keys.append(key) }
            measurements[key, default: []].append(measurement)
        }
        self.keys = keys
        self.measurements = measurements
    }

    /// The first repetition: quality is the same in all of them.
    subscript(key: Key) -> BenchMeasurement? { measurements[key]?.first }

    /// Median over repetitions; nil when there is none.
    func median(_ key: Key, _ time: KeyPath<BenchCost, Double>) -> Double? {
        guard let values = measurements[key]?.map({ $0.cost[keyPath: time] }).sorted(), !values.isEmpty else {
            return nil
        }
        let middle = values.count / 2
        return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
    }

    /// Differences of a figure over frames from other points with the same clip and rate, where both have the figure.
    func differences(
        of metric: BenchMetric,
        _ figure: KeyPath<QualitySummary, Double>,
        from base: AnchorPoints,
        at keys: [Key]
    ) -> [Double] {
        keys.compactMap { key in
            guard let own = self[key]?.value(of: metric), let other = base[key]?.value(of: metric) else { return nil }
            return own.frames[keyPath: figure] - other.frames[keyPath: figure]
        }
    }

    /// Absolute distance from the requested rate as a fraction of it; nil for rate factors.
    func missedBy(_ key: Key) -> Double? {
        guard let requested = key.rate.bitsPerSecond, let found = self[key]?.bitsPerSecond else { return nil }
        return (found / Double(requested) - 1).magnitude
    }
}
