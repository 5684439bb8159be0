extension ColourDescription {
    /// How a later picture of a film contradicts this description, which is that of the first picture: one clause each,
    /// as in `transfer from bt709 to smpte2084`. Empty if both mean the same.
    ///
    /// An unspecified value in the later picture is no contradiction. A specified value is one if the first picture
    /// does not specify it, except for limited range, which is the default (ISO/IEC 23008-2 E.3.1). Codes with the same
    /// meaning are equal: primaries 6 and 7, matrices 5 and 6, transfers 1, 6, 14 and 15 (H.273 8.1 to 8.3).
    ///
    /// - Parameter preferred: The transfer that SEI 147 prefers to a BT.709-like one; decoders report either of the
    ///   two.
    package func changes(to later: ColourDescription, preferredTransfer preferred: UInt8? = nil) -> [String] {
        let (first, other) = (withoutReservedCodes, later.withoutReservedCodes)
        var likeBT709: Set<UInt8> = [1, 6, 14, 15]
        if let preferred { likeBT709.insert(preferred) }
        let clauses = [
            change("primaries", first.primaries, other.primaries, ColourNames.primaries, alike: [6, 7]),
            change("transfer", first.transfer, other.transfer, ColourNames.transfers, alike: likeBT709),
            change("matrix", first.matrix, other.matrix, ColourNames.matrices, alike: [5, 6]),
        ]
        guard let range = other.isFullRange, range != first.isFullRange ?? false else {
            return clauses.compactMap(\.self)
        }
        return clauses.compactMap(\.self) + ["range from \(range ? "limited to full" : "full to limited")"]
    }

    private func change(
        _ subject: String,
        _ first: UInt8,
        _ later: UInt8,
        _ names: [String: UInt8],
        alike: Set<UInt8>
    ) -> String? {
        guard later != 2, later != first, !alike.isSuperset(of: [first, later]) else { return nil }
        func name(_ code: UInt8) -> String { code == 2 ? "unspecified" : ColourNames.name(of: code, in: names) }
        return "\(subject) from \(name(first)) to \(name(later))"
    }
}
