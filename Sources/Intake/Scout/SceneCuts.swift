/// Decides where scenes start: a pure function of the activities of a whole film.
///
/// A cut stands out from its neighbours: films with much motion or noise have a high floor, still ones a low one, and
/// fades and dissolves change over many frames of which none stands out.
package enum SceneCuts {
    /// Frames looked at on either side.
    private static let reach = 6
    /// How many times the average of its neighbours a cut's difference is at least.
    private static let ratio = 3
    /// Least structural difference of a cut, in hundredths of an 8-bit level: less is an object that appears.
    private static let floor = 800
    /// Least structural difference of a cut that changes the brightness of many samples too, as in dark scenes.
    private static let darkFloor = 150
    /// What share of the samples that is, in thousandths.
    private static let darkShare = 100
    /// What share of the samples changes its brightness when that alone shows a cut, as between scenes in full motion.
    private static let brightShare = 250
    /// Least plain difference of such a cut, in hundredths of an 8-bit level: a fade from black changes less.
    private static let motionFloor = 2000
    /// Longest flash in frames.
    private static let flashLength = 3

    /// Numbers of the frames that start a scene, ascending; the film's frame 0 always does.
    ///
    /// - Parameter activities: All frames of the film, or of the part in question, in order.
    package static func cuts(in activities: [FrameActivity]) -> [Int] {
        let candidates = activities.indices.filter { standsOut($0, in: activities) }
        var cuts = activities.first?.frame == 0 ? [0] : []
        var index = 0
        while index < candidates.count {
            let start = candidates[index]
            // After a flash the picture is again what it was before: neither side of it is a cut.
            let back = candidates[(index + 1)...].prefix { $0 - start <= flashLength }
                .lastIndex { isReturn(to: start - 1, at: $0, in: activities) }
            if let back {
                index = back + 1
            } else {
                cuts.append(activities[start].frame)
                index += 1
            }
        }
        return cuts
    }

    private static func standsOut(_ index: Int, in activities: [FrameActivity]) -> Bool {
        let structure = activities[index].structuralDifference ?? 0
        let share = activities[index].histogramDifference ?? 0
        if structure >= (share >= darkShare ? darkFloor : floor),
            exceedsNeighbours(index, in: activities, \.structuralDifference)
        {
            return true
        }
        return share >= brightShare && activities[index].difference ?? 0 >= motionFloor
            && exceedsNeighbours(index, in: activities, \.histogramDifference)
    }

    private static func exceedsNeighbours(
        _ index: Int,
        in activities: [FrameActivity],
        _ measure: KeyPath<FrameActivity, Int?>
    ) -> Bool {
        let range = max(index - reach, 0)..<min(index + reach + 1, activities.count)
        let others = range.filter { $0 != index }.map { activities[$0][keyPath: measure] ?? 0 }
        let own = activities[index][keyPath: measure] ?? 0
        return own * others.count >= ratio * others.reduce(0, +)
    }

    private static func isReturn(to before: Int, at index: Int, in activities: [FrameActivity]) -> Bool {
        guard before >= 0 else { return false }
        let distance = activities[index].signatureDifference(to: activities[before])
        return distance * ratio < activities[index].signatureDifference(to: activities[index - 1])
    }
}
