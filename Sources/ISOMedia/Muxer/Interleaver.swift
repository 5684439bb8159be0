import HEVC

/// Writes the samples of all tracks in the order of the layout, as the video samples arrive in decode order.
package struct Interleaver {
    private let layout: MovieLayout
    private let write: (RawSpan) throws -> Void
    private var chunk = 0
    private var videoSample = 0

    /// Number of audio tracks, which come before the text tracks.
    package var audioTrackCount = Int.max

    /// The next packet of a track other than the video; nil after its last. Tracks count from 0: audio, then text.
    package var nextPacket: (Int) throws -> [UInt8]? = { _ in nil }

    /// Begins after the header of a layout.
    ///
    /// - Parameter write: appends bytes to the movie.
    package init(layout: MovieLayout, write: @escaping (RawSpan) throws -> Void) {
        self.layout = layout
        self.write = write
    }

    /// Writes the next video sample, after the chunks of other tracks that precede it.
    package mutating func writeVideo(_ bytes: RawSpan) throws {
        try writeOtherChunks()
        guard chunk < layout.chunks.count, layout.chunks[chunk].samples.contains(videoSample) else {
            throw disorder("video sample \(videoSample)")
        }
        try write(bytes)
        videoSample += 1
        if videoSample == layout.chunks[chunk].samples.upperBound { chunk += 1 }
    }

    /// Writes the remaining chunks of the other tracks, and checks that no sample is missing.
    package mutating func finish() throws {
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
                try packet.withRawSpan { try write($0) }
                written += UInt64(packet.count)
            }
            guard written == current.byteCount else { throw disorder(name(of: current)) }
            chunk += 1
        }
    }

    private func name(of chunk: MovieLayout.Chunk) -> String {
        chunk.track <= audioTrackCount ? "audio track \(chunk.track)" : "text track \(chunk.track - audioTrackCount)"
    }

    private func disorder(_ subject: String) -> MovieError {
        MovieError(.changed, subject, "its samples differ from the layout: the source changed while it was written")
    }
}
