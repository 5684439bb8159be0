/// What a picture's two fields show of their times, against the picture before it: a letter, so that results stay
/// short.
package enum FieldSign: Character, Hashable, Sendable, CaseIterable {
    /// Too little moves, or it moves in no clear way.
    case unclear = "-"
    /// Both fields show one instant.
    case progressive = "p"
    /// The lower field shows a later instant than the upper one.
    case topFirst = "t"
    /// The upper field shows a later instant than the lower one.
    case bottomFirst = "b"
    /// The upper field is that of the picture before it, the lower one is new.
    case topRepeated = "T"
    /// The lower field is that of the picture before it, the upper one is new.
    case bottomRepeated = "B"
}
