/// Which ranges of a film are decoded once more for each lower temporal level.
package enum LevelVerification: String, Sendable, CaseIterable {
    /// All ranges of films under two minutes, every eighth range of longer ones.
    case sample
    /// All ranges.
    case all

    /// Whether a range of a film is to be decoded at every level.
    package func isDue(range: Int, filmSeconds: Double) -> Bool {
        self == .all || filmSeconds < 120 || range % 8 == 0
    }
}
