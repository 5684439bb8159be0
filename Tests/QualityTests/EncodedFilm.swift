import Checksums
import Foundation
import Media
import TestSupport

/// A synthetic film that x265's command line encoded, with the pictures that a decoder must give.
struct EncodedFilm {
    let film: SyntheticFilm
    let parameterSets: ParameterSets
    /// Access units in decode order, with lengths of four bytes before NAL units, without parameter sets and SEI.
    let samples: [[UInt8]]
    /// Pictures in presentation order: x265's reconstruction for 8 bits; FFmpeg's output for 10 bits, which the command
    /// line of 3.5 writes as 8.
    let reconstruction: [Picture]

    init(_ film: SyntheticFilm, options: [String] = [], in folder: URL) throws {
        let source = Data((0..<film.count).flatMap { film.picture($0).storage })
        try source.write(to: folder.appending(path: "source.yuv"))
        let depth = "\(film.format.bitDepth)"
        try Tool("x265")!.output(
            [
                "--input", "source.yuv", "--input-res", film.size.description, "--fps", "24", "--input-depth", depth,
                "--output-depth", depth, "--no-info", "--crf", "30", "--pools", "none",
                "--frame-threads", "1", "--recon", "recon.yuv", "--output", "stream.hevc",
            ] + options,
            in: folder
        )
        self.film = film
        (parameterSets, samples) = Self.split([UInt8](try Data(contentsOf: folder.appending(path: "stream.hevc"))))
        if film.format == .yuv420p10 {
            try Tool("ffmpeg")!.output(
                [
                    "-nostdin", "-v", "error", "-y", "-i", "stream.hevc", "-fps_mode", "passthrough", "-f", "rawvideo",
                    "recon.yuv",
                ],
                in: folder
            )
        }
        let recon = [UInt8](try Data(contentsOf: folder.appending(path: "recon.yuv")))
        let byteCount = Picture.byteCount(format: film.format, size: film.size)
        reconstruction = stride(from: 0, to: recon.count, by: byteCount).enumerated().map { frame, start in
            Picture(
                format: film.format,
                size: film.size,
                frame: frame,
                presentationTime: film.timeline.time(of: frame),
                duration: film.timeline.duration(of: frame),
                storage: Array(recon[start..<start + byteCount])
            )
        }
    }

    /// The hashes of a correct decoder's pictures, in presentation order.
    var hashes: [PictureHash] { reconstruction.map { PictureHasher.hash(of: $0) } }

    /// Converts x265's Annex B stream to samples as in an MP4.
    private static func split(_ stream: [UInt8]) -> (ParameterSets, [[UInt8]]) {
        var sets: [UInt8: [UInt8]] = [:]
        var samples: [[UInt8]] = []
        for unit in units(of: stream) {
            let type = unit[0] >> 1 & 63
            if type < 32 {
                // first_slice_segment_in_pic_flag begins an access unit.
                if unit[2] & 0x80 != 0 { samples.append([]) }
                let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: unit.count >> $0) }
                samples[samples.count - 1] += length + unit
            } else if type <= 34 {
                sets[type] = unit
            }
        }
        return (ParameterSets(vps: sets[32] ?? [], sps: sets[33] ?? [], pps: sets[34] ?? []), samples)
    }

    /// The bytes between start codes, without the zero that makes a start code four bytes long.
    private static func units(of stream: [UInt8]) -> [[UInt8]] {
        let starts = stream.indices.dropLast(2).filter { stream[$0...].starts(with: [0, 0, 1]) }
        return starts.enumerated().map { index, start in
            var unit = stream[(start + 3)..<(index + 1 < starts.count ? starts[index + 1] : stream.count)]
            while unit.last == 0 { unit.removeLast() }
            return Array(unit)
        }
    }
}
