import Foundation
import Media

extension MovieReader {
    /// An audio track of a film. The counterpart of an AVAssetTrack with audio.
    public struct AudioDescription: Hashable, Sendable {
        let wrapped: AudioTrack

        /// Number of the track in `MovieReader.audio`, from 0.
        public let index: Int
        /// FFmpeg's name of the codec, as in `aac`.
        public var codec: String { wrapped.codec }
        /// Language as ISO 639-2/T, as in `eng`; `und` if unspecified.
        public var language: String { wrapped.language }
        /// Name of the track; nil if it has none.
        public var title: String? { wrapped.title }
        /// Samples per second.
        public var sampleRate: Int { wrapped.sampleRate }
        /// Number of channels.
        public var channelCount: Int { wrapped.channelCount }
        /// Number of packets.
        public var packetCount: Int { wrapped.packetCount }
        /// When it is heard on the clock of the pictures: without priming and padding. It may begin before 0.
        public var timeRange: TimeRange { TimeRange(wrapped.presentedRange) }
        /// Ticks per second of the times of its packets.
        public var timescale: Int32 { wrapped.timescale }
        /// Highest bit rate over any second, and the average, in bit/s; 0 if unknown.
        public var bitRate: (maximum: Int, average: Int) { (wrapped.maximumBitRate, wrapped.averageBitRate) }
        /// Whether it is played by default; nil if the film does not say.
        public var isEnabled: Bool? { wrapped.isEnabled }
        /// Why its packets cannot be read, in words; nil if they can.
        public var obstacle: String? { wrapped.obstacle }

        init(_ wrapped: AudioTrack, index: Int) {
            self.wrapped = wrapped
            self.index = index
        }
    }

    /// The packets of an audio track, from the first one on, priming included. Several may be read at the same time.
    ///
    /// - Throws: `unsupportedFilm` if the track has an obstacle, or `missing`, `mismatch` or `system` for the file.
    public func audioPackets(of track: AudioDescription) throws -> AudioPackets {
        guard audio.indices.contains(track.index), audio[track.index] == track else {
            throw GranaryError(
                .misuse,
                attempted: "read an audio track",
                subject: url.path,
                cause: "the track is not one of the film's \(audio.count)"
            )
        }
        return try AudioPackets(track, of: source)
    }
}
