package import Media

extension ResolvedJob {
    /// The sound tracks of the source that the film carries, as positions in `SourceDescription.audio`, ascending.
    package func carriedSound(of source: SourceDescription) -> [Int] { audio.carriedTracks(of: source, in: container) }

    /// Those of them that are encoded and not copied.
    package func encodedSound(of source: SourceDescription) -> Set<Int> {
        Set(carriedSound(of: source).filter { audio.fate(of: source.audio[$0], in: container) == .encoded })
    }

    /// What of the source the film does not have, one line each, for the report.
    package func losses(of source: SourceDescription) -> [String] {
        source.losses + [source.video.lossOfRGB(in: encoder.colour)].compactMap(\.self)
            + audio.losses(of: source, in: container)
    }
}
