/// Everything that one pass learned about one frame: the record of multi-pass storage.
package struct FrameRecord: Hashable, Sendable, Codable {
    /// x265's two-pass statistics.
    package var statistics: FrameStatistics
    /// x265's cutree record unchanged, at most 16 MiB; nil for pictures that are not references, or without cutree.
    package var cutree: [UInt8]?
    /// Distortion against the source; nil after an analysis pass.
    package var quality: FrameQuality?
    /// Bits of the stored sample, without parameter sets; nil after an analysis pass.
    package var compressedBits: Int?

    /// The statistics with the bits that were written, if these are known.
    ///
    /// libx265 counts more bits than it writes: about 440 bits per picture at 1280x720, and one to two per cent of the
    /// rest. That is a twentieth of a film with 240 pictures per second at 4 Mbit/s. Its plan sums its counts, its
    /// feedback sums what it writes. The difference is subtracted from `miscBits`, which no quantiser changes.
    package var writtenStatistics: FrameStatistics {
        guard let compressedBits else { return statistics }
        var written = statistics
        written.miscBits = max(0, statistics.miscBits - (statistics.bits - compressedBits))
        return written
    }

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
