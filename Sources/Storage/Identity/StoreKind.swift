/// What a store holds.
package enum StoreKind: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// What the encoder learned: one record per frame.
    case multiPass = 1
    /// Compressed samples in decode order.
    case silo = 2
    /// The dynamic HDR metadata of a film: one record per frame.
    case dynamicMetadata = 3

    /// The suffix of published files of this kind, without a dot.
    package var suffix: String {
        switch self {
        case .multiPass: "multipass"
        case .silo: "silo"
        case .dynamicMetadata: "metadata"
        }
    }

    /// The name of the kind in a sentence.
    var name: String {
        switch self {
        case .multiPass: "multi-pass storage"
        case .silo: "frame silo"
        case .dynamicMetadata: "table of dynamic metadata"
        }
    }
}
