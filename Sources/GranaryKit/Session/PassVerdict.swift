/// The result of `CompressionSession.endPass`.
public struct PassVerdict: Hashable, Sendable {
    /// The time ranges that another pass should encode: half-open, ascending, disjoint, each from the beginning of a
    /// closed group of pictures to the end of one. Empty if no further pass is requested. They are ranges of
    /// presentation time and, in a silo, of decode time.
    public let timeRangesForNextPass: [TimeRange]

    /// True if another pass is requested.
    public var furtherPassesRequested: Bool { !timeRangesForNextPass.isEmpty }
}
