package import Media

/// Decides where scenes start: a pure function of the activities of a whole film.
///
/// A cut stands out from its neighbours. Films with much motion or noise have a high floor, still ones a low one. Fades
/// and dissolves change over many frames, and none of those stands out.
package enum SceneCuts {
    /// Frames that are compared on either side.
    private static let reach = 6
    /// How many times the average of its neighbours the difference of a cut must be.
    private static let ratio = 3
    /// Least structural difference of a cut, in hundredths of an 8-bit level: less is an object that appears.
    private static let floor = 800
    /// Least structural difference of a cut that also changes the brightness of many samples, as in dark scenes.
    private static let darkFloor = 150
    /// The share of samples for that, in thousandths.
    private static let darkShare = 100
    /// The share of samples whose change of brightness alone shows a cut, as between scenes in full motion.
    private static let brightShare = 250
    /// Least plain difference of such a cut, in hundredths of an 8-bit level: a fade from black changes less.
    private static let motionFloor = 2000
    /// A picture that keeps one area in this many of the picture before continues the scene: a window opens, or an
    /// object appears.
    private static let partKept = 3
    /// The most by which the average of a kept area changes, in 8-bit levels.
    private static let keptLevels = 4
    /// The same as one part in this many of its brightness above black, so that dark areas are not all the same.
    private static let keptPart = 8
    private static let black = 16
    /// How long a film may leave a scene for without a cut. A range that begins in between would pay for a picture that
    /// the encoder already has.
    private static let absence = MediaTime(value: 1, timescale: 2)

    /// Numbers of the frames that start a scene, ascending; the film's frame 0 always does.
    ///
    /// - Parameters:
    ///   - activities: All frames of the film, or of the part in question, in order.
    ///   - timeline: That of the film; it has all these frames.
    package static func cuts(in activities: [FrameActivity], timeline: FrameTimeline) -> [Int] {
        var cuts = activities.first?.frame == 0 ? [0] : []
        var end = activities.startIndex
        for start in activities.indices where start >= end && standsOut(start, in: activities) {
            // After a flash, or a hand before the lens, the picture is again as before: neither side of it is a cut.
            if let back = lastReturn(from: start, in: activities, timeline) {
                end = back + 1
            } else {
                cuts.append(activities[start].frame)
            }
        }
        return cuts
    }

    private static func standsOut(_ index: Int, in activities: [FrameActivity]) -> Bool {
        differsFromNeighbours(index, in: activities)
            && (index == activities.startIndex || !keepsAreas(activities[index], of: activities[index - 1]))
    }

    /// Whether so much of a picture is as in the one before it that a key frame would repeat it. Areas that are black
    /// in both, as the bars of a film are, say nothing.
    private static func keepsAreas(_ activity: FrameActivity, of before: FrameActivity) -> Bool {
        var (areas, kept) = (0, 0)
        for (level, levelBefore) in zip(activity.signature, before.signature) {
            let tolerance = min((Int(max(level, levelBefore)) - black) / keptPart, keptLevels)
            guard tolerance > 0 else { continue }
            areas += 1
            kept += abs(Int(level) - Int(levelBefore)) <= tolerance ? 1 : 0
        }
        return kept > 0 && kept * partKept >= areas
    }

    private static func differsFromNeighbours(_ index: Int, in activities: [FrameActivity]) -> Bool {
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

    /// The last picture, soon after one that stands out, that is nearly the same as the one before it; nil if there is
    /// none.
    private static func lastReturn(
        from start: Int,
        in activities: [FrameActivity],
        _ timeline: FrameTimeline
    ) -> Int? {
        guard start > activities.startIndex else { return nil }
        let before = activities[start - 1]
        let jump = activities[start].signatureDifference(to: before)
        let end = timeline.time(of: activities[start].frame) + absence
        return activities[(start + 1)...].indices.prefix { timeline.time(of: activities[$0].frame) <= end }.last {
            activities[$0].signatureDifference(to: before) * ratio < jump
        }
    }
}
