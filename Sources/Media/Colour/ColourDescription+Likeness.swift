extension ColourDescription {
    /// Whether the primaries, the transfer and the matrix are the same.
    package func hasColours(of other: ColourDescription) -> Bool {
        primaries == other.primaries && transfer == other.transfer && matrix == other.matrix
    }

    /// Whether the primaries, the transfer and the matrix mean the same, by the rules of `changes(to:)`.
    package func isAlike(to other: ColourDescription) -> Bool {
        var (own, other) = (self, other)
        (own.isFullRange, other.isFullRange) = (nil, nil)
        return own == other || own.changes(to: other).isEmpty && other.changes(to: own).isEmpty
    }

    /// Whether the primaries, the transfer and the matrix are all specified.
    package var isSpecified: Bool { ![primaries, transfer, matrix].contains(2) }
}
