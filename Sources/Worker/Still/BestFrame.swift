import Intake
import Media

/// Chooses the frame of a film that makes the best still: a pure function of what was measured.
///
/// A good frame is sharp and well lit, is not next to a cut, and is no mixture of two scenes. The sharpest one is
/// chosen; among nearly equal ones, the one in which least moves.
enum BestFrame {
    /// What was measured of a frame.
    struct Measurement: Hashable, Sendable {
        /// Number of the frame.
        let frame: Int
        /// Of `SharpnessMeter`.
        let sharpness: Int
        /// Average luma in hundredths of an 8-bit level.
        let brightness: Int
        /// Mean difference from the frame before in hundredths of an 8-bit level; 0 for the first one.
        let difference: Int
    }

    /// Average luma of well lit pictures, in hundredths of an 8-bit level.
    static let wellLit = 4500...19000
    /// Frames on either side of a cut that are left out, where a scene is long enough.
    static let reach = 3
    /// Frames whose sharpness is at least this share of the best, in hundredths, are nearly equal.
    private static let nearness = 97

    /// What was measured of frames, one after the other.
    static func measurements(_ activities: [FrameActivity], sharpness: [Int]) -> [Measurement] {
        zip(activities, sharpness).map { activity, sharpness in
            Measurement(
                frame: activity.frame,
                sharpness: sharpness,
                brightness: activity.brightness,
                difference: activity.difference ?? 0
            )
        }
    }

    /// The best of some frames; nil if there is none.
    ///
    /// - Parameter cuts: frames that start a scene.
    static func choice(of frames: [Measurement], cuts: [Int]) -> StillChoice? {
        let beside = Set(cuts.filter { $0 > 0 }.flatMap { $0 - reach..<$0 + reach })
        let inner = frames.filter { !beside.contains($0.frame) }
        let distinct = inner.filter { !isMixture($0, frames) }
        let lit = distinct.filter { wellLit.contains($0.brightness) }
        // A film may be dark throughout, or short.
        let pools = [lit, distinct, inner, frames]
        guard let pool = pools.first(where: { !$0.isEmpty }),
            let sharpest = pool.max(by: { ($0.sharpness, $1.frame) < ($1.sharpness, $0.frame) })
        else { return nil }
        let near = pool.filter { $0.sharpness * 100 >= sharpest.sharpness * nearness }
        let best = near.min { ($0.difference, $0.frame) < ($1.difference, $1.frame) } ?? sharpest
        let less = frames.count { $0.sharpness < best.sharpness }
        var reason = "sharper than \(less * 100 / frames.count) of 100 frames, "
        reason += "brightness \(best.brightness / 100) of 255, "
        reason += "differs by \(Double(best.difference / 10) / 10) from the frame before"
        if lit.isEmpty { reason += "; no frame is well lit, away from cuts and unblended" }
        return StillChoice(frame: best.frame, reason: reason)
    }

    /// Whether a frame is clearly less sharp than frames close by on both sides, as a mixture of two is.
    private static func isMixture(_ frame: Measurement, _ frames: [Measurement]) -> Bool {
        func sharpest(_ offsets: ClosedRange<Int>) -> Int {
            guard let first = frames.first?.frame else { return 0 }
            let places = offsets.map { frame.frame + $0 - first }.filter(frames.indices.contains)
            return places.map { frames[$0].sharpness }.max() ?? 0
        }
        let (before, after) = (sharpest(-reach ... -1), sharpest(1...reach))
        return min(before, after) * 9 > frame.sharpness * 10
    }
}
