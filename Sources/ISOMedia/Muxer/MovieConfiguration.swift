package import Media

/// The configuration of a movie for the muxer.
package struct MovieConfiguration: Hashable, Sendable {
    /// The video track, track ID 1.
    package var video: VideoTrackConfiguration
    /// The audio tracks, track IDs from 2 on. By default the first is enabled and the others are its alternatives.
    package var audio: [AudioTrackConfiguration]

    /// Further tracks after these.
    package var side: [SideTrackConfiguration]
    /// Chapters for user data, in addition to the chapter track; empty if there are none.
    package var chapters: [Chapter]
    /// The tags of the movie.
    package var metadata: [MetadataItem]
    /// The file format.
    package var container: MovieContainer
    /// What makes the movie an image sequence, in MP4 and without other tracks; nil for a film.
    package var imageSequence: ImageSequenceHeader?

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
