import Media
import Testing

@testable import Intake

@Suite("Signs of fields over a whole film")
struct FieldPatternTests {
    private func stretches(_ letters: String) -> [FieldStretch] {
        FieldPattern.stretches(in: letters.compactMap(FieldSign.init))
    }

    private func repeated(_ letters: String, _ count: Int) -> String { String(repeating: letters, count: count) }

    @Test("give no finding for a progressive film, also with stray signs or little motion")
    func progressive() {
        #expect(stretches("").isEmpty)
        #expect(stretches("-" + repeated("p", 500)).isEmpty)
        #expect(stretches(repeated("-", 500)).isEmpty)
        #expect(stretches(repeated("pppptpppbppTppppBpp", 30)).isEmpty)
        // Combed without a constant order: a shaking camera, or flickering lines.
        #expect(stretches(repeated("tb", 100)).isEmpty)
    }

    @Test("find an interlaced film and the interlaced part of another", arguments: ["t", "b"])
    func interlaced(letter: String) {
        #expect(stretches("-" + repeated(letter, 50)) == [FieldStretch(kind: .interlaced, frames: 1..<51)])
        let part = repeated("p", 100) + repeated(letter, 30) + repeated("p", 100)
        #expect(stretches(part) == [FieldStretch(kind: .interlaced, frames: 100..<130)])
        // Four combed pictures are the minimum.
        #expect(stretches(repeated("-", 40) + repeated(letter, 4)).map(\.frames) == [40..<44])
        #expect(stretches(repeated("-", 40) + repeated(letter, 3)).isEmpty)
    }

    @Test("are joined across still scenes, but not across progressive ones")
    func joined() {
        let combed = repeated("t", 20)
        #expect(stretches(combed + repeated("-", 60) + combed).map(\.frames) == [0..<100])
        #expect(stretches(combed + repeated("p", 60) + combed).map(\.frames) == [0..<20, 80..<100])
    }

    @Test(
        "find 3:2 pulldown in both field orders and at every position of its cadence",
        arguments: ["pTtBp", "TtBpp", "tBppT", "BppTt", "ppTtB", "BbTpp", "pBbTp"]
    )
    func telecined(cadence: String) {
        #expect(stretches(repeated(cadence, 20)) == [FieldStretch(kind: .telecined, frames: 0..<100)])
        // After a cut the cadence continues at another position.
        let cut = repeated(cadence, 8) + "pp" + repeated(cadence, 8)
        #expect(stretches(cut).allSatisfy { $0.kind == .telecined })
        #expect(stretches(cut).map(\.frames.count).reduce(0, +) >= 70)
        #expect(
            stretches(repeated("p", 100) + repeated(cadence, 20) + repeated("p", 100)).allSatisfy { stretch in
                stretch.kind == .telecined && stretch.frames.lowerBound >= 95 && stretch.frames.upperBound <= 205
            }
        )
    }

    @Test("do not count repeated fields without a cadence as pulldown")
    func noCadence() {
        #expect(stretches(repeated("pTpp", 30)).isEmpty)
        #expect(stretches(repeated("TppppBppppppp", 30)).isEmpty)
    }
}
