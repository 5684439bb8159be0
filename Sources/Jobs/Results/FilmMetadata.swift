import Media
package import Storage

/// The dynamic HDR metadata that a film keeps from its source: where it is, and what it adds to the samples.
package struct FilmMetadata: Hashable, Sendable, Codable {
    /// The table of all frames, in the folder of the scout.
    package var table: PublishedFile
    /// Bits that it adds to all samples together: lengths, headers and emulation prevention included.
    package var bits: Int
    /// Most bits that it adds to one sample.
    package var largestBits: Int
    /// Frames with HDR10+.
    package var hdr10PlusCount: Int
    /// Frames of these whose HDR10+ is that of an earlier picture, in the source's decoding order.
    package var inheritedCount: Int
    /// Frames with a Dolby Vision RPU.
    package var dolbyVisionCount: Int
    /// How bright it says that the film is; nil if it does not say.
    package var brightness: BrightnessCourse?

    /// Creates a description without frames.
    package init(table: PublishedFile) {
        self.table = table
        (bits, largestBits, hdr10PlusCount, inheritedCount, dolbyVisionCount) = (0, 0, 0, 0, 0)
    }

    /// Whether its numbers fit a film of so many frames.
    ///
    /// - Parameter frameCount: nil if it is not known.
    func isValid(frameCount known: Int?) -> Bool {
        let frameCount = known ?? brightness?.frameCount ?? RangeResult.mostFrames
        guard (1...RangeResult.mostFrames).contains(frameCount) else { return false }
        let counts = [hdr10PlusCount, inheritedCount, dolbyVisionCount]
        // Both kinds together, with room for emulation prevention.
        let mostBits = DynamicMetadata.payloadLimit * 8 * 4
        return counts.allSatisfy { (0...frameCount).contains($0) } && inheritedCount <= hdr10PlusCount
            && (0...mostBits).contains(largestBits) && (0...largestBits * frameCount).contains(bits)
            && brightness?.isValid(frameCount: frameCount) ?? true
    }
}
