package import Media

extension ResolvedJob {
    /// Whether the job is over this source and no other: its id says so.
    package func isOver(_ source: SourceIdentity) -> Bool {
        JobIdentity(
            source: source,
            part: part,
            encoder: encoder,
            measuresLight: measuresLight == true,
            rate: rate,
            optimize: optimize,
            passes: passes,
            ranges: ranges,
            audio: audio,
            container: container
        ).digest == id
    }
}
