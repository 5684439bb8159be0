import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Picture conversion", .temporaryFolder)
struct ConversionTests {
    /// A film of a single colour: luma 100, Cb 90, Cr 180 in 8 bits.
    private func flat(_ pixelFormat: String) throws -> SourceDescription {
        let unit = "pow(2,\(Self.depth(pixelFormat))-8)"
        let levels = "geq=lum='100*\(unit)':cb='90*\(unit)':cr='180*\(unit)'"
        let path = try FFmpegTool.film(
            "\(pixelFormat).mkv",
            video: [
                "-vf", "format=\(pixelFormat),\(levels)", "-c:v", "ffv1", "-strict", "-2", "-pix_fmt", pixelFormat,
            ],
            picture: "color=size=96x64:rate=24:duration=0.2"
        )
        return try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    private static func depth(_ pixelFormat: String) -> Int {
        ["p10le": 10, "p12le": 12, "p16le": 16].first { pixelFormat.hasSuffix($0.key) }?.value ?? 8
    }

    @Test(
        "flat colours survive every conversion",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
        arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p12le", "yuv420p16le"]
    )
    func flatColours(pixelFormat: String) throws {
        let source = try flat(pixelFormat)
        #expect(source.video.sourcePixelFormat == pixelFormat)
        #expect(source.video.format == (Self.depth(pixelFormat) == 8 ? .yuv420p8 : .yuv420p10))
        for format in PixelFormat.allCases {
            for size in [PictureSize(width: 96, height: 64), PictureSize(width: 50, height: 30)] {
                let reader = try FilmReader(source: source, output: PictureConversion(size: size, format: format))
                let picture = try #require(try reader.pictures(in: 0..<1).next())
                #expect(picture.size == size && picture.format == format)
                let unit = format == .yuv420p8 ? 1 : 4
                for (plane, level) in [100, 90, 180].enumerated() {
                    let samples = picture.samples(ofPlane: plane)
                    #expect(
                        samples.count == picture.rows(ofPlane: plane) * picture.stride(ofPlane: plane)
                            / format.bytesPerSample
                    )
                    #expect(samples.allSatisfy { $0 == level * unit }, "plane \(plane) of \(pixelFormat) as \(format)")
                }
            }
        }
    }

    @Test("a scaled picture is close to ffmpeg's", .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"))
    func peer() throws {
        let path = try FFmpegTool.film(
            "film.mkv",
            video: ["-c:v", "ffv1", "-pix_fmt", "yuv420p", "-frames:v", "2"],
            picture: "mandelbrot=size=192x108:rate=24"
        )
        let raw = TemporaryFolder.current.appending(path: "small.yuv")
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-vf", "zscale=w=96:h=54:filter=spline36", "-pix_fmt", "yuv420p", "-f",
                "rawvideo", raw.path,
            ]
        )
        let peer = [UInt8](try Data(contentsOf: raw))
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let output = PictureConversion(size: PictureSize(width: 96, height: 54), format: .yuv420p8)
        let pictures = try FilmReader(source: source, output: output).pictures(in: 0..<2)
        var mine: [UInt8] = []
        while let picture = try pictures.next() { mine += picture.storage }
        #expect(mine.count == peer.count)
        let squares = zip(mine, peer).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        #expect(Double(squares) / Double(mine.count) < 4, "mean squared error against zscale")
    }

    @Test("4:2:2 keeps luma to the bit", .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"))
    func lumaStays() throws {
        let path = try FFmpegTool.film(
            "film.mkv",
            video: ["-c:v", "ffv1", "-pix_fmt", "yuv422p10le", "-frames:v", "1"]
        )
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let picture = try #require(try FilmReader(source: source).pictures(in: 0..<1).next())
        let raw = TemporaryFolder.current.appending(path: "luma.yuv")
        try FFmpegTool.run("ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", raw.path])
        let luma = [UInt8](try Data(contentsOf: raw).prefix(192 * 108 * 2))
        #expect(Array(picture.storage[picture.byteRange(ofPlane: 0)]) == luma)
    }

    @Test("odd output sizes are refused", .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"))
    func oddOutput() throws {
        let source = try flat("yuv420p")
        let odd = PictureConversion(size: PictureSize(width: 51, height: 30), format: .yuv420p8)
        let error = #expect(throws: IntakeError.self) { _ = try FilmReader(source: source, output: odd) }
        #expect(error?.code == .unsupported)
    }
}
