extension ColourDescription {
    /// These tags, completed with the other's where they are unspecified.
    package func filled(from other: ColourDescription) -> ColourDescription {
        ColourDescription(
            primaries: primaries == 2 ? other.primaries : primaries,
            transfer: transfer == 2 ? other.transfer : transfer,
            matrix: matrix == 2 ? other.matrix : matrix,
            isFullRange: isFullRange ?? other.isFullRange
        )
    }

    /// These tags with 2 (unspecified) for each reserved code, as a decoder must read it (ISO/IEC 23008-2 E.3.1).
    package var withoutReservedCodes: ColourDescription {
        ColourDescription(
            primaries: hasReservedPrimaries ? 2 : primaries,
            transfer: ColourDescription.isReserved(transfer: transfer) ? 2 : transfer,
            matrix: hasReservedMatrix ? 2 : matrix,
            isFullRange: isFullRange
        )
    }

    /// Whether primaries are reserved (H.273 8.1).
    package var hasReservedPrimaries: Bool { !((1...12).contains(primaries) && primaries != 3 || primaries == 22) }

    /// Whether the matrix is reserved (H.273 8.3).
    package var hasReservedMatrix: Bool { matrix == 3 || matrix > 17 }

    /// Whether a code of transfer characteristics is reserved (H.273 8.2).
    package static func isReserved(transfer: UInt8) -> Bool { transfer == 0 || transfer == 3 || transfer > 18 }
}

extension ColourDescription: CustomStringConvertible {
    /// The names of the codes, as in "bt2020, smpte2084, bt2020nc, limited range".
    package var description: String {
        let names = [
            ColourNames.name(of: primaries, in: ColourNames.primaries),
            ColourNames.name(of: transfer, in: ColourNames.transfers),
            ColourNames.name(of: matrix, in: ColourNames.matrices),
        ]
        let range = isFullRange.map { $0 ? ", full range" : ", limited range" } ?? ""
        return names.joined(separator: ", ") + range
    }
}
