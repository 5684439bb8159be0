import Session

/// What a session learned about its part of a film: the input of `RateAllocating`.
///
/// A report is a value that can be encoded, as JSON for example, and sent to another process: about two kilobytes for
/// each group of pictures and pass. What is decoded is checked, and an impossible report is refused with a
/// `DecodingError`. From any thread.
public struct PartReport: Hashable, Sendable, Codable {
    /// A closed group of pictures of the part.
    public struct Group: Hashable, Sendable {
        /// When it is presented.
        public let timeRange: TimeRange
        /// Bits of its samples; nil before it has any.
        public let sampleBits: Int?
        /// Bits that the model of the newest pass over the group expects at the quantiser parameters 0, 1, 2, ... 69 of
        /// an average P picture; never rising. The model of an analysis is wrong by up to a fifth. Empty if there is no
        /// model.
        public let expectedBits: [Double]
    }

    let wrapped: FilmPart

    init(_ wrapped: FilmPart) { self.wrapped = wrapped }

    /// Number of the session's last finished pass, from 1.
    public var pass: Int { wrapped.pass }
    /// When the frames of the part are presented.
    public var timeRange: TimeRange { TimeRange(wrapped.timeRange) }
    /// Bits of all samples of the part that count; nil before every frame has one.
    public var sampleBits: Int? { wrapped.bits }
    /// The groups of the part, in the order of presentation.
    public var groups: [Group] {
        (0..<wrapped.groupCount).map { group in
            Group(
                timeRange: TimeRange(wrapped.timeRange(ofGroup: group)),
                sampleBits: wrapped.bits(ofGroup: group),
                expectedBits: (0...69).compactMap { wrapped.plannedBits(ofGroup: group, atQuantizer: Double($0)) }
            )
        }
    }

    /// Reads what `encode(to:)` wrote. Throws a `DecodingError` for what no session writes.
    public init(from decoder: any Decoder) throws { wrapped = try FilmPart(from: decoder) }

    /// Writes what `init(from:)` reads. The layout is that of one version of the library.
    public func encode(to encoder: any Encoder) throws { try wrapped.encode(to: encoder) }
}
