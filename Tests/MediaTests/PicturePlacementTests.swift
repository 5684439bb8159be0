import Media
import Testing

@Suite("The place of pictures in a frame")
struct PicturePlacementTests {
    private static let frame = PictureSize(width: 1920, height: 1080)

    private func place(
        _ video: VideoTrack,
        _ fit: FrameFit,
        enlarged: Bool = false,
        in frame: PictureSize = frame
    ) throws -> String {
        let placement = try #require(PicturePlacement(video, in: frame, fit: fit, isEnlarged: enlarged))
        return "\(placement.region) -> \(placement.place)"
    }

    @Test("pictures keep their proportions, are not enlarged, and are in the middle")
    func contain() throws {
        let samples: [(VideoTrack, String)] = [
            (CompositionSamples.track(1920, 1080), "1920x1080 at 0, 0 -> 1920x1080 at 0, 0"),
            (CompositionSamples.track(3840, 2160), "3840x2160 at 0, 0 -> 1920x1080 at 0, 0"),
            (CompositionSamples.track(1280, 720), "1280x720 at 0, 0 -> 1280x720 at 320, 180"),
            (CompositionSamples.track(1440, 1080), "1440x1080 at 0, 0 -> 1440x1080 at 240, 0"),
            (CompositionSamples.track(4096, 1716), "4096x1716 at 0, 0 -> 1920x804 at 0, 138"),
            // Without scaling, an odd last column is left out.
            (CompositionSamples.track(161, 121), "160x120 at 0, 0 -> 160x120 at 880, 480"),
            // 720x576 with pixels of 16:15 is 768x576.
            (CompositionSamples.track(720, 576, aspect: (16, 15)), "720x576 at 0, 0 -> 768x576 at 576, 252"),
            // Upright.
            (
                CompositionSamples.track(1920, 1080, matrix: CompositionSamples.upright),
                "1920x1080 at 0, 0 -> 608x1080 at 656, 0"
            ),
        ]
        for (video, expected) in samples { #expect(try place(video, .contain) == expected) }
        let large = try place(CompositionSamples.track(1280, 720), .contain, enlarged: true)
        #expect(large == "1280x720 at 0, 0 -> 1920x1080 at 0, 0")
    }

    @Test("a crop fills the frame, and leaves out as much on either side")
    func crop() throws {
        let samples: [(VideoTrack, Bool, String)] = [
            (CompositionSamples.track(1440, 1080), false, "1440x1080 at 0, 0 -> 1440x1080 at 240, 0"),
            (CompositionSamples.track(1440, 1080), true, "1440x810 at 0, 134 -> 1920x1080 at 0, 0"),
            (CompositionSamples.track(4096, 2160), false, "3840x2160 at 128, 0 -> 1920x1080 at 0, 0"),
            (CompositionSamples.track(2048, 858), false, "1920x858 at 64, 0 -> 1920x858 at 0, 110"),
            (
                CompositionSamples.track(3840, 2160, matrix: CompositionSamples.upright), false,
                "1215x2160 at 1312, 0 -> 1920x1080 at 0, 0"
            ),
        ]
        for (video, isEnlarged, expected) in samples {
            #expect(try place(video, .crop, enlarged: isEnlarged) == expected)
        }
    }

    @Test("a stretch fills the frame as far as each side may grow")
    func stretch() throws {
        let film = CompositionSamples.track(1440, 1200)
        #expect(try place(film, .stretch) == "1440x1200 at 0, 0 -> 1440x1080 at 240, 0")
        #expect(try place(film, .stretch, enlarged: true) == "1440x1200 at 0, 0 -> 1920x1080 at 0, 0")
    }

    @Test("every place is even and inside the frame, and every region inside the picture")
    func bounds() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
            let video = CompositionSamples.track(
                number(2...4100),
                number(2...2300),
                aspect: (UInt32(number(1...32)), UInt32(number(1...32))),
                matrix: number(0...1) == 0 ? nil : CompositionSamples.upright
            )
            let frame = PictureSize(width: number(8...2000) * 2, height: number(8...2000) * 2)
            let fit = FrameFit.allCases[number(0...2)]
            let isEnlarged = number(0...1) == 0
            let found = try #require(PicturePlacement(video, in: frame, fit: fit, isEnlarged: isEnlarged))
            #expect(found.place.fits(into: frame) && found.place.size.roundedUpToEven == found.place.size)
            #expect(found.region.fits(into: video.size) && found.region.size.width > 0 && found.region.size.height > 0)
            let fillsWidth = found.place.size.width == frame.width
            let fillsHeight = found.place.size.height == frame.height
            if isEnlarged { #expect(fit == .contain ? fillsWidth || fillsHeight : fillsWidth && fillsHeight) }
        }
    }

    @Test("the clean aperture is what is shown")
    func aperture() throws {
        var video = CompositionSamples.track(1920, 1088)
        video.cleanAperture = CleanAperture(
            PictureSize(width: 1920, height: 1080),
            of: PictureSize(width: 1920, height: 1088)
        )
        #expect(try place(video, .contain) == "1920x1080 at 0, 0 -> 1920x1080 at 0, 0")
        video.cleanAperture = CleanAperture(
            width: .init(1900),
            height: .init(1000),
            horizontalOffset: .init(1),
            verticalOffset: .init(-4)
        )
        #expect(video.shownRegion == PictureRegion(left: 10, top: 40, size: PictureSize(width: 1901, height: 1000)))
    }

    @Test("the eight turns of a display matrix, each sample in its place")
    func turns() throws {
        let one: Int32 = 65536
        // a, b, c, d of the matrix, and where the corners of the coded picture are shown: a shown point is
        // (a p + c q, b p + d q), moved to the quadrant of the picture.
        for (a, b, c, d) in [(1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1)]
            + [(0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0)] as [(Int32, Int32, Int32, Int32)]
        {
            let matrix = [a * one, b * one, 0, c * one, d * one, 0, 0, 0, 1 << 30]
            let turn = try #require(PictureTurn(displayMatrix: matrix))
            let coded = PictureSize(width: 5, height: 3)
            let shown = turn.turned(coded)
            #expect(turn.turned(shown) == coded && shown.width == (a == 0 ? 3 : 5))
            let (left, top) = (min(0, Int(a) * 4 + Int(c) * 2), min(0, Int(b) * 4 + Int(d) * 2))
            for q in 0..<3 {
                for p in 0..<5 {
                    let x = Int(a) * p + Int(c) * q - left
                    let y = Int(b) * p + Int(d) * q - top
                    let place = turn.codedPlace(x: x, y: y, shown: shown)
                    #expect(place == (p, q), "\(turn): \(x), \(y)")
                }
            }
        }
        #expect(PictureTurn(displayMatrix: nil) == PictureTurn.none)
        #expect(PictureTurn(displayMatrix: [46341, 46341, 0, -46341, 46341, 0, 0, 0, 1 << 30]) == nil)
        #expect(PictureTurn(displayMatrix: [131072, 0, 0, 0, 131072, 0, 0, 0, 1 << 30]) == nil)
        #expect(PictureTurn(displayMatrix: CompositionSamples.upright)?.description == "turned by 90 degrees")
    }
}
