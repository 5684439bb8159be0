/// What an export would do. `ExportSession.plan` computes it before anything is encoded for good.
public struct ExportPlan: Hashable, Sendable {
    /// A setting that was open, and what it became.
    public struct Resolution: Hashable, Sendable {
        /// The key of a manifest, as in `video.bitDepth`.
        public let key: String
        /// Its value.
        public let value: String
        /// Why it has this value.
        public let reason: String
    }

    /// Most passes.
    public let maximumPasses: Int
    /// Why there are so many: one sentence. Of a single pass, why no more are needed.
    public let passesReason: String
    /// Estimated length of the new film in bytes.
    public let estimatedByteCount: Int64
    /// How far the length may differ from the estimate, as a fraction of it; nil if that is unknown.
    public let estimateUncertainty: Double?
    /// Where the estimate comes from, in words.
    public let estimateBasis: String
    /// Every setting that was open.
    public let resolutions: [Resolution]
    /// What of the source the new film cannot have: one sentence each.
    public let losses: [String]

    /// True if frames are encoded in several passes.
    public var performsMultiplePasses: Bool { maximumPasses > 1 }
}
