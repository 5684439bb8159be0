import HEVC

/// Puts a movie together: the video samples of its user, and the content of its other tracks.
///
///     var assembly = try MovieAssembly(configuration, audio: audio)
///     try assembly.muxer.append(sample)               // for each sample, in decode order
///     let layout = try assembly.layOut()
///     let file = try FilmFile(creating: path, byteCount: layout.totalByteCount)
///     try assembly.write(layout, to: file.write) { interleaver in try interleaver.writeVideo(bytes) }
package struct MovieAssembly {
    /// Takes the video samples.
    package var muxer: MovieMuxer
    private let audio: [TrackContent]
    private let side: [TrackContent]

    /// Begins a movie.
    ///
    /// - Parameters:
    ///   - audio: the packets of the configured audio tracks, in their order; they must not be read yet.
    ///   - side: the samples of the configured side tracks.
    package init(
        _ configuration: MovieConfiguration,
        audio: [TrackContent] = [],
        side: [TrackContent] = []
    ) throws(MovieError) {
        guard audio.count == configuration.audio.count, side.count == configuration.side.count else {
            throw MovieError(.invalidConfiguration, "tracks", "their number is not that of the configuration")
        }
        self.audio = audio
        self.side = side
        muxer = try MovieMuxer(configuration)
    }

    /// Adds the other tracks after the last video sample.
    ///
    /// - Returns: the header, and the place of each sample.
    package mutating func layOut() throws(MovieError) -> MovieLayout {
        for (number, track) in audio.enumerated() {
            for packet in track.packets {
                try muxer.appendAudio(track: number, byteCount: packet.byteCount, duration: packet.duration)
            }
        }
        for (number, track) in side.enumerated() {
            for sample in track.packets {
                try muxer.appendSide(track: number, byteCount: sample.byteCount, duration: sample.duration)
            }
        }
        return try muxer.finish()
    }

    /// Writes the header and all samples.
    ///
    /// - Parameters:
    ///   - layout: from `layOut()`.
    ///   - write: appends bytes to the file.
    ///   - writeVideo: writes every video sample, in the order in which they were appended.
    package func write(
        _ layout: MovieLayout,
        to write: @escaping (RawSpan) throws -> Void,
        video writeVideo: (inout Interleaver) throws -> Void
    ) throws {
        try layout.header.withRawSpan { try write($0) }
        var interleaver = Interleaver(layout: layout, write: write)
        interleaver.audioTrackCount = audio.count
        let others = audio + side
        interleaver.nextPacket = { track in try others[track].next() }
        try writeVideo(&interleaver)
        try interleaver.finish()
    }
}
