/// What the two fields of a picture show about their times, compared with the previous picture: a letter, to keep
/// results short.
package enum FieldSign: Character, Hashable, Sendable, CaseIterable {
    /// Too little moves, or it moves in no clear way.
    case unclear = "-"
    /// Both fields show one instant.
    case progressive = "p"
    /// The lower field shows a later instant than the upper one.
    case topFirst = "t"
    /// The upper field shows a later instant than the lower one.
    case bottomFirst = "b"
    /// The upper field repeats that of the previous picture, the lower one is new.
    case topRepeated = "T"
    /// The lower field repeats that of the previous picture, the upper one is new.
    case bottomRepeated = "B"
}
