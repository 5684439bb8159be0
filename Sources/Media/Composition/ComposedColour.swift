/// The colours of a film that is made of several.
///
/// HDR wins over SDR, and HLG over PQ. Of films with the same transfer, one with a mastering display wins over one
/// without. The gamut is the widest of all films, so no film loses a colour.
package struct ComposedColour: Hashable, Sendable {
    /// The colours of the film. The range is full only if that of all films is.
    package let colour: ColourDescription
    /// The film that decided the transfer, by its number.
    package let winner: Int
    /// Whether the films have different colours.
    package let isMixed: Bool

    /// Decides for films by their colours as Y'CbCr. Precondition: there is at least one.
    package init(_ films: [(colour: ColourDescription, hasMasteringDisplay: Bool)]) {
        precondition(!films.isEmpty, "a source has at least one film")
        let first = films[0].colour
        isMixed = films.contains { !$0.colour.isAlike(to: first) }
        let isFullRange = films.allSatisfy { $0.colour.isFullRange == first.isFullRange } ? first.isFullRange : false
        // The first of equals.
        func rank(_ index: Int) -> (Int, Int, Int, Int) {
            let film = films[index]
            return (film.colour.transferRank, film.hasMasteringDisplay ? 1 : 0, film.colour.gamutRank, -index)
        }
        let winner = films.indices.max { rank($0) < rank($1) } ?? 0
        let widest = films.indices.max { left, right in
            (films[left].colour.gamutRank, left == winner ? 1 : 0, -left)
                < (films[right].colour.gamutRank, right == winner ? 1 : 0, -right)
        }
        var colour = films[winner].colour
        if let widest, films[widest].colour.gamutRank > colour.gamutRank {
            (colour.primaries, colour.matrix) = (films[widest].colour.primaries, films[widest].colour.matrix)
        }
        colour.isFullRange = isFullRange
        (self.colour, self.winner) = (colour, winner)
    }
}

extension ColourDescription {
    /// SDR, PQ, HLG.
    fileprivate var transferRank: Int {
        switch transfer {
        case 18: 2
        case 16: 1
        default: 0
        }
    }

    /// Wider gamuts have higher numbers: those of older television, BT.709, P3, BT.2020.
    fileprivate var gamutRank: Int {
        switch primaries {
        case 9: 3
        case 11, 12: 2
        case 1: 1
        default: 0
        }
    }
}
