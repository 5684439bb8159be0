/// One record of a store: a line of `granary storage dump`.
package enum StoreEntry: Hashable, Sendable {
    /// A record of multi-pass storage: a frame.
    case frame(FrameRecord)
    /// A record of a silo: a sample without its bytes.
    case sample(SampleHeader)
}

extension StoreEntry: Encodable {
    /// Writes the record itself without its kind: all records of a store are of one kind.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .frame(let record): try record.encode(to: encoder)
        case .sample(let header): try header.encode(to: encoder)
        }
    }
}
