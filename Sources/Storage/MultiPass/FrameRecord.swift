/// All that one pass learned about one frame: the record of multi-pass storage.
package struct FrameRecord: Hashable, Sendable, Codable {
    /// x265's two-pass statistics.
    package var statistics: FrameStatistics
    /// x265's cutree record as it is, at most 16 MiB; nil for pictures that are no reference, or without cutree.
    package var cutree: [UInt8]?
    /// Distortion against the source; nil after an analysing pass.
    package var quality: FrameQuality?
    /// Bits of the sample as it is stored, parameter sets excluded; nil after an analysing pass.
    package var compressedBits: Int?

    /// Creates a record.
    package init(
        statistics: FrameStatistics,
        cutree: [UInt8]? = nil,
        quality: FrameQuality? = nil,
        compressedBits: Int? = nil
    ) {
        self.statistics = statistics
        self.cutree = cutree
        self.quality = quality
        self.compressedBits = compressedBits
    }
}
