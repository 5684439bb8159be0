import Foundation
import Media
import Quality
import TestSupport
import Testing

@Suite("PSNR and SSIM")
struct PictureComparisonTests {
    /// The same picture with noise of a given strength.
    private static func worsened(_ picture: Picture, by strength: Int) -> Picture {
        var storage = picture.storage
        var noise: UInt64 = 0x2545_F491_4F6C_DD1D
        let step = picture.format.bytesPerSample
        for index in stride(from: 0, to: storage.count, by: step) {
            noise ^= noise << 13
            noise ^= noise >> 7
            noise ^= noise << 17
            let change = Int(noise % UInt64(2 * strength + 1)) - strength
            if step == 1 {
                storage[index] = UInt8(clamping: Int(storage[index]) + change)
            } else {
                let value = Int(storage[index]) | Int(storage[index + 1]) << 8
                let changed = min(max(value + change, 0), 1023)
                storage[index] = UInt8(changed & 255)
                storage[index + 1] = UInt8(changed >> 8)
            }
        }
        return copy(picture, storage)
    }

    private static func copy(_ picture: Picture, _ storage: [UInt8]) -> Picture {
        Picture(
            format: picture.format,
            size: picture.size,
            frame: picture.frame,
            presentationTime: picture.presentationTime,
            duration: picture.duration,
            storage: storage
        )
    }

    @Test("identical pictures have an SSIM of 1 and the highest PSNR", arguments: PixelFormat.allCases)
    func equalPictures(format: PixelFormat) throws {
        let picture = SyntheticFilm(format: format).picture(5)
        let comparison = try PictureComparison(of: picture, against: picture)
        #expect(comparison.ssim == 1)
        #expect(comparison.squaredErrors == [0, 0, 0])
        #expect((0..<3).map { comparison.psnr(ofPlane: $0) } == [100, 100, 100])
    }

    @Test("a single sample that is off by 10 gives the expected error")
    func singleSample() throws {
        let picture = SyntheticFilm(size: PictureSize(width: 16, height: 16)).picture(0)
        var storage = picture.storage
        storage[17] = storage[17] > 100 ? storage[17] - 10 : storage[17] + 10
        let comparison = try PictureComparison(of: Self.copy(picture, storage), against: picture)
        #expect(comparison.squaredErrors == [100, 0, 0])
        #expect(comparison.sampleCounts == [256, 64, 64])
        // 10 log10(255^2 / (100 / 256))
        #expect(abs(comparison.psnr(ofPlane: 0) - 52.2133) < 0.0001)
    }

    @Test("the largest error of a wide 10-bit picture does not overflow")
    func largestError() throws {
        let size = PictureSize(width: 40_000, height: 8)
        let count = Picture.byteCount(format: .yuv420p10, size: size)
        let black = Picture(
            format: .yuv420p10,
            size: size,
            frame: 0,
            presentationTime: .zero,
            duration: .zero,
            storage: [UInt8](repeating: 0, count: count)
        )
        let white = Self.copy(black, (0..<count).map { $0 % 2 == 0 ? 0xFF : 0x03 })
        let comparison = try PictureComparison(of: white, against: black)
        #expect(comparison.squaredErrors[0] == 40_000 * 8 * 1023 * 1023)
        #expect(comparison.psnr(ofPlane: 0) == 0)
        #expect(comparison.ssim < 0.001)
    }

    @Test("pictures of different sizes or depths, or below the size of a window, are refused")
    func refusesUnlikePictures() {
        let picture = SyntheticFilm().picture(0)
        let smaller = SyntheticFilm(size: PictureSize(width: 160, height: 94)).picture(0)
        let deeper = SyntheticFilm(format: .yuv420p10).picture(0)
        let tiny = SyntheticFilm(size: PictureSize(width: 6, height: 16)).picture(0)
        for (one, other) in [(smaller, picture), (deeper, picture), (tiny, tiny)] {
            #expect(throws: ComparisonError.self) { try PictureComparison(of: one, against: other) }
        }
    }

    @Test(
        "PSNR and SSIM equal those of FFmpeg's filters",
        .temporaryFolder,
        .enabled(if: Tool.arePresent("ffmpeg"), "ffmpeg is not installed"),
        arguments: PixelFormat.allCases,
        [PictureSize(width: 160, height: 96), PictureSize(width: 150, height: 90), PictureSize(width: 14, height: 18)]
    )
    func matchesFFmpeg(format: PixelFormat, size: PictureSize) throws {
        let folder = TemporaryFolder.current
        let film = SyntheticFilm(size: size, format: format, count: 4)
        let references = (0..<film.count).map(film.picture)
        let others = references.map { Self.worsened($0, by: (1 + $0.frame * 5) * (format == .yuv420p8 ? 1 : 4)) }
        try Data(references.flatMap(\.storage)).write(to: folder.appending(path: "a.yuv"))
        try Data(others.flatMap(\.storage)).write(to: folder.appending(path: "b.yuv"))
        let input = [
            "-f", "rawvideo", "-pix_fmt", format == .yuv420p8 ? "yuv420p" : "yuv420p10le", "-s", size.description, "-i",
        ]
        // The filters' files have two decimals of PSNR, but their frame metadata have six.
        let lines = try Tool("ffmpeg")!.output(
            ["-nostdin", "-v", "error"] + input + ["b.yuv"] + input + ["a.yuv"] + [
                "-lavfi", "[1:v]split[a][b];[0:v][a]psnr[p];[p][b]ssim,metadata=print:file=-", "-f", "null", "-",
            ],
            in: folder
        )
        let theirs = Self.figures(in: lines)
        try #require(theirs.count == film.count)
        for frame in 0..<film.count {
            let comparison = try PictureComparison(of: others[frame], against: references[frame])
            for (plane, name) in ["y", "u", "v"].enumerated() {
                let figure = try #require(theirs[frame]["psnr.psnr.\(name)"])
                #expect(abs(comparison.psnr(ofPlane: plane) - figure) <= 0.0001, "PSNR \(name) of frame \(frame)")
            }
            let figure = try #require(theirs[frame]["ssim.Y"])
            #expect(abs(comparison.ssim - figure) <= 0.00001, "SSIM of frame \(frame)")
        }
    }

    /// The output of `metadata=print` for each frame: lines of `lavfi.key=value` after one that begins with `frame:`.
    private static func figures(in lines: String) -> [[String: Double]] {
        lines.split(separator: "\n").reduce(into: []) { frames, line in
            if line.hasPrefix("frame:") { frames.append([:]) }
            let parts = line.split(separator: "=")
            guard parts.count == 2, parts[0].hasPrefix("lavfi."), !frames.isEmpty else { return }
            frames[frames.count - 1][String(parts[0].dropFirst(6))] = Double(parts[1])
        }
    }
}
