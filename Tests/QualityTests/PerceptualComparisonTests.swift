import Foundation
import Media
import TestSupport
import Testing

@testable import Quality

@Suite("XPSNR")
struct PerceptualComparisonTests {
    /// FFmpeg 7.1 and newer have the filter.
    private static let filter = Tool.ffmpeg(withFilter: "xpsnr")

    /// Two scenes of slow and fast motion, with errors that grow from frame to frame and vary over the picture.
    private static func film(_ size: PictureSize, _ format: PixelFormat, rate: Int32) -> (
        references: [Picture], others: [Picture]
    ) {
        let film = SyntheticFilm(size: size, format: format, count: 5, cuts: [3], rate: rate)
        let references = (0..<film.count).map(film.picture)
        let others = references.map { picture in
            var storage = picture.storage
            let step = format.bytesPerSample
            for index in stride(from: 0, to: storage.count, by: step) {
                let change = (index / step * 7 + picture.frame) % 11 * picture.frame / 2
                if step == 1 {
                    storage[index] = UInt8(clamping: Int(storage[index]) + change)
                } else {
                    let value = min((Int(storage[index]) | Int(storage[index + 1]) << 8) + change * 4, 1023)
                    storage[index] = UInt8(value & 255)
                    storage[index + 1] = UInt8(value >> 8)
                }
            }
            return Picture(
                format: format,
                size: size,
                frame: picture.frame,
                presentationTime: picture.presentationTime,
                duration: picture.duration,
                storage: storage
            )
        }
        return (references, others)
    }

    private static func comparisons(
        _ references: [Picture],
        _ others: [Picture],
        rate: Int32
    ) throws -> [PerceptualComparison] {
        var weighter = PerceptualWeighter(framesPerSecond: Double(rate))
        return try zip(references, others).map { reference, other in
            let weights = try weighter.weights(of: reference)
            return try PerceptualComparison(of: other, against: reference, weights: weights)
        }
    }

    @Test("identical pictures have the highest XPSNR", arguments: PixelFormat.allCases)
    func equalPictures(format: PixelFormat) throws {
        let pictures = Self.film(PictureSize(width: 160, height: 96), format, rate: 24).references
        for comparison in try Self.comparisons(pictures, pictures, rate: 24) {
            #expect(comparison.weightedErrors == [0, 0, 0])
            #expect((0..<3).map(comparison.xpsnr(ofPlane:)) == [100, 100, 100])
        }
    }

    @Test("an error counts more where the picture is flat than where it is busy")
    func flatAndBusy() throws {
        let size = PictureSize(width: 320, height: 192)
        var storage = [UInt8](repeating: 128, count: Picture.byteCount(format: .yuv420p8, size: size))
        for row in 0..<192 {
            for column in 160..<320 { storage[row * 320 + column] = (row ^ column) & 1 == 0 ? 40 : 210 }
        }
        func picture(_ bytes: [UInt8]) -> Picture {
            Picture(
                format: .yuv420p8,
                size: size,
                frame: 0,
                presentationTime: .zero,
                duration: .zero,
                storage: bytes
            )
        }
        func worsened(_ column: Int) -> Picture {
            var bytes = storage
            for row in 80..<100 { bytes[row * 320 + column] += 20 }
            return picture(bytes)
        }
        let reference = picture(storage)
        var weighter = PerceptualWeighter(framesPerSecond: 24)
        let weights = try weighter.weights(of: reference)
        let flat = try PerceptualComparison(of: worsened(60), against: reference, weights: weights)
        let busy = try PerceptualComparison(of: worsened(260), against: reference, weights: weights)
        #expect(flat.xpsnr(ofPlane: 0) < busy.xpsnr(ofPlane: 0) - 1)
    }

