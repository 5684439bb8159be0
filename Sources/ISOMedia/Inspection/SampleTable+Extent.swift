extension SampleTable {
    /// The number of samples with a time and an offset, and their extent in the file.
    struct Extent: Hashable, Sendable {
        /// Samples with a time and an offset.
        var located = 0
        /// Those that are not inside the file.
        var outside = 0
        /// Bytes of those that are.
        var byteCount: UInt64 = 0
    }

    /// Compares the tables with a file of this size. Samples of one common size are counted per chunk, because
    /// uncompressed audio has hundreds of millions of them.
    func extent(in fileByteCount: UInt64) -> Extent {
        var extent = Extent()
        guard sizes.commonSize > 0 else {
            for sample in self {
                extent.located += 1
                if sample.offset <= fileByteCount, UInt64(sample.byteCount) <= fileByteCount - sample.offset {
                    extent.byteCount &+= UInt64(sample.byteCount)
                } else {
                    extent.outside += 1
                }
            }
            return extent
        }
        let size = UInt64(sizes.commonSize)
        var left = Swift.min(UInt64(count), durations.sampleCount)
        var run = 0
        for (chunk, offset) in chunkOffsets.enumerated() where !chunks.runs.isEmpty {
            while run + 1 < chunks.runs.count, Int(chunks.runs[run + 1].firstChunk) <= chunk + 1 { run += 1 }
            let samples = Swift.min(UInt64(chunks.runs[run].samplesPerChunk), left)
            let inside = Swift.min(samples, offset <= fileByteCount ? (fileByteCount - offset) / size : 0)
            extent.located += Int(samples)
            extent.outside += Int(samples - inside)
            extent.byteCount += inside * size
            left -= samples
        }
        return extent
    }
}
