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
    /// How many frames a film may be away from a scene without having left it: half a second of most. A range that
    /// begins in between would pay for a picture that the encoder has already.
    private static let absence = 12

    /// Numbers of the frames that start a scene, ascending; the film's frame 0 always does.
    ///
    /// - Parameter activities: All frames of the film, or of the part in question, in order.
    package static func cuts(in activities: [FrameActivity]) -> [Int] {
        var cuts = activities.first?.frame == 0 ? [0] : []
        var end = activities.startIndex
        for start in activities.indices where start >= end && standsOut(start, in: activities) {
            // After a flash, or a hand before the lens, the picture is again what it was before: neither side of it is
            // a cut.
            if let back = lastReturn(from: start, in: activities) {
                end = back + 1
            } else {
                cuts.append(activities[start].frame)
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

    /// The last picture, soon after one that stands out, that is nearly what was there before it; nil for none.
    private static func lastReturn(from start: Int, in activities: [FrameActivity]) -> Int? {
        guard start > activities.startIndex else { return nil }
        let before = activities[start - 1]
        let jump = activities[start].signatureDifference(to: before)
        return (start + 1..<min(start + absence + 1, activities.count)).last {
            activities[$0].signatureDifference(to: before) * ratio < jump
        }
    }
}
