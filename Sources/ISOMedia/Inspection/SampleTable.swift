/// The samples of a track as its tables describe them (ISO/IEC 14496-12 8.6 and 8.7). The tables stay run-length coded:
/// samples are computed during iteration.
package struct SampleTable: Hashable, Sendable {
    /// One sample.
    package struct Sample: Hashable, Sendable, Encodable {
        /// Number in decode order, from 0.
        package var index: Int
        /// Offset of its bytes in the file.
        package var offset: UInt64
        /// Number of its bytes.
        package var byteCount: UInt32
        /// When it is decoded, in ticks of the media.
        package var decodeTick: Int64
        /// Ticks up to the decode time of the next.
        package var duration: UInt32
        /// Presentation minus decode time in ticks.
        package var compositionOffset: Int32
        /// Whether decoding can start here.
        package var isSync: Bool
        /// The byte of `sdtp`; nil without one.
        package var dependency: UInt8?
        /// Its sample entry, from 1.
        package var description: UInt32
    }

    let durations: TimeToSampleBox
    let offsets: CompositionOffsetBox?
    let chunks: SampleToChunkBox
    let sizes: SampleSizeBox
    let chunkOffsets: [UInt64]
    let syncSamples: SyncSampleBox?
    let dependencies: SampleDependencyBox?
    /// Number of samples in the size table, at most what a file of this size can hold.
    package let count: Int
    /// Whether chunk offsets have 64 bits.
    package let hasLargeOffsets: Bool

    /// Number of sync samples.
    package var syncSampleCount: Int { syncSamples?.samples.count ?? count }

    /// Combines tables. `byteCount` is the size of the file; it limits the number of samples that need no size table.
    init(
        durations: TimeToSampleBox,
        offsets: CompositionOffsetBox?,
        chunks: SampleToChunkBox,
        sizes: SampleSizeBox,
        chunkOffsets: [UInt64],
        hasLargeOffsets: Bool,
        syncSamples: SyncSampleBox?,
        dependencies: SampleDependencyBox?,
        byteCount: UInt64
    ) {
        self.durations = durations
        self.offsets = offsets
        self.chunks = chunks
        self.sizes = sizes
        self.chunkOffsets = chunkOffsets
        self.hasLargeOffsets = hasLargeOffsets
        self.syncSamples = syncSamples
        self.dependencies = dependencies
        count =
            sizes.commonSize == 0
            ? Int(sizes.sampleCount)
            : Int(Swift.min(UInt64(sizes.sampleCount), byteCount / UInt64(sizes.commonSize)))
    }
}
