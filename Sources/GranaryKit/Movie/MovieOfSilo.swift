import Foundation
import HEVC
import ISOMedia
import Media
import Session
import Storage

/// A movie with the samples of a silo as its only track.
struct MovieOfSilo {
    private let format: FormatDescription
    private let encoder: EncoderSettings
    private let timescale: Int32

    /// Prepares the movie of a silo with samples.
    init(_ silo: FrameSilo, _ format: FormatDescription, _ properties: CompressionProperties) throws {
        var timescale: Int32?
        try silo.forEachHeader { timescale = timescale ?? $0.decodeTime.timescale }
        self.format = format
        encoder = try properties.settings().encoder
        self.timescale = timescale ?? 1
    }

    /// Writes the file, which must not exist, and syncs it.
    func write(_ silo: FrameSilo, to url: URL, as container: MovieContainer) throws {
        let layout = try layout(silo, as: container)
        guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
            throw failure("create a file", url, "the folder does not take it")
        }
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        var written = UInt64(layout.header.count)
        do {
            try file.write(contentsOf: layout.header)
            // One track: the chunks have its samples in decode order.
            try silo.forEachSample { sample in
                try file.write(contentsOf: sample.bytes)
                written += UInt64(sample.bytes.count)
            }
            try file.synchronize()
        } catch let error as GranaryError {
            throw error
        } catch {
            throw failure("write a film", url, error.localizedDescription)
        }
        guard written == layout.totalByteCount else {
            throw failure("write a film", url, "it has \(written) bytes instead of \(layout.totalByteCount)")
        }
    }

    private func layout(_ silo: FrameSilo, as container: MovieContainer) throws -> MovieLayout {
        try translating {
            let sequence = try SliceHeader.Context(format.sets).sequence
            var durations: Set<Int64> = []
            try silo.forEachHeader { durations.insert($0.duration.exactly(in: timescale)?.value ?? 0) }
            let video = VideoTrackConfiguration(
                parameterSets: format.sets,
                size: encoder.size,
                timescale: timescale,
                colourMetadata: encoder.colourMetadata,
                constantRate: durations.count == 1 ? encoder.frameRate : nil,
                temporalLevels: encoder.temporalLevels > 1 ? TemporalLevels(sequence) : nil
            )
            var muxer = try MovieMuxer(MovieConfiguration(video: video, container: container))
            try silo.forEachHeader { header in
                guard let decode = header.decodeTime.exactly(in: timescale)?.value,
                    let presentation = header.presentationTime.exactly(in: timescale)?.value,
                    let duration = header.duration.exactly(in: timescale)?.value
                else {
                    throw GranaryError(
                        .wrongSample,
                        attempted: "lay out a film",
                        subject: "the sample at \(MediaTime(header.decodeTime))",
                        cause: "its times are not multiples of 1/\(timescale) s"
                    )
                }
                try muxer.appendVideo(
                    byteCount: header.byteCount,
                    decodeTick: decode,
                    duration: duration,
                    compositionOffset: presentation - decode,
                    flags: header.flags,
                    temporalLevel: header.temporalLevel,
                    nalUnitType: header.nalUnitType
                )
            }
            return try muxer.finish()
        }
    }

    private func failure(_ attempted: String, _ url: URL, _ cause: String) -> GranaryError {
        GranaryError(.system, attempted: attempted, subject: url.path, cause: cause)
    }
}
