import ISOMedia
import Media

/// Writes the samples of all tracks in the order of the layout, while the video comes by in decode order.
struct Interleaver {
    private let layout: MovieLayout
    private let file: FilmFile
    private var chunk = 0
    private var videoSample = 0

    /// The next packet of a sound track, counted from 0; nil after its last.
    var nextPacket: (Int) throws -> [UInt8]? = { _ in nil }

    init(layout: MovieLayout, file: FilmFile) {
        self.layout = layout
        self.file = file
    }

    /// Writes the next video sample, after the sound that goes before it.
    mutating func writeVideo(_ bytes: RawSpan) throws {
        try writeAudioChunks()
        guard chunk < layout.chunks.count, layout.chunks[chunk].samples.contains(videoSample) else {
            throw disorder("video sample \(videoSample)")
        }
        try file.write(bytes)
        videoSample += 1
        if videoSample == layout.chunks[chunk].samples.upperBound { chunk += 1 }
    }

    /// Writes what sound is left, and checks that nothing is missing.
    mutating func finish() throws {
        try writeAudioChunks()
        guard chunk == layout.chunks.count else { throw disorder("chunk \(chunk) of \(layout.chunks.count)") }
    }

    private mutating func writeAudioChunks() throws {
        while chunk < layout.chunks.count, layout.chunks[chunk].track > 0 {
            let current = layout.chunks[chunk]
            var written: UInt64 = 0
            for _ in current.samples {
                guard let packet = try nextPacket(current.track - 1) else {
                    throw disorder("sound track \(current.track)")
                }
                try file.write(packet)
                written += UInt64(packet.count)
            }
            guard written == current.byteCount else { throw disorder("sound track \(current.track)") }
            chunk += 1
        }
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
