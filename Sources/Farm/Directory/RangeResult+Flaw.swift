import Media

extension RangeResult: CheckedDocument {
    /// More frames than any film has: at 240 a second, 51 days.
    static let mostFrames = 1 << 30
    /// Most bits of a frame: the size of a sample has 32 bits in an MP4. Sums over a film fit into 64 bits.
    static let mostBitsOfFrame = 1 << 35

    /// What no worker writes: numbers that cannot be, or that sums would not bear.
    var flaw: String? {
        guard frames.lowerBound >= 0, !frames.isEmpty, frames.upperBound <= Self.mostFrames else {
            return "frames \(frames) are none of a film"
        }
        // Under 2^62 over all frames of a film.
        let limit = min(frames.count, 1 << 27) * Self.mostBitsOfFrame
        guard (0...limit).contains(bits), (0...Allocation.mostBits).contains(targetBits ?? 0) else {
            return
                "\(bits) bits, of which \(targetBits ?? 0) were asked for, are none of \(counted(frames.count, "frame"))"
        }
        if let damage, !damage.allSatisfy({ frames.contains($0.frame) }) {
            return "it tells of damage in frames that are not its own"
        }
        if let quality, quality.frameCount != frames.count {
            return "its quality is that of \(counted(quality.frameCount, "frame")), not \(frames.count)"
        }
        return nil
    }
}
