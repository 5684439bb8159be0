/// The codecs that are treated in a way of their own.
package enum CodecKind: Hashable, Sendable {
    /// HEVC.
    case hevc
    /// AV1.
    case av1
    /// QuickTime's text and 3GPP timed text.
    case movieText
    /// Bytes without a codec.
    case binaryData
    /// FFmpeg does not know the codec.
    case none
    /// Any other codec that FFmpeg knows.
    case other
}
