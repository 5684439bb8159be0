import Foundation
import Media
import SubtitleDrawing
import TestSupport
import Testing

@testable import Intake

/// A font that Debian has in a package of its own.
private enum KnownFont {
    static let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let isPresent = FileManager.default.fileExists(atPath: path)
}

/// Subtitles that are drawn into pictures, compared with those of ffmpeg's filter.
@Suite(
    "Subtitles in pictures",
    .temporaryFolder,
    .enabled(
        if: FFmpegTool.isPresent && KnownFont.isPresent && BurnedSubtitles.load(),
        "needs ffmpeg, libass and the DejaVu fonts"
    )
)
struct BurnedSubtitlesTests {
    /// The second text appears over the first one and stays there when it is gone.
    private static let text = """
        1
        00:00:00,200 --> 00:00:01,000
        Hello, world

        2
        00:00:00,600 --> 00:00:01,400
        <font color="#ff2010">red above</font>

        3
        00:00:01,600 --> 00:00:01,800
        Ünïcödé
        """

    /// A film of 50 grey pictures, 25 a second, with a text track.
    private func film(_ text: String = text, codec: String = "srt", _ video: [String] = []) throws -> String {
        let folder = TemporaryFolder.current
        let subtitles = folder.appending(path: "text.srt").path
        try Data(text.utf8).write(to: URL(filePath: subtitles))
        let path = folder.appending(path: codec == "mov_text" ? "film.mp4" : "film.mkv").path
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=0x507090:size=320x180:rate=25:duration=2",
                "-i", subtitles, "-map", "0:v", "-map", "1:s", "-c:v", "libx264", "-qp", "0", "-g", "10", "-pix_fmt",
                "yuv420p", "-c:s", codec,
            ] + video + [path]
        )
        return path
    }

    private func described(_ path: String, _ burning: SubtitleBurning? = nil) throws -> SourceDescription {
        let fonts = [SubtitleBurning.Font(path: KnownFont.path)]
        let reading = SourceReading(burning: burning ?? SubtitleBurning(track: 0, fonts: fonts))
        return try FilmProbe.describe(path: path, hashWholeFile: false, reading: reading)
    }

    private func pictures(_ source: SourceDescription, _ frames: Range<Int>? = nil) throws -> [Picture] {
        let reader = try FilmReader(source: source)
        let sequence = try reader.pictures(in: frames ?? 0..<source.video.timeline.count)
        var pictures: [Picture] = []
        while let picture = try sequence.next() { pictures.append(picture) }
        return pictures
    }

    @Test("the text of every picture is where ffmpeg's filter draws it", arguments: ["srt", "mov_text"])
    func peer(codec: String) throws {
        let path = try film(codec: codec)
        let raw = TemporaryFolder.current.appending(path: "peer.yuv").path
        let style = "fontsdir=/usr/share/fonts/truetype/dejavu:force_style=FontName=DejaVu Sans"
        try FFmpegTool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-i", path, "-map", "0:v", "-vf", "subtitles=\(path):\(style)", raw]
        )
        let expected = [UInt8](try Data(contentsOf: URL(filePath: raw)))
        let found = try pictures(described(path))
        let count = Picture.byteCount(format: .yuv420p8, size: found[0].size)
        #expect(found.count == 50 && expected.count == 50 * count)
        let samples = 320 * 180
        let blank = expected.span.extracting(0..<count)
        var drawn = 0
        for (number, picture) in found.enumerated() {
            let peer = expected.span.extracting(number * count..<(number + 1) * count)
            let picture = picture.storage.span
            // ffmpeg asks libass for letters at other eighths of a sample, and covers chroma by four samples.
            var isDrawn = false
            for (name, plane, share) in [("luma", 0..<samples, 8), ("chroma", samples..<count, 4)] {
                let text = difference(peer.extracting(plane), blank.extracting(plane))
                let distance = difference(picture.extracting(plane), peer.extracting(plane))
                #expect(distance * share <= text, "\(name) \(number)")
                isDrawn = isDrawn || text > 0
            }
            if isDrawn { drawn += 1 }
        }
        // From 0.2 to 1.4 s and from 1.6 to 1.8 s.
        #expect(drawn == 35)
    }

    /// The sum of the absolute differences of two lists of samples. A plain loop, because sanitizers slow down others.
    private func difference(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Int {
        var sum = 0
        var place = 0
        while place < one.count {
            let (first, second) = (one[place], other[place])
            sum += Int(first > second ? first - second : second - first)
            place += 1
        }
        return sum
    }

    @Test("a film in ranges has the same text as in one piece")
    func ranges() throws {
        let source = try described(film())
        let whole = try pictures(source).map(\.storage)
        for number in whole.indices {
            #expect(try pictures(source, number..<number + 1).map(\.storage) == [whole[number]], "picture \(number)")
        }
        #expect(whole[26] != whole[24], "the text above stays above when the one below is gone")
    }

    @Test("a part of a film at another rate has its text at the same times")
    func part() throws {
        let whole = try described(film())
        let texts = try pictures(whole)
        let part = try FilmProbe.cut(whole, to: 10..<40)
        let fast = try FilmProbe.joined([try FilmProbe.repeated(part, at: FrameRate(frames: 50, seconds: 1))])
        let found = try pictures(fast)
        #expect(found.count == 60)
        for number in stride(from: 0, to: 60, by: 2) {
            #expect(found[number].storage == texts[10 + number / 2].storage, "picture \(number)")
        }
        // Its other text tracks have these times, too.
        var carried = fast
        carried.films?[0].subtitles?[0].isBurned = nil
        carried.subtitles?[0].isBurned = nil
        let track = try #require(carried.subtitles?.first)
        let samples = try SubtitleReader(source: carried, track: track).samples(fontSize: 10)
        // From 0.4 s of the file on: the first text, both, the second one.
        #expect(samples.map(\.duration) == [200, 400, 400])
    }

    @Test("white text of a PQ film has 203 cd/m²")
    func white() throws {
        let library = try #require(SubtitleLibrary.shared)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: KnownFont.path)))
        let script = try #require(try described(film()).script)
        let size = PictureSize(width: 1280, height: 720)
        let canvas = SubtitleDrawer.Canvas(
            size: size,
            format: .yuv420p10,
            colour: ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
        )
        let drawer = try #require(SubtitleDrawer(library, script, fonts: [("DejaVu Sans", bytes)], on: canvas))
        var storage = [UInt8](repeating: 0, count: Picture.byteCount(format: .yuv420p10, size: size))
        drawer.draw(at: 300, onto: &storage)
        let luma = stride(from: 0, to: storage.count * 2 / 3, by: 2).map { (offset: Int) -> Int in
            Int(storage[offset]) + Int(storage[offset + 1]) * 256
        }
        // 58 % of the signal (BT.2408 table 1): 64 + 0.581 * 876.
        #expect(luma.max() == 573)
    }

    @Test("what cannot be drawn is an error in words")
    func errors() throws {
        let path = try film()
        func message(_ burning: SubtitleBurning, _ path: String = path) -> String {
            let error = #expect(throws: IntakeError.self) { try described(path, burning) }
            guard let error else { return "" }
            return "\(error.cause); \(error.remedy)"
        }
        let font = SubtitleBurning.Font(path: KnownFont.path)
        #expect(message(SubtitleBurning(track: 1, fonts: [font])).contains("no subtitle track 1"))
        #expect(message(SubtitleBurning(track: 0, fonts: [.init(path: "/no/font.ttf")])).contains("no such file"))
        #expect(message(SubtitleBurning(track: 0, fonts: [.init(path: path)])).contains("no TrueType or OpenType font"))
        let japanese = try film(Self.text.replacingOccurrences(of: "world", with: "日本"))
        let missing = message(SubtitleBurning(track: 0, fonts: [font]), japanese)
        #expect(missing.contains("no glyph for \"日\": U+65E5, U+672C"))
    }

    @Test("a font that changed while the job runs is an error")
    func changed() throws {
        let copy = TemporaryFolder.current.appending(path: "font.ttf").path
        try FileManager.default.copyItem(atPath: KnownFont.path, toPath: copy)
        let source = try described(film(), SubtitleBurning(track: 0, fonts: [.init(path: copy)]))
        #expect(source.readPaths.last == copy)
        var bytes = try Data(contentsOf: URL(filePath: copy))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: copy))
        let error = #expect(throws: IntakeError.self) { try pictures(source) }
        #expect(error?.code == .changed && error?.subject == copy)
    }

    @Test("damaged fonts are not read beyond their end", arguments: [0, 1, 3, 11, 12, 200, 1000, 100_000])
    func damagedFont(count: Int) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: KnownFont.path)))
        #expect(FontFamily.name(in: bytes) == "DejaVu Sans")
        bytes.removeLast(bytes.count - count)
        #expect(FontFamily.name(in: bytes) == nil)
    }
}
