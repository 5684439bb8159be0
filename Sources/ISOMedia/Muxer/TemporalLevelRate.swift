/// The rates of the samples of a temporal level together with those below it.
struct TemporalLevelRate: Hashable, Sendable {
    /// Highest rate over any second, in bit/s.
    var maximumBitRate: UInt64
    /// Average in bit/s.
    var averageBitRate: UInt64
    /// Frames in 256 seconds, to the nearest.
    var framesIn256Seconds: UInt64
    /// Whether the pictures are presented at equal distances, from the first to the last.
    var isConstant: Bool
}
