package import Media

extension ResolvedJob {
    /// Whether the job is for this source, which its id depends on.
    package func isOver(_ source: SourceIdentity) -> Bool {
        JobIdentity(
            source: source,
            part: part,
            encoder: encoder,
            measuresLight: measuresLight == true,
            dynamicMetadata: dynamicMetadata,
            colours: colours,
            isPlaced: isPlaced == true,
            rate: rate,
            optimize: optimize,
            passes: passes,
            ranges: ranges,
            audio: audio,
            stills: stills,
            container: container
        ).digest == id
    }

    /// The number of the terms by which the colours of a film are converted; nil if they stay.
    package func terms(for film: SourceDescription) -> Int? {
        colours?.firstIndex { $0.areFor(film.video.colourAsYCbCr) }
    }
}
