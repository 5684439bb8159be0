/// Puts work units together so that each task of an array is worth the trouble of starting it.
enum SlurmBundling {
    /// Units of one task and what they are expected to take on one processor.
    struct Bundle: Hashable, Sendable {
        var units: [WorkUnit]
        var seconds: Double
        var byteCount: Int
    }

    /// Bundles of so many seconds of work or a little more, the longest first; a unit that takes longer is one by itself.
    ///
    /// The rest goes into as few bundles as hold it, each unit, the longest first, into the one with the least work yet: so
    /// they come out alike, and none is left nearly empty.
    static func bundles(of units: [WorkUnit], forecast: WorkForecast, seconds: Double) -> [Bundle] {
        let needs = units.map { (unit: $0, need: forecast.need(of: $0)) }.enumerated()
            .sorted { ($1.element.need.seconds, $0.offset) < ($0.element.need.seconds, $1.offset) }.map(\.element)
        var bundles = needs.filter { $0.need.seconds >= seconds }.map {
            Bundle(units: [$0.unit], seconds: $0.need.seconds, byteCount: $0.need.byteCount)
        }
        let small = needs.filter { $0.need.seconds < seconds }
        let total = small.reduce(0) { $0 + $1.need.seconds }
        let count = small.isEmpty ? 0 : min(max(Int((total / max(seconds, 0.001)).rounded()), 1), small.count)
        var parts = [Bundle](repeating: Bundle(units: [], seconds: 0, byteCount: 0), count: count)
        for (unit, need) in small {
            guard let least = parts.indices.min(by: { (parts[$0].seconds, $0) < (parts[$1].seconds, $1) }) else {
                break
            }
            parts[least].units.append(unit)
            parts[least].seconds += need.seconds
            parts[least].byteCount = max(parts[least].byteCount, need.byteCount)
        }
        bundles += parts.filter { !$0.units.isEmpty }
        return bundles.enumerated().sorted { ($1.element.seconds, $0.offset) < ($0.element.seconds, $1.offset) }
            .map(\.element)
    }
}
