/// The reference picture set of a picture, by picture order counts: the five lists of ISO/IEC 23008-2 8.3.2, and the
/// reference picture lists that slices build from them (8.3.4).
package struct ReferencePictureSet: Hashable, Sendable {
    /// How a picture is identified.
    package enum Name: Hashable, Sendable {
        /// A short-term picture, by its picture order count.
        case shortTerm(Int)
        /// A long-term picture, by its picture order count.
        case longTerm(Int)
        /// A long-term picture, by the low bits of its picture order count.
        case longTermLow(Int)
    }

    /// RefPicSetStCurrBefore: nearest first.
    package var currentBefore: [Name] = []
    /// RefPicSetStCurrAfter: nearest first.
    package var currentBehind: [Name] = []
    /// RefPicSetLtCurr.
    package var currentLongTerm: [Name] = []
    /// RefPicSetStFoll and RefPicSetLtFoll: kept for later pictures; they may be missing.
    package var kept: [Name] = []

    /// The pictures that the current picture may refer to.
    package var current: [Name] { currentBefore + currentBehind + currentLongTerm }

    /// The reference picture set of a slice header. `orderCount` is that of the slice's own picture.
    package init(_ references: SliceReferences, orderCount: Int, orderCountBits: Int) {
        func divide(_ entries: [ShortTermReferences.Entry]) -> [Name] {
            kept += entries.filter { !$0.isUsedByCurrent }.map { .shortTerm(orderCount + $0.delta) }
            return entries.filter(\.isUsedByCurrent).map { .shortTerm(orderCount + $0.delta) }
        }
        currentBefore = divide(references.shortTerm.before)
        currentBehind = divide(references.shortTerm.behind)
        let cycle = 1 << orderCountBits
        for entry in references.longTerm {
            let name: Name
            if let cycles = entry.cyclesBack {
                let start = orderCount & ~(cycle - 1)
                name = .longTerm(start - cycles * cycle + entry.orderCountLow)
            } else {
                name = .longTermLow(entry.orderCountLow)
            }
            if entry.isUsedByCurrent { currentLongTerm.append(name) } else { kept.append(name) }
        }
    }

    /// RefPicList0 or RefPicList1 of a slice: the pictures that its blocks can refer to. Empty if the slice has no such
    /// list.
    package func list(_ list: Int, of references: SliceReferences) -> [Name] {
        let candidates =
            (list == 0 ? currentBefore + currentBehind : currentBehind + currentBefore) + currentLongTerm
        guard !candidates.isEmpty else { return [] }
        return (0..<references.activeCounts[list]).map { index in
            let entry = references.listEntries[list].map { $0[index] } ?? index
            return candidates[entry % candidates.count]
        }
    }
}
