/// One record of a store: a line of `granary storage dump`.
package enum StoreEntry: Hashable, Sendable {
    /// What multi-pass storage has of a frame.
    case frame(FrameRecord)
    /// What a silo has of a sample, without its bytes.
    case sample(SampleHeader)
}

extension StoreEntry: Encodable {
    /// Writes the record itself, without a word of its kind: all records of a store are of one kind.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .frame(let record): try record.encode(to: encoder)
        case .sample(let header): try header.encode(to: encoder)
        }
    }
}
