/// What a reader can know about a sample without parsing it.
public struct SampleFlags: OptionSet, Hashable, Sendable, Codable {
    /// One bit per flag.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Decoding can start here: IDR (ISO/IEC 14496-12 8.6.2).
    public static let sync = SampleFlags(rawValue: 1 << 0)
    /// No other sample refers to this one.
    public static let disposable = SampleFlags(rawValue: 1 << 1)
    /// The sample refers to no other one: all of its slices are intra.
    public static let intra = SampleFlags(rawValue: 1 << 2)
}