    @Test("a film's figure is pooled over square roots of errors, and equals a calculation by hand")
    func pooling() throws {
        var film = FilmPerceptualQuality()
        #expect(film.xpsnr(ofPlane: 0) == nil && film.minimum == nil && film.summary == nil)
        let (references, others) = Self.film(PictureSize(width: 160, height: 96), .yuv420p8, rate: 24)
        let comparisons = try Self.comparisons(references, others, rate: 24)
        for comparison in comparisons { film.add(comparison) }
        let mean = comparisons.reduce(0) { $0 + Double($1.weightedErrors[0]).squareRoot() } / 5
        let expected = 10 * log10(160 * 96 * 255 * 255 / (mean * mean))
        #expect(abs(try #require(film.xpsnr(ofPlane: 0)) - expected) < 1e-9)
        #expect(film.summary?.count == 5)
        let planes = try (0..<3).map { try #require(film.xpsnr(ofPlane: $0)) }
        #expect(film.minimum == planes.min())
        #expect(film.weighted == (6 * planes[0] + planes[1] + planes[2]) / 8)
    }

    @Test("pictures that do not match each other or their weights are refused")
    func refuses() throws {
        let small = SyntheticFilm().picture(0)
        let large = SyntheticFilm(size: PictureSize(width: 320, height: 192)).picture(0)
        var weighter = PerceptualWeighter(framesPerSecond: 24)
        let weights = try weighter.weights(of: small)
        #expect(throws: ComparisonError.self) { _ = try weighter.weights(of: large) }
        #expect(throws: ComparisonError.self) {
            _ = try PerceptualComparison(of: large, against: small, weights: weights)
        }
        #expect(throws: ComparisonError.self) {
            _ = try PerceptualComparison(of: large, against: large, weights: weights)
        }
    }

    /// The cases differ in: smoothing up to 640x480, blocks, wide filters from 2048x1152 on, second differences from 32
    /// frames per second on, blocks of a few columns at the edge.
    private static let cases: [(PictureSize, PixelFormat, Int32)] = [
        (PictureSize(width: 160, height: 96), .yuv420p8, 24), (PictureSize(width: 150, height: 90), .yuv420p10, 24),
        (PictureSize(width: 162, height: 98), .yuv420p8, 60), (PictureSize(width: 46, height: 46), .yuv420p8, 24),
        (PictureSize(width: 720, height: 482), .yuv420p8, 24), (PictureSize(width: 720, height: 480), .yuv420p10, 60),
        (PictureSize(width: 2306, height: 1154), .yuv420p8, 24),
        (PictureSize(width: 2304, height: 1152), .yuv420p10, 50),
    ]

    @Test(
        "it equals that of its authors' filter in FFmpeg, per frame and pooled",
        .temporaryFolder,
        .enabled(if: filter != nil, "no ffmpeg has the filter xpsnr"),
        arguments: cases
    )
    func matchesFilter(size: PictureSize, format: PixelFormat, rate: Int32) throws {
        let folder = TemporaryFolder.current
        let (references, others) = Self.film(size, format, rate: rate)
        try Data(references.flatMap(\.storage)).write(to: folder.appending(path: "a.yuv"))
        try Data(others.flatMap(\.storage)).write(to: folder.appending(path: "b.yuv"))
        let input = [
            "-f", "rawvideo", "-pix_fmt", format == .yuv420p8 ? "yuv420p" : "yuv420p10le", "-s", size.description, "-r",
            String(rate), "-i",
        ]
        // The filter's first input is the source.
        let outcome = try #require(Self.filter).run(
            ["-nostdin", "-v", "info"] + input + ["a.yuv"] + input + ["b.yuv"]
                + ["-lavfi", "xpsnr=stats_file=xpsnr.txt", "-f", "null", "-"],
            in: folder
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
        let comparisons = try Self.comparisons(references, others, rate: rate)
        var film = FilmPerceptualQuality()
        for comparison in comparisons { film.add(comparison) }
        let text = try String(contentsOf: folder.appending(path: "xpsnr.txt"), encoding: .utf8)
        let theirs = text.split(separator: "\n").map { Self.figures(in: $0) }
        try #require(theirs.count == references.count + 1)
        for (frame, comparison) in comparisons.enumerated() {
            let ours = (0..<3).map(comparison.xpsnr(ofPlane:))
            for plane in 0..<3 where theirs[frame][plane].isFinite {
                #expect(abs(ours[plane] - theirs[frame][plane]) <= 0.000051, "plane \(plane) of frame \(frame)")
            }
            #expect(theirs[frame].map(\.isFinite) == comparison.weightedErrors.map { $0 > 0 })
        }
        for plane in 0..<3 {
            let ours = try #require(film.xpsnr(ofPlane: plane))
            #expect(abs(ours - theirs[references.count][plane]) <= 0.000051, "plane \(plane) of the film")
        }
    }

    /// The figures after `y:`, `u:` and `v:`.
    private static func figures(in line: Substring) -> [Double] {
        let words = line.split(separator: " ")
        return ["y:", "u:", "v:"].map { key in
            guard let place = words.firstIndex(of: Substring(key)), place + 1 < words.count else { return .nan }
            return Double(words[place + 1]) ?? .nan
        }
    }
}
