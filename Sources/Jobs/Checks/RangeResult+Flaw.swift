import Media

extension RangeResult: CheckedDocument {
    /// What is wrong with a result that no worker writes: impossible numbers, or numbers whose sums could overflow.
    package var flaw: String? {
        guard frames.lowerBound >= 0, !frames.isEmpty, frames.upperBound <= Self.mostFrames else {
            return "frames \(frames) cannot be frames of a film"
        }
        // Less than 2^62 bits over all frames of a film.
        let limit = min(frames.count, 1 << 27) * Self.mostBitsOfFrame
        guard (0...limit).contains(bits), (0...Allocation.mostBits).contains(targetBits ?? 0) else {
            return
                "\(bits) bits, of which \(targetBits ?? 0) were asked for, are none of "
                + "\(counted(frames.count, "frame"))"
        }
        if let damage, !damage.allSatisfy({ frames.contains($0.frame) }) {
            return "it reports damage in frames outside its range"
        }
        if let quality, quality.frameCount != frames.count {
            return "its quality is measured over \(counted(quality.frameCount, "frame")), not \(frames.count)"
        }
        return nil
    }
}
