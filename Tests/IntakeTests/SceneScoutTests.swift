import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Scene scout", .temporaryFolder, .doesNotHang)
struct SceneScoutTests {
    private let size = PictureSize(width: 128, height: 72)

    private func activities(_ pictures: [Picture]) -> [FrameActivity] {
        var meter = FrameMeter()
        return pictures.map { meter.measure($0) }
    }

    /// A film of `count` frames whose luma is `value(frame, x, y)`.
    private func cuts(_ count: Int, rate: Int32 = 24, _ value: (Int, Int, Int) -> Int) -> [Int] {
        let timeline = SyntheticFilm(count: count, rate: rate).timeline
        let pictures = (0..<count).map { frame in
            var bytes: [UInt8] = []
            for y in 0..<size.height {
                for x in 0..<size.width { bytes.append(UInt8(min(max(value(frame, x, y), 0), 255))) }
            }
            bytes += [UInt8](repeating: 128, count: size.width * size.height / 2)
            return Picture(
                format: .yuv420p8,
                size: size,
                frame: frame,
                presentationTime: timeline.time(of: frame),
                duration: timeline.duration(of: frame),
                storage: bytes
            )
        }
        return SceneCuts.cuts(in: activities(pictures), timeline: timeline)
    }

    /// A still scene made of large shapes, another for each seed.
    private func scene(_ seed: Int, _ x: Int, _ y: Int) -> Int {
        let (a, b) = (Double(x) / (9 + Double(seed % 3) * 4), Double(y) / (7 + Double(seed % 5) * 2))
        return Int(110 + 40 * sin(a + Double(seed)) + 40 * cos(b * 1.3 - Double(seed) * 2))
    }

