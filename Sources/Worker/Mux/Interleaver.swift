import ISOMedia
import Media

/// Writes the samples of all tracks in the order of the layout, as the video samples arrive in decode order.
struct Interleaver {
    private let layout: MovieLayout
    private let file: FilmFile
    private var chunk = 0
    private var videoSample = 0

    /// Number of audio tracks, which come before the text tracks.
    var audioTrackCount = Int.max

    /// The next packet of a track other than the video; nil after its last. Tracks count from 0: audio, then text.
    var nextPacket: (Int) throws -> [UInt8]? = { _ in nil }

    init(layout: MovieLayout, file: FilmFile) {
        self.layout = layout
        self.file = file
    }

    /// Writes the next video sample, after the chunks of other tracks that precede it.
    mutating func writeVideo(_ bytes: RawSpan) throws {
        try writeOtherChunks()
        guard chunk < layout.chunks.count, layout.chunks[chunk].samples.contains(videoSample) else {
            throw disorder("video sample \(videoSample)")
        }
        try file.write(bytes)
        videoSample += 1
        if videoSample == layout.chunks[chunk].samples.upperBound { chunk += 1 }
    }

    /// Writes the remaining chunks of the other tracks, and checks that no sample is missing.
    mutating func finish() throws {
        try writeOtherChunks()
        guard chunk == layout.chunks.count else { throw disorder("chunk \(chunk) of \(layout.chunks.count)") }
    }

    private mutating func writeOtherChunks() throws {
        while chunk < layout.chunks.count, layout.chunks[chunk].track > 0 {
            let current = layout.chunks[chunk]
            var written: UInt64 = 0
            // Counted in bytes: a packet of uncompressed audio is many samples, and never in two chunks.
            while written < current.byteCount {
                guard let packet = try nextPacket(current.track - 1) else {
                    throw disorder(name(of: current))
                }
                try file.write(packet)
                written += UInt64(packet.count)
            }
            guard written == current.byteCount else { throw disorder(name(of: current)) }
            chunk += 1
        }
    }

    private func name(of chunk: MovieLayout.Chunk) -> String {
        chunk.track <= audioTrackCount ? "audio track \(chunk.track)" : "text track \(chunk.track - audioTrackCount)"
    }

    private func disorder(_ subject: String) -> WorkError {
        WorkError(
            .badInput,
            attempted: "stitch the film",
            subject: subject,
            cause: "its samples differ from the layout: the source or a silo changed while the film was written",
            remedy: "Run the job again."
        )
    }
}
