/// The files of a manifest, as far as they matter for the order in which films are made.
struct FilmFiles {
    /// Absolute paths of the films that it reads.
    let sources: Set<String>
    /// Absolute paths of the films that it makes.
    let outputs: Set<String>

    /// Whether it has to wait for an earlier one: it makes a film that the earlier one makes or reads, or reads one
    /// that the earlier one makes.
    func follows(_ earlier: FilmFiles) -> Bool {
        !outputs.isDisjoint(with: earlier.outputs) || !sources.isDisjoint(with: earlier.outputs)
            || !outputs.isDisjoint(with: earlier.sources)
    }
}
