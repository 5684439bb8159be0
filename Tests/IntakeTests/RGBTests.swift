import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("RGB is converted to Y'CbCr", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"))
struct RGBTests {
    /// An RGB pixel format of films.
    struct Form: Sendable, CustomTestStringConvertible {
        let codec: String
        let pixelFormat: String
        let container: String
        var bits = 8

        var testDescription: String { "\(codec) \(pixelFormat) in \(container)" }
    }

    static let forms = [
        Form(codec: "ffv1", pixelFormat: "gbrp", container: "mkv"),
        Form(codec: "ffv1", pixelFormat: "bgr0", container: "mkv"),
        Form(codec: "ffv1", pixelFormat: "bgra", container: "mkv"),
        Form(codec: "ffv1", pixelFormat: "gbrp10le", container: "mkv", bits: 10),
        Form(codec: "ffv1", pixelFormat: "gbrp12le", container: "mkv", bits: 12),
        Form(codec: "ffv1", pixelFormat: "gbrp16le", container: "mkv", bits: 16),
        Form(codec: "png", pixelFormat: "rgb24", container: "mov"),
        Form(codec: "png", pixelFormat: "rgba", container: "mov"),
        Form(codec: "png", pixelFormat: "rgb48be", container: "mov", bits: 16),
        Form(codec: "png", pixelFormat: "pal8", container: "mov"),
        Form(codec: "qtrle", pixelFormat: "rgb24", container: "mov"),
        Form(codec: "qtrle", pixelFormat: "argb", container: "mov"),
        Form(codec: "rawvideo", pixelFormat: "bgr24", container: "avi"),
        Form(codec: "libx264rgb", pixelFormat: "rgb24", container: "mp4"),
    ]

    private func film(_ form: Form, picture: String) throws -> SourceDescription {
        let lossless = form.codec == "libx264rgb" ? ["-qp", "0"] : []
        // FFmpeg makes a palette only with its own filters.
        let filter =
            form.pixelFormat == "pal8"
            ? ["-vf", "split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse"] : []
        let strict = form.bits > 8 ? ["-strict", "-2"] : []
        let path = try FFmpegTool.film(
            "film.\(form.container)",
            video: filter + ["-c:v", form.codec, "-pix_fmt", form.pixelFormat] + lossless + strict,
            picture: picture
        )
        return try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    @Test("a colour has the numbers of H.273 in every pixel format", arguments: forms)
    func flat(form: Form) throws {
        var picture = "color=c=0xC86432:size=96x64:rate=24:duration=0.1,format=rgb24"
        let peak = Double((1 << form.bits) - 1)
        let levels = [200.0, 100, 50].map { ($0 / 255 * peak).rounded() }
        if form.bits > 8 {
            // FFmpeg's scaler only shifts samples to a higher depth: here every component has its exact value.
            let words = zip("rgb", levels).map { "\($0)=\(Int($1))" }.joined(separator: ":")
            picture = "color=size=96x64:rate=24:duration=0.1,format=gbrp\(form.bits)le,geq=\(words)"
        }
        let source = try film(form, picture: picture)
        #expect(
            source.video.isRGB == true && source.video.colour.matrix == 0 && source.video.colour.isFullRange == true
        )
        #expect(source.video.format == (form.bits == 8 ? .yuv420p8 : .yuv420p10))
        let (red, green, blue) = (levels[0] / peak, levels[1] / peak, levels[2] / peak)
        for (matrix, kr, kb) in [(UInt8(1), 0.2126, 0.0722), (6, 0.299, 0.114), (9, 0.2627, 0.0593)] {
            for isFull in [false, true] {
                for format in PixelFormat.allCases {
                    let output = PictureConversion(
                        size: PictureSize(width: 96, height: 64),
                        format: format,
                        sourceIsFullRange: true,
                        matrix: matrix,
                        isFullRange: isFull
                    )
                    let picture = try #require(
                        try FilmReader(source: source, output: output).pictures(in: 0..<1).next()
                    )
                    let luma = kr * red + (1 - kr - kb) * green + kb * blue
                    let chroma = [(blue - luma) / (2 - 2 * kb), (red - luma) / (2 - 2 * kr)]
                    let unit = format == .yuv420p8 ? 1.0 : 4
                    let peak = format == .yuv420p8 ? 255.0 : 1023
                    let expected =
                        isFull
                        ? [luma * peak] + chroma.map { $0 * peak + 128 * unit }
                        : [(16 + 219 * luma) * unit] + chroma.map { (128 + 224 * $0) * unit }
                    for (plane, level) in expected.enumerated() {
                        let samples = picture.samples(ofPlane: plane)
                        // The source's 8 bits are exact; ordered dithering gives the step below or above.
                        #expect(
                            samples.allSatisfy { abs(Double($0) - level) <= 1.01 },
                            "plane \(plane), matrix \(matrix), full \(isFull): \(samples.first ?? -1), not \(level)"
                        )
                    }
                }
            }
        }
    }

    @Test("a moving picture equals that of zscale", arguments: [0, 1, 6])
    func peer(index: Int) throws {
        let source = try film(Self.forms[index], picture: "testsrc2=size=192x108:rate=24:duration=0.2")
        let raw = TemporaryFolder.current.appending(path: "peer.yuv")
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", source.path, "-vf",
                "format=gbrp,zscale=matrixin=gbr:rangein=full:matrix=709:range=limited:filter=spline36:chromal=left,"
                    + "format=yuv420p", "-f", "rawvideo", raw.path,
            ]
        )
        let peer = [UInt8](try Data(contentsOf: raw))
        let pictures = try FilmReader(source: source).pictures(in: 0..<source.video.timeline.count)
        var mine: [UInt8] = []
        while let picture = try pictures.next() { mine += picture.storage }
        #expect(mine.count == peer.count)
        let squares = zip(mine, peer).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        #expect(Double(squares) / Double(mine.count) < 1.5, "mean squared error against zscale")
    }

    @Test("odd sizes and parts work as for any other film")
    func shapes() throws {
        let source = try film(Self.forms[0], picture: "testsrc=size=161x121:rate=24:duration=0.2")
        let whole = try #require(try FilmReader(source: source).pictures(in: 0..<1).next())
        #expect(whole.size == PictureSize(width: 162, height: 122))
        let region = PictureRegion(left: 20, top: 10, size: PictureSize(width: 64, height: 48))
        var output = PictureConversion(source.video)
        (output.region, output.size, output.shown) = (region, region.size, nil)
        let part = try #require(try FilmReader(source: source, output: output).pictures(in: 0..<1).next())
        let (all, some) = (whole.samples(ofPlane: 0), part.samples(ofPlane: 0))
        for row in stride(from: 0, to: 48, by: 7) {
            for column in 0..<64 {
                #expect(abs(all[(row + 10) * 162 + column + 20] - some[row * 64 + column]) <= 1)
            }
        }
    }
}
