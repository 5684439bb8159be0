package import Coordination
package import Jobs

/// Puts work units together so that each task of an array is worth the trouble of starting it.
package enum SlurmBundling {
    /// Units of one task and what they are expected to take on one processor.
    package struct Bundle: Hashable, Sendable {
        package var units: [WorkUnit]
        var seconds: Double
        var byteCount: Int
    }

    /// Shares of the work that go into whole, half and quarter bundles, where there is work for more than `fewBundles`.
    private static let tail = [(share: 0.7, size: 1.0), (share: 0.85, size: 0.5), (share: 1.0, size: 0.25)]
    private static let fewBundles = 4.0

    /// Share of the work left that a round of tasks of one processor takes, where slots are known: the rest, in shorter
    /// tasks, makes up for wrong estimates.
    private static let roundShare = 2.0 / 3
    /// Least work of a task of those rounds on each processor, in seconds: starting one costs about a tenth of that.
    private static let leastSeconds = 4.0

    /// A unit with its estimate.
    private typealias Need = (unit: WorkUnit, need: WorkForecast.Need)

    /// The bundles of a wave, in the order of their tasks, the longest first.
    ///
    /// - Parameters:
    ///   - seconds: work of a task on each of its processors at most, but for units that take longer.
    ///   - processors: units that a task does at once, at least 1.
    ///   - slots: units that can run at once in all; nil where that is not known.
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

    /// Bundles for a known number of places: round by round one for each place, the later ones shorter.
    ///
    /// A round takes most of what is left, or as much as its tasks may hold. The last rounds have tasks of a few
    /// seconds, with the shortest units, so that wrong estimates are made up for and all places end together. A
    /// task of several processors shares its units out among them by itself and idles at its end, so its rounds take
    /// all that is left: few long tasks lose less than many short ones.
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

    /// Bundles of so many seconds of work or a little more, the longest first; a unit that takes longer is one by
    /// itself.
    ///
    /// The last of them, with the shortest units, are halves and quarters: tasks that end together leave no slot idle
    /// while the others work on, however many slots there are.
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
                // The one that was looked at and left counts with the next group.
                if group.count < small.count { sum -= small[small.startIndex + group.count].need.seconds }
                small = small.dropFirst(group.count)
                bundles += even(group, seconds: seconds * part.size)
            }
        }
        bundles += even(small, seconds: seconds)
        return bundles.enumerated().sorted { ($1.element.seconds, $0.offset) < ($0.element.seconds, $1.offset) }
            .map(\.element)
    }

    /// As few bundles as hold the units, each unit, the longest first, in the one with the least work yet: so they come
    /// out alike, and none is left nearly empty.
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
