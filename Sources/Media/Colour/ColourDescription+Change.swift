extension ColourDescription {
    /// In what a later picture of a film contradicts this, which the film's first picture says: one clause each, as in
    /// `transfer from bt709 to smpte2084`. Empty when both mean the same.
    ///
    /// A picture that says nothing contradicts nothing. What is said where the first picture is silent does, but for a
    /// limited range, which silence means (ISO/IEC 23008-2 E.3.1). Codes of the same meaning are alike: primaries 6 and
    /// 7, matrices 5 and 6, transfers 1, 6, 14 and 15 (H.273 8.1 to 8.3).
    ///
    /// - Parameter preferred: The transfer that SEI 147 prefers to a BT.709-like one; decoders name either of the two.
    public func changes(to later: ColourDescription, preferredTransfer preferred: UInt8? = nil) -> [String] {
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
