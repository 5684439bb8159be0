/// The stored properties of the samples of a track: a few bytes each, with times run-length coded.
struct TrackSamples: Sendable {
    /// The start of a chunk.
    struct ChunkStart: Sendable {
        /// Number of the first sample.
        var firstSample: Int
        /// The interleaving period that it belongs to; ascends from chunk to chunk.
        var interval: Int64
        /// Bytes of its samples.
        var byteCount: UInt64
    }

    /// Limit in ticks for times, far below where arithmetic overflows.
    static let tickLimit: Int64 = 1 << 56
    /// Chunks per second: short enough to be read alternately, long enough to be read at once.
    static let chunksPerSecond: Int64 = 2

    /// Ticks per second.
    let timescale: Int32
    /// Bytes of every sample, if the format gives all the same size, as for uncompressed audio: it has hundreds of
    /// millions of samples, whose sizes are not stored. Nil for others.
    let commonByteCount: UInt32?
    /// Sizes in decode order; empty if there is a common one.
    private(set) var sizes: [UInt32] = []
    private(set) var chunks: [ChunkStart] = []
    private(set) var byteCount: UInt64 = 0
    private(set) var largest: UInt32 = 0
    /// Durations in decode order.
    var durations = TimeToSampleBox()

    init(timescale: Int32, commonByteCount: UInt32? = nil) {
        self.timescale = timescale
        self.commonByteCount = commonByteCount
    }

    /// Number of samples.
    private(set) var count = 0

    /// `stsz`.
    var sizeTable: SampleSizeBox {
        commonByteCount.map { SampleSizeBox(commonSize: $0, sampleCount: UInt32(count)) } ?? SampleSizeBox(sizes: sizes)
    }

    /// Adds a sample that is decoded at `tick` of the film's clock; ticks never descend.
    mutating func append(byteCount size: UInt32, at tick: Int64) {
        openChunk(at: tick, byteCount: UInt64(size))
        sizes.append(size)
        count += 1
        byteCount += UInt64(size)
        largest = max(largest, size)
    }

    /// Adds successive samples of the common size, one tick apart, to one chunk. Precondition: there is a common size.
    mutating func append(equalSamples number: UInt32, at tick: Int64) {
        guard let size = commonByteCount else { preconditionFailure("samples differ in size") }
        openChunk(at: tick, byteCount: UInt64(size) * UInt64(number))
        count += Int(number)
        byteCount += UInt64(size) * UInt64(number)
        largest = size
        durations.append(delta: 1, count: number)
    }

    private mutating func openChunk(at tick: Int64, byteCount size: UInt64) {
        let product = tick * TrackSamples.chunksPerSecond
        let interval = product / Int64(timescale) - (product % Int64(timescale) < 0 ? 1 : 0)
        if let last = chunks.last, last.interval == interval {
            chunks[chunks.count - 1].byteCount += size
        } else {
            chunks.append(ChunkStart(firstSample: count, interval: interval, byteCount: size))
        }
    }

    /// Numbers of the samples of a chunk.
    func samples(ofChunk index: Int) -> Range<Int> {
        chunks[index].firstSample..<(index + 1 < chunks.count ? chunks[index + 1].firstSample : count)
    }
}
