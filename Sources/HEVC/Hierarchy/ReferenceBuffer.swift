/// The reference pictures of a decoder, without decoding: which are kept, and the level of each (ISO/IEC 23008-2
/// 8.3.2). Holds at most one picture more than a reference picture set can have.
struct ReferenceBuffer: Sendable {
    /// A picture that later ones may refer to.
    struct Picture: Hashable, Sendable {
        /// Position in decode order.
        var accessUnit: Int
        var orderCount: Int
        var header: NALUnitHeader
        var isLongTerm = false

        var level: UInt8 { header.temporalID }
    }

    private(set) var pictures: [Picture] = []

    /// Removes all pictures, as an IRAP picture does at which decoding starts anew.
    mutating func removeAll() { pictures.removeAll() }

    /// Keeps a picture that was just decoded.
    mutating func add(_ picture: Picture) { pictures.append(picture) }

    /// The picture with a name, if it is present.
    func picture(_ name: ReferencePictureSet.Name, orderCountBits: Int) -> Picture? {
        switch name {
        case .shortTerm(let count): pictures.last { !$0.isLongTerm && $0.orderCount == count }
        case .longTerm(let count): pictures.last { $0.orderCount == count }
        case .longTermLow(let low): pictures.last { $0.orderCount & ((1 << orderCountBits) - 1) == low }
        }
    }

    /// Keeps only the pictures of a set, and marks its long-term pictures.
    mutating func keep(_ set: ReferencePictureSet, orderCountBits: Int) {
        var kept: [Picture] = []
        for name in set.current + set.kept {
            guard var picture = picture(name, orderCountBits: orderCountBits) else { continue }
            if case .shortTerm = name {} else { picture.isLongTerm = true }
            if !kept.contains(where: { $0.accessUnit == picture.accessUnit }) { kept.append(picture) }
        }
        pictures = kept
    }
}
