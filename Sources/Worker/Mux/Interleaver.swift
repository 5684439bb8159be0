import ISOMedia
import Media

/// Writes the samples of all tracks in the order of the layout, while the video comes by in decode order.
struct Interleaver {
    private let layout: MovieLayout
    private let file: FilmFile
    private var chunk = 0
    private var videoSample = 0

    /// Number of the sound tracks, which stand before all others.
    var soundTrackCount = Int.max

    /// The next packet of a track beside the video, counted from 0: first those of sound, then all others; nil after
    /// its last.
    var nextPacket: (Int) throws -> [UInt8]? = { _ in nil }

    init(layout: MovieLayout, file: FilmFile) {
        self.layout = layout
        self.file = file
    }

    /// Writes the next video sample, after what goes before it.
    mutating func writeVideo(_ bytes: RawSpan) throws {
        try writeOtherChunks()
        guard chunk < layout.chunks.count, layout.chunks[chunk].samples.contains(videoSample) else {
            throw disorder("video sample \(videoSample)")
        }
        try file.write(bytes)
        videoSample += 1
        if videoSample == layout.chunks[chunk].samples.upperBound { chunk += 1 }
    }

    /// Writes what is left of the other tracks, and checks that nothing is missing.
    mutating func finish() throws {
        try writeOtherChunks()
        guard chunk == layout.chunks.count else { throw disorder("chunk \(chunk) of \(layout.chunks.count)") }
    }

    private mutating func writeOtherChunks() throws {
        while chunk < layout.chunks.count, layout.chunks[chunk].track > 0 {
            let current = layout.chunks[chunk]
            var written: UInt64 = 0
            // By bytes: a packet of uncompressed sound is many samples, and never in two chunks.
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
        chunk.track <= soundTrackCount ? "sound track \(chunk.track)" : "text track \(chunk.track - soundTrackCount)"
    }

    private func disorder(_ subject: String) -> WorkError {
        WorkError(
            .badInput,
            attempted: "stitch the film",
            subject: subject,
            cause: "what is written now is not what was laid out a moment ago: the source or a silo changed meanwhile",
            remedy: "run the job again"
        )
    }
}
