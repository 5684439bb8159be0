package import Media

/// A clip that exists: its file, checksum and description.
package struct FoundClip: Hashable, Sendable {
    /// Its entry in the suite.
    package var clip: BenchClip
    /// Absolute path of the file.
    package var path: String
    /// SHA-256 of the file.
    package var sha256: String
    /// Its description from the probe.
    package var source: SourceDescription

    /// Creates a found clip.
    package init(clip: BenchClip, path: String, sha256: String, source: SourceDescription) {
        self.clip = clip
        self.path = path
        self.sha256 = sha256
        self.source = source
    }

    /// Presented duration in seconds.
    package var seconds: Double { source.video.timeline.timeRange.duration.seconds }
}
