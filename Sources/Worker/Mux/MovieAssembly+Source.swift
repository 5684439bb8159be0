import ISOMedia
import Intake
import Media

extension MovieAssembly {
    /// Begins a movie with audio, side tracks, chapters and metadata of a source; reads the side tracks.
    ///
    /// - Parameters:
    ///   - video: the video track.
    ///   - audio: the audio tracks; they must not be read yet.
    ///   - container: MP4 or QuickTime.
    init(
        _ video: VideoTrackConfiguration,
        audio: FilmAudio,
        of source: SourceDescription,
        as container: MovieContainer
    ) throws {
        let side = try FilmSideTrack.tracks(of: source, shown: video.shownSize)
        let configuration = MovieConfiguration(
            video: video,
            audio: try audio.tracks.map { try AudioTrackConfiguration($0.track) },
            side: side.map(\.configuration),
            chapters: source.chapters ?? [],
            metadata: source.metadata ?? [],
            container: container
        )
        try self.init(configuration, audio: audio.tracks.map(\.content), side: side.map(\.content))
    }
}
