import Storage

extension PictureType {
    /// The requested slice type that results in this one with temporal levels; nil for types that never result.
    var plannedKind: PlannedPicture.Kind? {
        switch self {
        case .idr: .idr
        case .predicted: .predicted
        case .referencedB, .b: .bidirectional
        case .intra: nil
        }
    }
}
