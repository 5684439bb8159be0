/// Which ranges of a film are decoded again for each lower temporal level.
package enum LevelVerification: String, Sendable, CaseIterable {
    /// All ranges of films shorter than two minutes, every eighth range of longer ones.
    case sample
    /// All ranges.
    case all

    /// Whether to decode a range of a film at every level.
    package func isDue(range: Int, filmSeconds: Double) -> Bool {
        self == .all || filmSeconds < 120 || range % 8 == 0
    }
}
