import Foundation
import Glibc
import Media
import TestSupport
import Testing

/// Films for whole jobs, made once for all tests: their pictures are computed, and FFmpeg's own program encodes them.
enum TestFilm {
    /// 7.5 seconds of 256x144 at 24 a second in six scenes, lossless H.264 with reordered frames, and AAC.
    static let short = Film("short.mp4", pictures: pictures(.yuv420p8, scenes: 6), arguments: encode + sound)
    /// The same scenes in 10 bits, FFV1 in Matroska without audio.
    static let tenBit = Film(
        "ten-bit.mkv",
        pictures: pictures(.yuv420p10, scenes: 3),
        arguments: ["-c:v", "ffv1", "-map", "0"]
    )
    /// 5.2 seconds of 64x48 at 240 a second, with tags of BT.709 and AAC.
    static let fast = Film(
        "fast.mp4",
        pictures: SyntheticFilm(size: PictureSize(width: 64, height: 48), count: 1248, rate: 240),
        arguments: encode + sound
            + ColourTags.options(primaries: "bt709", transfer: "bt709", matrix: "bt709", range: "tv")
    )
    /// 19 seconds of 64x48 at 24 a second, with AAC: more than 128 ranges of 100 ms.
    static let long = Film(
        "long.mp4",
        pictures: SyntheticFilm(size: PictureSize(width: 64, height: 48), count: 456, rate: 24),
        arguments: encode + sound
    )
    /// Only audio.
    static let audioOnly = Film("sound.mp4", pictures: nil, arguments: ["-map", "1", "-c:a", "aac"])

    /// A film that is made at its first use.
    final class Film: Sendable {
        private let made: Task<URL, any Error>

        init(_ name: String, pictures: SyntheticFilm?, arguments: [String]) {
            made = Task.detached {
                let file = folder.appending(path: name)
                try make(file, pictures: pictures, arguments: arguments)
                return file
            }
        }

        var url: URL {
            get async throws { try await made.value }
        }
    }

    /// Removed when the tests end.
    static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "granary-films-\(getpid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: TestFilm.folder) }
        return folder
    }()

    /// Without CABAC, because each job decodes the film several times: this takes a third of the time.
    private static let encode = [
        "-map", "0", "-c:v", "libx264", "-preset", "veryfast", "-qp", "0", "-x264-params", "cabac=0",
    ]
    private static let sound = ["-map", "1", "-c:a", "aac", "-metadata:s:a:0", "language=deu"]

    private static func pictures(_ format: PixelFormat, scenes: Int) -> SyntheticFilm {
        SyntheticFilm(
            size: PictureSize(width: 256, height: 144),
            format: format,
            count: scenes * 30,
            cuts: (1..<scenes).map { $0 * 30 + $0 % 3 }
        )
    }

    private static func make(_ file: URL, pictures: SyntheticFilm?, arguments: [String]) throws {
        let rate = (pictures?.timeline.nominalRate.framesPerSecond ?? 24).rounded()
        let seconds = Double(pictures?.count ?? 48) / rate
        let raw = file.appendingPathExtension("yuv")
        defer { try? FileManager.default.removeItem(at: raw) }
        var bytes = Data()
        let film = pictures ?? SyntheticFilm(count: 1)
        for frame in 0..<film.count { bytes.append(contentsOf: film.picture(frame).storage) }
        try bytes.write(to: raw)
        let format = film.format == .yuv420p8 ? "yuv420p" : "yuv420p10le"
        let input = ["-f", "rawvideo", "-pix_fmt", format, "-s", "\(film.size)", "-r", "\(Int(rate))", "-i", raw.path]
        let tone = ["-f", "lavfi", "-i", "sine=frequency=440:duration=\(seconds)"]
        let result = try FFmpeg.ffmpeg(["-y"] + input + tone + arguments + [file.path])
        try #require(result.status == 0, "\(result.errors)")
    }
}
