import Media

/// A compressed picture in decode order, as a sample of an MP4 file. The counterpart of a compressed CMSampleBuffer.
public struct EncodedSample: Hashable, Sendable {
    let wrapped: Media.EncodedSample

    init(_ wrapped: Media.EncodedSample) { self.wrapped = wrapped }

    /// When it is decoded; ascends from sample to sample. In a session the n-th decoded sample has the presentation
    /// time of the n-th presented one, so it may be after the sample's own presentation time. Other films may begin to
    /// decode before 0.
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

extension EncodedSample {
    /// Whether both have the same bytes, times, level and flags.
    public static func == (left: EncodedSample, right: EncodedSample) -> Bool {
        left.decodeTime == right.decodeTime && left.presentationTime == right.presentationTime
            && left.duration == right.duration && left.isSync == right.isSync
            && left.isDisposable == right.isDisposable && left.temporalLevel == right.temporalLevel
            && left.bytes == right.bytes
    }

    /// Hashes its times and bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(decodeTime)
        hasher.combine(presentationTime)
        hasher.combine(bytes)
    }
}