    private func noise(_ frame: Int, _ x: Int, _ y: Int) -> Int {
        var z = UInt64(frame * 1_000_003 + y * 1009 + x) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 29)) &* 0xBF58_476D_1CE4_E5B9
        return Int(z >> 58) - 32
    }

    @Test("every cut of a synthetic film is found, and nothing else", arguments: PixelFormat.allCases)
    func synthetic(format: PixelFormat) {
        let film = SyntheticFilm(size: size, format: format, count: 60, cuts: [17, 33, 48])
        #expect(SceneCuts.cuts(in: activities((0..<60).map(film.picture)), timeline: film.timeline) == film.cuts)
    }

    @Test("cuts are found in noise and in dark scenes")
    func noisyCuts() {
        #expect(cuts(40) { scene($0 < 21 ? 1 : 2, $1, $2) + noise($0, $1, $2) } == [0, 21])
        #expect(cuts(40) { 16 + (scene($0 < 21 ? 1 : 2, $1, $2) - 16) / 5 } == [0, 21])
    }

    @Test("noise, pans, fades, dissolves and still pictures are no cuts")
    func falseAlarms() {
        #expect(cuts(40) { noise($0, $1, $2) * 3 + 128 } == [0])
        #expect(cuts(40) { scene(3, $1 + $0 * 2, $2) } == [0])
        #expect(cuts(40) { scene(3, $1, $2 + $0 * 3) } == [0])
        #expect(cuts(40) { scene(1, $1, $2) * $0 / 39 } == [0])
        #expect(cuts(48) { (scene(1, $1, $2) * (47 - $0) + scene(2, $1, $2) * $0) / 47 } == [0])
        #expect(cuts(40) { _, x, y in scene(1, x, y) } == [0])
    }

    @Test("a dissolve between still scenes is no cut", arguments: [8, 12, 24])
    func dissolve(length: Int) {
        let found = cuts(60) { frame, x, y in
            let share = min(max(frame - 20, 0), length)
            return (scene(1, x, y) * (length - share) + scene(2, x, y) * share) / length
        }
        #expect(found == [0])
    }

    @Test("a flash is no cut, nor is an object that hides the scene for half a second", arguments: [1, 2, 3, 8, 12])
    func flash(length: Int) {
        #expect(cuts(50) { (20..<20 + length).contains($0) ? 235 - scene(2, $1, $2) / 4 : scene(1, $1, $2) } == [0])
    }

    @Test("half a second is half a second at any frame rate", arguments: [25, 50, 60] as [Int32])
    func otherRates(rate: Int32) {
        let half = Int(rate) / 2
        func found(_ length: Int) -> [Int] {
            cuts(100, rate: rate) { scene((20..<20 + length).contains($0) ? 2 : 1, $1, $2) }
        }
        #expect(found(half) == [0])
        #expect(found(half + 1) == [0, 20, 20 + half + 1])
    }

    @Test("flicker is no cut, though no single flash stands out in it")
    func flicker() {
        let dark = [20, 24, 31, 32, 33, 34, 37]
        #expect(cuts(60) { dark.contains($0) ? scene(1, $1, $2) * 3 / 5 + $1 / 3 : scene(1, $1, $2) } == [0])
    }

    @Test("a window that opens is no cut, if a third of the picture that is not black stays", arguments: [true, false])
    func window(hasBars: Bool) {
        /// The film with a window of so many columns from frame 20 on; bars are above and below it.
        func found(columns: Int) -> [Int] {
            cuts(60) { frame, x, y in
                if hasBars, y < 18 || y >= 54 { return 16 }
                return scene(frame >= 20 && x < columns ? 2 : 1, x, y)
            }
        }
        #expect(found(columns: 80) == [0])
        #expect(found(columns: 112) == [0, 20])
    }

    @Test("a scene of a second between two halves of another begins and ends with a cut")
    func insert() {
        #expect(cuts(80) { scene((20..<44).contains($0) ? 2 : 1, $1, $2) } == [0, 20, 44])
    }

    @Test("a flash does not hide the cut after it")
    func flashThenCut() {
        let found = cuts(50) { frame, x, y in
            frame == 20 ? 235 - scene(2, x, y) / 4 : scene(frame < 35 ? 1 : 4, x, y)
        }
        #expect(found == [0, 35])
    }

    @Test("a part of a film does not invent a cut at its start")
    func part() {
        let film = SyntheticFilm(size: size, count: 60, cuts: [30])
        let all = activities((0..<60).map(film.picture))
        #expect(SceneCuts.cuts(in: Array(all[10...]), timeline: film.timeline) == [30])
        #expect(SceneCuts.cuts(in: [], timeline: film.timeline).isEmpty)
    }

    @Test("activities are read back from JSON unchanged")
    func coding() throws {
        let film = SyntheticFilm(size: size, count: 5)
        let all = activities((0..<5).map(film.picture))
        let data = try JSONEncoder().encode(all)
        #expect(try JSONDecoder().decode([FrameActivity].self, from: data) == all)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FrameActivity.self, from: Data(#"[0,0,null,null,null,"00"]"#.utf8))
        }
    }

    @Test("any partition of a film gives the same activities", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func partitions() throws {
        let path = try FFmpegTool.film("a.mp4", video: ["-c:v", "libx264", "-x264-params", "open-gop=1:keyint=20"])
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let whole = try SceneScout.scan(FilmReader(source: source), frames: 0..<96)
        #expect(whole.activities.map(\.frame) == Array(0..<96))
        let reader = try FilmReader(source: source)
        for seed in 1...3 as ClosedRange<UInt64> {
            var parts: [(frame: Int, activity: FrameActivity, fields: FieldSign)] = []
            for range in Reading.partition(96, parts: 6, seed: seed) {
                let scan = try SceneScout.scan(reader, frames: range)
                parts += zip(scan.activities, scan.fields).map { ($0.frame, $0, $1) }
            }
            parts.sort { $0.frame < $1.frame }
            #expect(parts.map(\.activity) == whole.activities)
            #expect(parts.map(\.fields) == whole.fields)
        }
    }

    @Test("the hard cuts of the main clip are found", .enabled(if: SharedMedia.folder != nil, "needs the shared clips"))
    func sintel() throws {
        let clip = try #require(SharedMedia.clip("sdr-sintel-720p24.mp4"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        let activities = try SceneScout.scan(FilmReader(source: source), frames: 0..<350).activities
        let found = SceneCuts.cuts(in: activities, timeline: source.video.timeline)
        // At 2.6, 2.9, 3.6, 9.9, 12.0, 13.5 and 14.1 s.
        #expect(found == [0, 62, 70, 86, 237, 287, 324, 338])
    }
}
