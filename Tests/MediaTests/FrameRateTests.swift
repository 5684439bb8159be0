import Foundation
import Media
import Testing

@Suite("FrameRate")
struct FrameRateTests {
    @Test("it is stored in lowest terms")
    func lowestTerms() {
        #expect(FrameRate(frames: 60000, seconds: 2002) == FrameRate(frames: 30000, seconds: 1001))
        #expect(FrameRate(frames: 48, seconds: 2).description == "24")
        #expect(FrameRate(frames: 30000, seconds: 1001).description == "30000/1001")
    }

    @Test(
        "its text has decimals, with the fraction if there is one",
        arguments: [
            (24, 1, "24"), (30000, 1001, "29.97 (30000/1001)"), (25, 2, "12.5 (25/2)"), (1840, 77, "23.896 (1840/77)"),
        ]
    )
    func text(frames: Int32, seconds: Int32, text: String) {
        #expect(FrameRate(frames: frames, seconds: seconds).text == text)
    }

    @Test("the frame duration is seconds divided by frames")
    func duration() {
        #expect(FrameRate(frames: 30000, seconds: 1001).frameDuration == MediaTime(value: 1001, timescale: 30000))
        #expect(abs(FrameRate(frames: 24000, seconds: 1001).framesPerSecond - 23.976023976) < 1e-9)
    }

    @Test("a rate that is not a positive fraction is refused", arguments: [(0, 1), (24, 0), (-24, 1), (24, -1)])
    func coding(frames: Int, seconds: Int) throws {
        let bad = Data(#"{"frames":\#(frames),"seconds":\#(seconds)}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FrameRate.self, from: bad) }
        let good = FrameRate(frames: 24000, seconds: 1001)
        #expect(try JSONDecoder().decode(FrameRate.self, from: JSONEncoder().encode(good)) == good)
    }
}
