import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Pictures for reports", .temporaryFolder)
struct StillImageTests {
    /// A picture of one colour.
    private static func picture(_ y: Int, _ u: Int, _ v: Int, _ format: PixelFormat, _ size: PictureSize) -> Picture {
        let luma = size.width * size.height
        let samples =
            [Int](repeating: y, count: luma) + [Int](repeating: u, count: luma / 4)
            + [Int](repeating: v, count: luma / 4)
        let storage =
            format == .yuv420p8
            ? samples.map { UInt8($0) } : samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return Picture(
            format: format,
            size: size,
            frame: 0,
            presentationTime: .zero,
            duration: .zero,
            storage: storage
        )
    }

    @Test(
        "white, black, red and blue keep their colours",
        arguments: [
            ([235, 128, 128], [255, 255, 255]), ([16, 128, 128], [0, 0, 0]), ([63, 102, 240], [255, 0, 0]),
            ([32, 240, 118], [0, 0, 255]),
        ]
    )
    func colours(coded: [Int], shown: [Int]) {
        let picture = Self.picture(coded[0], coded[1], coded[2], .yuv420p8, PictureSize(width: 32, height: 18))
        let image = StillImage(of: picture, colour: ColourDescription(matrix: 1), maximumWidth: 640)
        #expect(image.width == 32 && image.height == 18 && image.pixels.count == 3 * 32 * 18)
        for (index, value) in image.pixels.enumerated() { #expect(abs(Int(value) - shown[index % 3]) <= 2) }
    }

    @Test(
        "large pictures are reduced by whole factors",
        arguments: [(1920, 640, 640), (1280, 500, 426), (98, 98, 98)]
    )
    func sizes(width: Int, maximum: Int, expected: Int) {
        let picture = Self.picture(400, 512, 512, .yuv420p10, PictureSize(width: width, height: 54))
        let image = StillImage(of: picture, colour: .unspecified, maximumWidth: maximum)
        #expect(image.width == expected && image.height == 54 / (width / expected))
    }

    @Test("PQ's reference white is a light grey, and its peak is white")
    func brightLight() {
        func shown(_ luma: Int) -> UInt8 {
            let picture = Self.picture(luma, 512, 512, .yuv420p10, PictureSize(width: 16, height: 16))
            return StillImage(of: picture, colour: ColourDescription(transfer: 16, matrix: 9), maximumWidth: 64).pixels[
                0
            ]
        }
        #expect((170...220).contains(shown(573)))
        #expect(shown(64) == 0 && shown(940) == 255 && shown(700) > shown(573))
    }

    @Test(
        "ffmpeg reads the PNG back unchanged",
        .enabled(if: Tool.arePresent("ffmpeg"), "ffmpeg is not installed")
    )
    func png() throws {
        let picture = SyntheticFilm(size: PictureSize(width: 98, height: 54)).picture(3)
        let image = StillImage(of: picture, colour: .unspecified, maximumWidth: 98)
        let folder = TemporaryFolder.current
        try Data(image.png()).write(to: folder.appending(path: "a.png"))
        try Tool("ffmpeg")!.output(
            ["-nostdin", "-v", "error", "-i", "a.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "a.rgb"],
            in: folder
        )
        #expect(try [UInt8](Data(contentsOf: folder.appending(path: "a.rgb"))) == image.pixels)
    }
}
