package import Media

extension ResolvedJob {
    /// Resolves everything that a manifest leaves open, for one source and one encoder.
    ///
    /// Throws a `ManifestError` that lists everything that contradicts the source or the encoder, each with its
    /// position in the manifest.
    package static func resolving(
        _ manifest: Manifest,
        source: SourceDescription,
        capabilities: EncoderCapabilities
    ) throws(ManifestError) -> ResolvedJob {
        var resolver = JobResolver(manifest: manifest, source: source, capabilities: capabilities)
        let job = resolver.resolve()
        guard resolver.issues.isEmpty else {
            throw ManifestError(file: manifest.file, issues: resolver.issues, kind: resolver.kind)
        }
        return job
    }
}
