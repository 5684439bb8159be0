package import Media

/// What the muxer must know of a movie before its first sample.
package struct MovieConfiguration: Hashable, Sendable {
    /// The video track, track id 1.
    package var video: VideoTrackConfiguration
    /// The sound tracks, track ids from 2 on. The first is enabled, the others are its alternatives.
    package var audio: [AudioTrackConfiguration]

    /// The file format.
    package var container: MovieContainer

    /// Creates a configuration.
    package init(
        video: VideoTrackConfiguration,
        audio: [AudioTrackConfiguration] = [],
        container: MovieContainer = .mp4
    ) {
        self.video = video
        self.audio = audio
        self.container = container
    }
}
