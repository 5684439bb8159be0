/// What a reader can know about a sample without parsing it.
package struct SampleFlags: OptionSet, Hashable, Sendable, Codable {
    /// One bit per flag.
    package let rawValue: UInt32

    /// Creates a set from its bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Decoding can start here: IDR (ISO/IEC 14496-12 8.6.2).
    package static let sync = SampleFlags(rawValue: 1 << 0)
    /// No other sample refers to this one.
    package static let disposable = SampleFlags(rawValue: 1 << 1)
    /// The sample refers to no other one: all of its slices are intra.
    package static let intra = SampleFlags(rawValue: 1 << 2)
}
