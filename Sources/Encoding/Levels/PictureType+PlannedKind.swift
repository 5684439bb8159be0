import Storage

extension PictureType {
    /// The slice type that was forced where temporal levels led to this one; nil for what they never lead to.
    var plannedKind: PlannedPicture.Kind? {
        switch self {
        case .idr: .idr
        case .predicted: .predicted
        case .referencedB, .b: .bidirectional
        case .intra: nil
        }
    }
}
