import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Picture geometry", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"))
struct GeometryTests {
    /// A lossless film of one picture.
    private func film(_ size: String, _ pixelFormat: String, _ options: [String] = []) throws -> SourceDescription {
        let path = try FFmpegTool.film(
            "\(size)-\(pixelFormat).mkv",
            video: ["-c:v", "ffv1", "-strict", "-2", "-pix_fmt", pixelFormat, "-frames:v", "1"] + options,
            picture: "testsrc=size=\(size):rate=24:duration=1"
        )
        return try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    /// The planes that ffmpeg makes of it.
    private func raw(_ source: SourceDescription, filter: String, pixelFormat: String) throws -> [UInt8] {
        let url = TemporaryFolder.current.appending(path: "raw-\(UUID().uuidString)")
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", source.path, "-vf", filter, "-pix_fmt", pixelFormat, "-f", "rawvideo", url.path,
            ]
        )
        return [UInt8](try Data(contentsOf: url))
    }

    private func picture(_ source: SourceDescription, _ output: PictureConversion? = nil) throws -> Picture {
        try #require(try FilmReader(source: source, output: output).pictures(in: 0..<1).next())
    }

    @Test(
        "odd sizes repeat their last column and row, and nothing else changes",
        arguments: ["97x65", "97x64", "96x65"]
    )
    func padding(size: String) throws {
        let source = try film(size, "yuv420p")
        let picture = try picture(source)
        let (width, height) = (source.video.size.width, source.video.size.height)
        #expect(picture.size == source.video.size.roundedUpToEven && picture.size != source.video.size)
        let peer = try raw(source, filter: "null", pixelFormat: "yuv420p")
        let luma = picture.samples(ofPlane: 0)
        let padded = (0..<picture.size.height).flatMap { row in
            (0..<picture.size.width).map { Int(peer[min(row, height - 1) * width + min($0, width - 1)]) }
        }
        #expect(luma == padded)
        // Chroma has half the size, rounded up, and so fits the padded picture without changes.
        #expect(Array(picture.storage[picture.byteRange(ofPlane: 1).lowerBound...]) == Array(peer[(width * height)...]))
    }

    @Test(
        "odd pictures of other samplings keep their luma, with the same padding",
        arguments: ["yuv422p", "yuv444p", "yuv444p10le"]
    )
    func paddingOfOthers(pixelFormat: String) throws {
        let source = try film("97x65", pixelFormat)
        let picture = try picture(source)
        try #require(source.video.size == PictureSize(width: 97, height: 65))
        let luma = picture.samples(ofPlane: 0)
        let bytes = pixelFormat.hasSuffix("10le") ? 2 : 1
        let peer = try raw(source, filter: "null", pixelFormat: pixelFormat)
        func sample(_ column: Int, _ row: Int) -> Int {
            let place = (row * 97 + column) * bytes
            return bytes == 1 ? Int(peer[place]) : Int(peer[place]) | Int(peer[place + 1]) << 8
        }
        let padded = (0..<66).flatMap { row in (0..<98).map { sample(min($0, 96), min(row, 64)) } }
        #expect(luma == padded)
    }

    @Test("a region is what ffmpeg crops, byte for byte", arguments: [(16, 8, 64, 32), (2, 0, 94, 64), (0, 2, 64, 33)])
    func crop(left: Int, top: Int, width: Int, height: Int) throws {
        let source = try film("96x64", "yuv420p")
        let size = PictureSize(width: width, height: height)
        var output = PictureConversion(source.video)
        output.region = PictureRegion(left: left, top: top, size: size)
        output.size = size.roundedUpToEven
        output.shown = size == output.size ? nil : size
        let picture = try picture(source, output)
        let peer = try raw(source, filter: "crop=\(width):\(height):\(left):\(top):exact=1", pixelFormat: "yuv420p")
        let luma = Array(picture.storage[..<(width * height)])
        #expect(luma == Array(peer[..<(width * height)]))
        let chroma = Array(picture.storage[picture.byteRange(ofPlane: 1).lowerBound...])
        #expect(chroma == Array(peer[(width * height)...]))
    }

    @Test("a region of 4:2:2 keeps its luma; one off the chroma samples is refused")
    func cropOfOthers() throws {
        let source = try film("96x64", "yuv422p10le")
        var output = PictureConversion(source.video)
        output.size = PictureSize(width: 64, height: 32)
        output.region = PictureRegion(left: 16, top: 8, size: output.size)
        let picture = try picture(source, output)
        let peer = try raw(source, filter: "crop=64:32:16:8", pixelFormat: "yuv422p10le")
        #expect(Array(picture.storage[picture.byteRange(ofPlane: 0)]) == Array(peer[..<(64 * 32 * 2)]))
        let quartered = try film("96x64", "yuv411p")
        output.region = PictureRegion(left: 2, top: 8, size: output.size)
        output.format = .yuv420p8
        let error = #expect(throws: IntakeError.self) { try self.picture(quartered, output) }
        #expect(error?.cause.contains("yuv411p") == true)
        output.region = PictureRegion(left: 64, top: 8, size: output.size)
        #expect(throws: IntakeError.self) { try self.picture(source, output) }
    }

    @Test(
        "an odd picture is scaled without its padding: a ramp stays a ramp up to its ends",
        arguments: ["yuv420p", "yuv444p"]
    )
    func oddScaled(pixelFormat: String) throws {
        for axis in ["X", "Y"] {
            let levels = "geq=lum='16+\(axis)':cb=128:cr=128"
            let source = try film("161x121", pixelFormat, ["-vf", "format=\(pixelFormat),\(levels)"])
            let output = PictureConversion(size: PictureSize(width: 80, height: 60), format: .yuv420p8)
            let luma = try picture(source, output).samples(ofPlane: 0)
            for row in 0..<60 {
                for column in 0..<80 {
                    // The position of a sample's centre in the source, whose outermost samples continue beyond its
                    // edges.
                    let place =
                        axis == "X" ? (Double(column) + 0.5) * 161 / 80 - 0.5 : (Double(row) + 0.5) * 121 / 60 - 0.5
                    let difference = abs(Double(luma[row * 80 + column]) - 16 - place)
                    guard difference > 1.2 else { continue }
                    Issue.record("\(axis) at \(column), \(row): \(luma[row * 80 + column]) instead of \(16 + place)")
                    return
                }
            }
        }
    }

    @Test("alpha is dropped, and reported", arguments: ["yuva420p", "yuva444p10le"])
    func alpha(pixelFormat: String) throws {
        let source = try film("96x64", pixelFormat, ["-vf", "format=\(pixelFormat),geq=lum=100:cb=90:cr=180:a=7"])
        #expect(source.video.sourcePixelFormat == pixelFormat)
        #expect(source.notCarried.contains("alpha channel of the video track"))
        let picture = try picture(source)
        for (plane, level) in [100, 90, 180].enumerated() {
            #expect(picture.samples(ofPlane: plane).allSatisfy { $0 == level })
        }
    }

    @Test("full range is converted to limited on request, and back")
    func ranges() throws {
        let full = try film("96x64", "yuv420p", ["-vf", "geq=lum='255*gt(X,47)':cb=255:cr=0", "-color_range", "pc"])
        #expect(full.video.colour.isFullRange == true)
        var output = PictureConversion(full.video)
        #expect(Set(try picture(full, output).samples(ofPlane: 0)) == [0, 255], "left as it is")
        output.isFullRange = false
        let limited = try picture(full, output)
        #expect(Set(limited.samples(ofPlane: 0)) == [16, 235])
        #expect(limited.samples(ofPlane: 1).allSatisfy { (239...240).contains($0) })
        output.format = .yuv420p10
        #expect(Set(try picture(full, output).samples(ofPlane: 0)) == [64, 940])
        let narrow = try film(
            "96x62",
            "yuv420p",
            ["-vf", "geq=lum='16+219*gt(X,47)':cb=128:cr=128", "-color_range", "tv"]
        )
        output = PictureConversion(narrow.video)
        output.isFullRange = true
        #expect(Set(try picture(narrow, output).samples(ofPlane: 0)) == [0, 255])
    }

    @Test("the container's range applies to pictures without one if the depth changes")
    func taggedRange() throws {
        let source = try film("96x64", "yuv420p", ["-vf", "geq=lum=255:cb=128:cr=128"])
        var output = PictureConversion(source.video)
        output.format = .yuv420p10
        #expect(Set(try picture(source, output).samples(ofPlane: 0)) == [1020], "unsaid: as limited")
        output.sourceIsFullRange = true
        #expect(Set(try picture(source, output).samples(ofPlane: 0)) == [1023])
    }
}
