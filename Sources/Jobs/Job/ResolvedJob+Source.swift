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
            rate: rate,
            optimize: optimize,
            passes: passes,
            ranges: ranges,
            audio: audio,
            container: container
        ).digest == id
    }
}
