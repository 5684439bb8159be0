package import Coordination
package import Jobs

/// Groups work units into bundles, so that each task of an array has enough work to be worth its start.
package enum SlurmBundling {
    /// Units of one task, with the seconds that they are expected to take on one processor.
    package struct Bundle: Hashable, Sendable {
        package var units: [WorkUnit]
        var seconds: Double
        var byteCount: Int
    }

    /// Shares of the work that go into whole, half and quarter bundles, if the work fills more than `fewBundles`.
    private static let tail = [(share: 0.7, size: 1.0), (share: 0.85, size: 0.5), (share: 1.0, size: 0.25)]
    private static let fewBundles = 4.0

    /// Share of the remaining work that a round of tasks with one processor takes, if the slots are known. The rest, in
    /// shorter tasks, compensates for wrong estimates.
    private static let roundShare = 2.0 / 3
    /// Least work of such a task on each of its processors, in seconds. Starting a task costs about a tenth of this.
    private static let leastSeconds = 4.0

    /// A unit with its estimate.
    private typealias Need = (unit: WorkUnit, need: WorkForecast.Need)

    /// The bundles of a wave, in the order of their tasks, the longest first.
    ///
    /// - Parameters:
    ///   - seconds: most work of a task on each of its processors, except for units that take longer.
    ///   - processors: units that a task does at the same time, at least 1.
    ///   - slots: units that can run at the same time in total; nil if unknown.
    package static func bundles(
        of units: [WorkUnit],
        forecast: WorkForecast,
        seconds: Double,
        processors: Int = 1,
        slots: Int? = nil
    ) -> [Bundle] {
        let needs = units.map { (unit: $0, need: forecast.need(of: $0)) }.enumerated()
            .sorted { ($1.element.need.seconds, $0.offset) < ($0.element.need.seconds, $1.offset) }.map(\.element)
        let processors = max(processors, 1)
        let whole = seconds * Double(processors)
        guard let slots else { return bundles(of: needs, seconds: whole) }
        return rounds(of: needs, seconds: whole, processors: processors, places: max(slots / processors, 1))
    }

    /// Bundles for a known number of places: each round has one for each place, and later rounds have shorter ones.
    ///
    /// A round takes most of the remaining work, or as much as its tasks may hold. The last rounds have tasks of a few
    /// seconds, with the shortest units: they compensate for wrong estimates, so that all places end at about the same
    /// time. A task with several processors distributes its units over them itself, and some of them idle at its end.
    /// Its rounds therefore take all of the remaining work: few long tasks lose less than many short ones.
    private static func rounds(of needs: [Need], seconds: Double, processors: Int, places: Int) -> [Bundle] {
        let least = min(leastSeconds * Double(processors), seconds)
        var rest = needs[...]
        var left = needs.reduce(0) { $0 + $1.need.seconds }
        var bundles: [Bundle] = []
        while !rest.isEmpty {
            let even = left / Double(places)
            let size =
                processors == 1
                ? min(even * roundShare, seconds) : even / max((even / max(seconds, 0.001)).rounded(.up), 1)
            let isLast = even <= least
            let wanted = isLast ? .infinity : max(size, least) * Double(places)
            var taken = 0.0
            let round = rest.prefix { _, need in
                defer { taken += need.seconds }
                return taken < wanted
            }
            let work = round.reduce(0) { $0 + $1.need.seconds }
            bundles += Self.even(round, seconds: isLast ? least : max(size, least))
                .enumerated().sorted { ($1.element.seconds, $0.offset) < ($0.element.seconds, $1.offset) }
                .map(\.element)
            rest = rest.dropFirst(round.count)
            left = max(left - work, 0)
        }
        return bundles
    }

    /// Bundles with the given seconds of work or a little more, the longest first. A unit that takes longer is alone in
    /// its bundle.
    ///
    /// The last bundles, with the shortest units, have a half or a quarter of this work. Then all tasks end at about
    /// the same time, and no slot idles while others still work, with any number of slots.
    private static func bundles(of needs: [Need], seconds: Double) -> [Bundle] {
        var bundles = needs.filter { $0.need.seconds >= seconds }.map {
            Bundle(units: [$0.unit], seconds: $0.need.seconds, byteCount: $0.need.byteCount)
        }
        var small = needs.filter { $0.need.seconds < seconds }[...]
        let total = small.reduce(0) { $0 + $1.need.seconds }
        if total > fewBundles * seconds {
            var sum = 0.0
            for part in tail {
                let group = small.prefix { _, need in
                    defer { sum += need.seconds }
                    return sum < part.share * total
                }
                // The unit that was examined but not taken counts with the next group.
                if group.count < small.count { sum -= small[small.startIndex + group.count].need.seconds }
                small = small.dropFirst(group.count)
                bundles += even(group, seconds: seconds * part.size)
            }
        }
        bundles += even(small, seconds: seconds)
        return bundles.enumerated().sorted { ($1.element.seconds, $0.offset) < ($0.element.seconds, $1.offset) }
            .map(\.element)
    }

    /// As few bundles as the units need. Each unit, the longest first, goes into the bundle with the least work so far,
    /// so that all have about the same work and none is nearly empty.
    private static func even(_ needs: ArraySlice<Need>, seconds: Double) -> [Bundle] {
        guard !needs.isEmpty else { return [] }
        let total = needs.reduce(0) { $0 + $1.need.seconds }
        let count = min(max(Int((total / max(seconds, 0.001)).rounded()), 1), needs.count)
        var bundles = [Bundle](repeating: Bundle(units: [], seconds: 0, byteCount: 0), count: count)
        for (unit, need) in needs {
            guard
                let least = bundles.indices.min(by: { (bundles[$0].seconds, $0) < (bundles[$1].seconds, $1) })
            else { break }
            bundles[least].units.append(unit)
            bundles[least].seconds += need.seconds
            bundles[least].byteCount = max(bundles[least].byteCount, need.byteCount)
        }
        return bundles.filter { !$0.units.isEmpty }
    }
}
