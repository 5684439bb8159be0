import Media

/// A compressed picture in decode order, as a sample of an MP4 file. The counterpart of a compressed CMSampleBuffer.
public struct EncodedSample: Hashable, Sendable {
    let wrapped: Media.EncodedSample

    init(_ wrapped: Media.EncodedSample) { self.wrapped = wrapped }

    /// When it is decoded; ascends from sample to sample. The n-th decoded sample has the presentation time of the n-th
    /// presented one, so it may be after the sample's own presentation time.
    public var decodeTime: MediaTime { MediaTime(wrapped.decodeTime) }
    /// When it is presented: exactly the time of its picture.
    public var presentationTime: MediaTime { MediaTime(wrapped.presentationTime) }
    /// How long it is presented.
    public var duration: MediaTime { MediaTime(wrapped.duration) }
    /// True if decoding can start here: an IDR picture.
    public var isSync: Bool { wrapped.flags.contains(.sync) }
    /// True if no other sample refers to it.
    public var isDisposable: Bool { wrapped.flags.contains(.disposable) }
    /// HEVC TemporalId, 0 to 6. Samples of a level refer to none of a higher level.
    public var temporalLevel: Int { Int(wrapped.temporalLevel) }
    /// NAL units, each after its length in four bytes, big-endian. No parameter sets: `FormatDescription` has them.
    public var bytes: [UInt8] { wrapped.bytes }
}
