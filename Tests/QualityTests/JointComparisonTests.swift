import Media
import TestSupport
import Testing

@testable import Quality

@Suite("PSNR, SSIM and XPSNR in one pass")
struct JointComparisonTests {
    /// Sizes of whole blocks, with parts of blocks at the edges, not a multiple of four, and too small for blocks.
    private static let sizes = [
        PictureSize(width: 640, height: 360), PictureSize(width: 328, height: 200),
        PictureSize(width: 330, height: 202),
        PictureSize(width: 16, height: 16),
    ]

    @Test("the figures equal those of the separate measurements bit for bit", arguments: sizes, PixelFormat.allCases)
    func sameFigures(size: PictureSize, format: PixelFormat) throws {
        let film = SyntheticFilm(size: size, format: format, count: 4, cuts: [2], rate: 60)
        var weighter = PerceptualWeighter(framesPerSecond: 60)
        for frame in 0..<film.count {
            let source = film.picture(frame)
            // Another frame of the film is different enough.
            let other = film.picture((frame + 1) % film.count)
            let weights = try weighter.weights(of: source)
            let joint = try JointComparison(of: other, against: source, weights: weights)
            #expect(joint.plain == (try PictureComparison(of: other, against: source)))
            #expect(joint.perceptual == (try PerceptualComparison(of: other, against: source, weights: weights)))
            #expect(joint.plain.squaredErrors[0] == Self.squaredErrors(source, other))
        }
    }

    /// Sample by sample.
    private static func squaredErrors(_ a: Picture, _ b: Picture) -> UInt64 {
        let step = a.format.bytesPerSample
        func sample(_ picture: Picture, _ place: Int) -> Int {
            step == 1
                ? Int(picture.storage[place])
                : Int(picture.storage[2 * place]) | Int(picture.storage[2 * place + 1]) << 8
        }
        return (0..<a.size.width * a.size.height).reduce(0) { sum, place in
            let difference = sample(a, place) - sample(b, place)
            return sum + UInt64(difference * difference)
        }
    }

    @Test("pictures that do not match are refused")
    func refuses() throws {
        let source = SyntheticFilm(size: PictureSize(width: 320, height: 192)).picture(0)
        var weighter = PerceptualWeighter(framesPerSecond: 24)
        let weights = try weighter.weights(of: source)
        #expect(throws: ComparisonError.self) {
            _ = try JointComparison(of: SyntheticFilm().picture(0), against: source, weights: weights)
        }
    }
}
