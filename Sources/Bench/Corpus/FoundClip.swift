package import Media

/// A clip that is there: its file, what it is, and its checksum.
package struct FoundClip: Hashable, Sendable {
    /// What the suite says of it.
    package var clip: BenchClip
    /// Absolute path of the file.
    package var path: String
    /// SHA-256 of the file.
    package var sha256: String
    /// What the probe found.
    package var source: SourceDescription

    /// Creates a found clip.
    package init(clip: BenchClip, path: String, sha256: String, source: SourceDescription) {
        self.clip = clip
        self.path = path
        self.sha256 = sha256
        self.source = source
    }

    /// Seconds that it is shown for.
    package var seconds: Double { source.video.timeline.timeRange.duration.seconds }
}
