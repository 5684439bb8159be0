import Media
import Testing

@Suite("Timecode and chapters")
struct TimecodeTests {
    @Test("a timecode counts frames, and skips numbers if it is drop-frame")
    func counting() {
        let film = FrameRate(frames: 24, seconds: 1)
        let television = FrameRate(frames: 30000, seconds: 1001)
        #expect(Timecode("01:00:00:00", rate: film)?.firstFrame == 86400)
        #expect(Timecode("00:01:00;02", rate: television)?.firstFrame == 1800)
        #expect(Timecode("00:10:00;00", rate: television)?.firstFrame == 17982)
        #expect(Timecode("00:10:00:00", rate: television)?.firstFrame == 18000)
        #expect(Timecode("23:59:59;29", rate: television).map { UInt64($0.firstFrame) + 1 == $0.framesPerDay } == true)
        for wrong in ["", "1:2:3", "00:00:00:24", "24:00:00:00", "00:60:00:00", "00:00:00;00", "a:b:c:d"] {
            #expect(Timecode(wrong, rate: film) == nil, "\(wrong)")
        }
    }

    @Test("a part of a film has its own chapters, relative to its start")
    func cutting() {
        func seconds(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 1) }
        let chapters = [
            Chapter(start: seconds(0), title: "a"), Chapter(start: seconds(10), title: "b"),
            Chapter(start: seconds(20), title: "c"),
        ]
        let cut = Chapter.cut(chapters, to: TimeRange(start: seconds(12), end: seconds(25)))
        #expect(cut == [Chapter(start: seconds(0), title: "b"), Chapter(start: seconds(8), title: "c")])
        #expect(Chapter.cut(chapters, to: TimeRange(start: seconds(10), end: seconds(20))).map(\.title) == ["b"])
    }
}
