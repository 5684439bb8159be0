import Foundation
import Media
import Testing

@Suite("Scripts of subtitles")
struct SubtitleScriptTests {
    private func script(_ times: [(Int64, Int64)]) -> SubtitleScript {
        SubtitleScript(
            header: "",
            events: times.enumerated().map { index, time in
                SubtitleScript.Event(start: time.0, end: time.1, line: "\(index),0,Default,,0,0,0,,text")
            },
            build: "libass 0.17.1"
        )
    }

    @Test("a text is shown from its start until before its end")
    func isShown() {
        let script = script([(100, 200)])
        #expect([99, 100, 199, 200].map { script.isShown(at: $0) } == [false, true, true, false])
    }

    @Test("the place of a text depends on the texts that were there when it appeared, and on no others")
    func chain() {
        // The second appears over the first, the third over the second; the fourth is later than all.
        let script = script([(0, 50), (40, 100), (90, 150), (200, 300), (95, 97)])
        #expect(script.chain(at: 30) == [0])
        #expect(script.chain(at: 60) == [0, 1])
        #expect(script.chain(at: 120) == [0, 1, 2])
        #expect(script.chain(at: 160).isEmpty)
        #expect(script.chain(at: 250) == [4])
        #expect(script.events[4].line.hasPrefix("3,"), "events are by time")
    }

    @Test("texts are found wherever long ones begin", arguments: [1, 7, 42])
    func search(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let times = (0..<60).map { _ in
            let start = Int64.random(in: 0..<1000, using: &generator)
            return (start, start + Int64.random(in: 1..<(Bool.random(using: &generator) ? 20 : 600), using: &generator))
        }
        let script = script(times)
        for time in stride(from: Int64(0), to: 1700, by: 7) {
            let isShown = times.contains { $0.0 <= time && time < $0.1 }
            #expect(script.isShown(at: time) == isShown, "\(time)")
            let shown = Set(script.events.indices.filter { script.events[$0].isShown(at: time) })
            #expect(shown.isSubset(of: script.chain(at: time)), "\(time)")
        }
    }

    @Test("a document whose texts are out of order or have no length is refused")
    func damaged() throws {
        let good = try JSONEncoder().encode(script([(0, 50), (40, 100)]))
        #expect(try JSONDecoder().decode(SubtitleScript.self, from: good) == script([(0, 50), (40, 100)]))
        for (from, to) in [("\"start\":40", "\"start\":-1"), ("\"end\":50", "\"end\":0")] {
            let text = String(decoding: good, as: UTF8.self).replacingOccurrences(of: from, with: to)
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(SubtitleScript.self, from: Data(text.utf8))
            }
        }
    }
}
