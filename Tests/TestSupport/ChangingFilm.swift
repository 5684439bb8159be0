import Foundation
import Testing

/// Films whose colour or light changes in mid-stream: pieces that ffmpeg encodes one by one, joined as raw streams.
package enum ChangingFilm {
    /// One piece: how long it is, and what its stream says.
    package struct Piece: Sendable {
        let frames: Int
        let options: [String]
        let ambient: [UInt8]

        /// Creates a piece.
        ///
        /// - Parameters:
        ///   - frames: how many, at 24 a second; the first is an IDR picture.
        ///   - options: the bitstream filter of ffmpeg for this piece alone.
        ///   - ambient: payload of SEI 148 for its first picture; none when empty. It must need no emulation
        ///     prevention.
        package init(_ frames: Int, _ options: [String] = [], ambient: [UInt8] = []) {
            (self.frames, self.options, self.ambient) = (frames, options, ambient)
        }

        /// A piece that says its colours in codes of H.273; those that are nil are not said.
        package static func colours(
            _ frames: Int,
            codec: String,
            primaries: Int? = nil,
            transfer: Int? = nil,
            matrix: Int? = nil,
            full: Int? = nil
        ) -> Piece {
            let codes = [
                ("colour_primaries", primaries), ("transfer_characteristics", transfer),
                ("matrix_coefficients", matrix),
                ("video_full_range_flag", full),
            ]
            let words = codes.compactMap { name, code in code.map { "\(name)=\($0)" } }
            return Piece(frames, words.isEmpty ? [] : ["-bsf:v", "\(codec)_metadata=" + words.joined(separator: ":")])
        }

        /// A piece of HEVC that says its mastering display, with a peak in cd/m², and its light levels.
        package static func light(_ frames: Int, peak: Int, levels: String, ambient: [UInt8] = []) -> Piece {
            let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(\(peak * 10000),50)"
            return Piece(
                frames,
                [
                    "-x265-params",
                    "log-level=none:keyint=12:bframes=0:hdr10=1:master-display=\(display):max-cll=\(levels)",
                ],
                ambient: ambient
            )
        }
    }

    /// Makes a film in the test's folder; its container follows from its name.
    ///
    /// - Parameters:
    ///   - codec: `h264` or `hevc`.
    ///   - tags: options for the container's own words.
    package static func make(_ name: String, codec: String, _ pieces: [Piece], tags: [String] = []) throws -> String {
        let folder = TemporaryFolder.current
        let ffmpeg = try #require(Tool("ffmpeg"))
        var stream = Data()
        for (index, piece) in pieces.enumerated() {
            let part = folder.appending(path: "\(name)-\(index).\(codec)")
            let picture = "testsrc2=size=192x108:rate=24,noise=alls=12:allf=t:all_seed=1,format=yuv420p"
            let quality = codec == "hevc" ? [] : ["-preset", "ultrafast", "-g", "12"]
            let silent =
                piece.options.contains("-x265-params") ? [] : ["-x265-params", "log-level=none:keyint=12:bframes=0"]
            let encoder = codec == "hevc" ? ["-c:v", "libx265", "-preset", "ultrafast"] + silent : ["-c:v", "libx264"]
            _ = try ffmpeg.output(
                ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-frames:v", "\(piece.frames)"]
                    + encoder
                    + quality + piece.options + [part.path]
            )
            var bytes = try Data(contentsOf: part)
            if !piece.ambient.isEmpty {
                // An SEI unit before the first slice, an IDR picture of type 19 or 20.
                let slices = [0x26, 0x28].compactMap { bytes.range(of: Data([0, 0, 1, $0, 1])) }
                let place = try #require(slices.map(\.lowerBound).min())
                bytes.insert(
                    contentsOf: [0, 0, 1, 0x4E, 1, 148, UInt8(piece.ambient.count)] + piece.ambient + [0x80],
                    at: place
                )
            }
            stream += bytes
        }
        let raw = folder.appending(path: "\(name).\(codec)")
        try stream.write(to: raw)
        let film = folder.appending(path: name)
        // Raw streams have no times; without B pictures each packet is the next picture.
        _ = try ffmpeg.output(
            [
                "-nostdin", "-v", "error", "-y", "-fflags", "+genpts", "-r", "24", "-f", codec, "-i", raw.path, "-c",
                "copy",
            ] + tags + [film.path]
        )
        return film.path
    }
}
