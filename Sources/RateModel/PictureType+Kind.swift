import Storage

extension PictureType {
    /// The three kinds of pictures between which libx265 keeps ratios of quantiser scales.
    enum Kind: Hashable {
        case intra
        case predicted
        case bidirectional
    }

    /// The kind of this type.
    var kind: Kind {
        switch self {
        case .idr, .intra: .intra
        case .predicted: .predicted
        case .referencedB, .b: .bidirectional
        }
    }
}
