package import Media

extension ResolvedJob {
    /// The audio tracks of the source that the film carries, as positions in `SourceDescription.audio`, ascending.
    package func carriedAudio(of source: SourceDescription) -> [Int] { audio.carriedTracks(of: source, in: container) }

    /// The carried tracks that are encoded instead of copied.
    package func encodedAudio(of source: SourceDescription) -> Set<Int> {
        Set(carriedAudio(of: source).filter { audio.fate(of: source.audio[$0], in: container) == .encoded })
    }

    /// What the film loses of the source, one line each, for the report.
    package func losses(of source: SourceDescription) -> [String] {
        source.losses(keeping: keptMetadata) + [source.video.lossOfRGB(in: encoder.colour)].compactMap(\.self)
            + audio.losses(of: source, in: container)
    }
}
