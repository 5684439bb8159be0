/// What the muxer remembers of the samples of a track: a few bytes each, times run-length coded.
struct TrackSamples: Sendable {
    /// The start of a chunk.
    struct ChunkStart: Sendable {
        /// Number of the first sample.
        var firstSample: Int
        /// The stretch of interleaving that it belongs to; ascends from chunk to chunk.
        var interval: Int64
        /// Bytes of its samples.
        var byteCount: UInt64
    }

    /// Ticks beyond which times are refused, far from where arithmetic overflows.
    static let tickLimit: Int64 = 1 << 56
    /// Chunks in a second: pieces short enough to be read alternately, long enough to be read in one go.
    static let chunksPerSecond: Int64 = 2

    /// Ticks per second.
    let timescale: Int32
    private(set) var sizes: [UInt32] = []
    private(set) var chunks: [ChunkStart] = []
    private(set) var byteCount: UInt64 = 0
    private(set) var largest: UInt32 = 0
    /// Durations in decode order.
    var durations = TimeToSampleBox()

    init(timescale: Int32) { self.timescale = timescale }

    /// Number of samples.
    var count: Int { sizes.count }

    /// Adds a sample that is decoded at `tick` of the film's clock; ticks never descend.
    mutating func append(byteCount size: UInt32, at tick: Int64) {
        let product = tick * TrackSamples.chunksPerSecond
        let interval = product / Int64(timescale) - (product % Int64(timescale) < 0 ? 1 : 0)
        if let last = chunks.last, last.interval == interval {
            chunks[chunks.count - 1].byteCount += UInt64(size)
        } else {
            chunks.append(ChunkStart(firstSample: sizes.count, interval: interval, byteCount: UInt64(size)))
        }
        sizes.append(size)
        byteCount += UInt64(size)
        largest = max(largest, size)
    }

    /// Numbers of the samples of a chunk.
    func samples(ofChunk index: Int) -> Range<Int> {
        chunks[index].firstSample..<(index + 1 < chunks.count ? chunks[index + 1].firstSample : sizes.count)
    }
}
