extension ColourDescription {
    /// Whether the primaries, the transfer and the matrix are the same.
    package func hasColours(of other: ColourDescription) -> Bool {
        primaries == other.primaries && transfer == other.transfer && matrix == other.matrix
    }

    /// Whether the primaries, the transfer and the matrix mean the same: codes that stand for the same curve or matrix
    /// are equal (H.273 8.1 to 8.3).
    package func isAlike(to other: ColourDescription) -> Bool {
        withSimplestCodes.hasColours(of: other.withSimplestCodes)
    }

    /// The same colours by the lowest of the codes that have one meaning.
    private var withSimplestCodes: ColourDescription {
        var colour = self
        if primaries == 7 { colour.primaries = 6 }
        if [6, 14, 15].contains(transfer) { colour.transfer = 1 }
        if matrix == 6 { colour.matrix = 5 }
        return colour
    }

    /// Whether the primaries, the transfer and the matrix are all specified.
    package var isSpecified: Bool { ![primaries, transfer, matrix].contains(2) }
}
