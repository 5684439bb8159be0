import Storage

extension PictureType {
    /// The three kinds of pictures between which libx265 keeps ratios of quantiser scales.
    enum Kind: Hashable {
        case intra
        case predicted
        case bidirectional
    }

    /// Which of the three it is.
    var kind: Kind {
        switch self {
        case .idr, .intra: .intra
        case .predicted: .predicted
        case .referencedB, .b: .bidirectional
        }
    }
}
