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

    /// The statistics with the bits that were written, where these are known.
    ///
    /// libx265 counts more than it writes: some 440 bits a picture at 1280x720 and one to two per cent of the rest,
    /// which is a twentieth of a film of 240 pictures a second at 4 Mbit/s. Its plan adds up its count, its feedback
    /// what it writes. The difference is taken from `miscBits`, which no quantiser changes.
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
