import ISOMedia
import Intake
import Media

/// Puts a movie together: the video samples of its user, and audio, side tracks, chapters and metadata of a source.
///
///     var assembly = try MovieAssembly(video, audio: audio, of: source, as: .mp4)
///     try assembly.muxer.appendVideo(...)             // for each sample, in decode order
///     let layout = try assembly.layOut()
///     let file = try FilmFile(creating: path, byteCount: layout.totalByteCount)
///     try assembly.write(layout, to: file) { interleaver in try interleaver.writeVideo(bytes) }
struct MovieAssembly {
    /// Takes the video samples.
    var muxer: MovieMuxer
    private let audio: FilmAudio
    private let side: [FilmSideTrack]

    /// Reads the side tracks of a source.
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
        self.audio = audio
        side = try FilmSideTrack.tracks(of: source, shown: video.shownSize)
        muxer = try MovieMuxer(
            MovieConfiguration(
                video: video,
                audio: try audio.tracks.map { try AudioTrackConfiguration($0.track) },
                side: side.map(\.configuration),
                chapters: source.chapters ?? [],
                metadata: source.metadata ?? [],
                container: container
            )
        )
    }

    /// Adds the other tracks after the last video sample.
    ///
    /// - Returns: the header, and the place of each sample.
    mutating func layOut() throws -> MovieLayout {
        for (number, track) in audio.tracks.enumerated() {
            for packet in track.packets {
                try muxer.appendAudio(track: number, byteCount: packet.byteCount, duration: packet.duration)
            }
        }
        for (number, track) in side.enumerated() {
            for sample in track.samples {
                try muxer.appendSide(track: number, byteCount: sample.bytes.count, duration: sample.duration)
            }
        }
        return try muxer.finish()
    }

    /// Writes the header and all samples.
    ///
    /// - Parameters:
    ///   - layout: from `layOut()`.
    ///   - file: a file of the layout's size; it is not finished.
    ///   - writeVideo: writes every video sample, in the order in which they were appended.
    func write(
        _ layout: MovieLayout,
        to file: FilmFile,
        video writeVideo: (inout Interleaver) throws -> Void
    ) throws {
        try file.write(layout.header)
        var interleaver = Interleaver(layout: layout, file: file)
        var texts = side.map { $0.samples.makeIterator() }
        interleaver.audioTrackCount = audio.tracks.count
        interleaver.nextPacket = { [audio] track in
            guard track >= audio.tracks.count else { return try audio.tracks[track].next() }
            return texts[track - audio.tracks.count].next()?.bytes
        }
        try writeVideo(&interleaver)
        try interleaver.finish()
    }
}
