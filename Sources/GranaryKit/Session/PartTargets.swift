import Session

/// What a session encodes in its next pass, and with how many bits: the output of `RateAllocating`.
///
/// Targets are a value that can be encoded and sent to another process. A session checks targets before it takes them.
/// From any thread.
public struct PartTargets: Hashable, Sendable, Codable {
    let wrapped: PartAllocation

    init(_ wrapped: PartAllocation) { self.wrapped = wrapped }

    /// Number of the pass, from 2. A pass may come in two instalments of the same number, over different groups.
    public var pass: Int { wrapped.pass }
    /// The time ranges of the groups of pictures that the session encodes: half-open, ascending, disjoint. Empty if it
    /// has nothing to do.
    public var timeRanges: [TimeRange] { wrapped.timeRanges.map(TimeRange.init) }
    /// Bits that the samples of these groups should have together; nil if the goal is not a rate.
    public var bits: Int? { wrapped.bits }
    /// Why: one sentence for people, the same for all parts.
    public var explanation: String { wrapped.explanation }

    /// Reads what `encode(to:)` wrote. Throws a `DecodingError` for what no allocator writes.
    public init(from decoder: any Decoder) throws { wrapped = try PartAllocation(from: decoder) }

    /// Writes what `init(from:)` reads. The layout is that of one version of the library.
    public func encode(to encoder: any Encoder) throws { try wrapped.encode(to: encoder) }
}
