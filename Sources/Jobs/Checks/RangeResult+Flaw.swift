import Media

extension RangeResult: CheckedDocument {
    /// What no worker writes: numbers that cannot be, or that sums would not bear.
    package var flaw: String? {
        guard frames.lowerBound >= 0, !frames.isEmpty, frames.upperBound <= Self.mostFrames else {
            return "frames \(frames) are none of a film"
        }
        // Under 2^62 over all frames of a film.
        let limit = min(frames.count, 1 << 27) * Self.mostBitsOfFrame
        guard (0...limit).contains(bits), (0...Allocation.mostBits).contains(targetBits ?? 0) else {
            return
                "\(bits) bits, of which \(targetBits ?? 0) were asked for, are none of "
                + "\(counted(frames.count, "frame"))"
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
