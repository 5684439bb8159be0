import Foundation
import Media
import Testing

@Suite("Parts of sources and pictures")
struct SourcePartTests {
    @Test("documents with impossible parts are refused")
    func impossible() {
        func refuses<Value: Decodable>(_ type: Value.Type, _ text: String) -> Bool {
            (try? JSONDecoder().decode(type, from: Data(text.utf8))) == nil
        }
        #expect(!refuses(PictureRegion.self, #"{"left": 2, "top": 0, "size": {"width": 3, "height": 5}}"#))
        for place in [#""left": 1, "top": 0"#, #""left": -2, "top": 0"#, #""left": 0, "top": 9223372036854775806"#] {
            #expect(refuses(PictureRegion.self, "{\(place), \"size\": {\"width\": 3, \"height\": 5}}"))
        }
        #expect(!refuses(SourceCut.self, #"{"frames": [3, 5], "startTick": 7, "wholeFirstTick": 1}"#))
        for cut in [
            #"{"frames": [3, 3], "startTick": 7, "wholeFirstTick": 1}"#,
            #"{"frames": [-1, 3], "startTick": 7, "wholeFirstTick": 1}"#,
            #"{"frames": [3, 5], "startTick": 0, "wholeFirstTick": 1}"#,
            #"{"frames": [3, 5], "startTick": 9223372036854775807, "wholeFirstTick": 1}"#,
        ] {
            #expect(refuses(SourceCut.self, cut))
        }
    }

    @Test("a region fits if all of it is inside")
    func fitting() {
        let region = PictureRegion(left: 2, top: 4, size: PictureSize(width: 10, height: 11))
        #expect(region.fits(into: PictureSize(width: 12, height: 15)))
        #expect(!region.fits(into: PictureSize(width: 11, height: 15)))
        #expect(!region.fits(into: PictureSize(width: 12, height: 14)))
        #expect("\(region)" == "10x11 at 2, 4")
        #expect(PictureSize(width: 161, height: 120).roundedUpToEven == PictureSize(width: 162, height: 120))
    }

    @Test("the whole film is not a part")
    func whole() {
        #expect(SourcePart(reading: .standard, frames: nil, region: nil) == nil)
        #expect(SourcePart(reading: SourceReading(track: 1), frames: nil, region: nil) != nil)
        #expect(SourcePart(reading: .standard, frames: 0..<1, region: nil) != nil)
    }

    @Test("the text of an aperture has its position")
    func aperture() {
        let even = CleanAperture(PictureSize(width: 158, height: 96), of: PictureSize(width: 160, height: 96))
        #expect(
            even?.horizontalOffset == CleanAperture.Fraction(-1) && even?.verticalOffset == CleanAperture.Fraction(0)
        )
        #expect(even.map { "\($0)" } == "158x96, its centre 1 to the left")
        #expect(
            CleanAperture(PictureSize(width: 16, height: 16), of: PictureSize(width: 16, height: 16)).map { "\($0)" }
                == "16x16"
        )
    }
}
