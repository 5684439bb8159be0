package import Media

/// What the muxer must know of a movie before its first sample.
package struct MovieConfiguration: Hashable, Sendable {
    /// The video track, track id 1.
    package var video: VideoTrackConfiguration
    /// The sound tracks, track ids from 2 on. Unless they say otherwise, the first is enabled and the others are its
    /// alternatives.
    package var audio: [AudioTrackConfiguration]

    /// Further tracks behind these.
    package var side: [SideTrackConfiguration]
    /// Chapters for user data, beside the track of them; empty for none.
    package var chapters: [Chapter]
    /// What the movie says of itself as a whole.
    package var metadata: [MetadataItem]
    /// The file format.
    package var container: MovieContainer

    /// Creates a configuration.
    package init(
        video: VideoTrackConfiguration,
        audio: [AudioTrackConfiguration] = [],
        side: [SideTrackConfiguration] = [],
        chapters: [Chapter] = [],
        metadata: [MetadataItem] = [],
        container: MovieContainer = .mp4
    ) {
        self.video = video
        self.audio = audio
        self.side = side
        self.chapters = chapters
        self.metadata = metadata
        self.container = container
    }
}
