import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

private typealias Edit = MovieSurgery.Edit

/// A list over the film of `EditListTests`.
struct EditListForm: Sendable, CustomTestStringConvertible {
    let name: String
    /// Offset that is added to composition times first.
    var moved = 0
    /// Samples at which decoding may begin; nil leaves them unchanged.
    var sync: [Int]?
    /// Whether FFmpeg presents the same.
    var isAlike = true
    /// The list, from the composition times in ascending order.
    let edits: @Sendable ([Int]) -> [MovieSurgery.Edit]

    var testDescription: String { name }
}

@Suite(
    "Edit lists of pictures",
    .temporaryFolder,
    .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
    .doesNotHang
)
struct EditListTests {
    /// One film with open GOPs of a second, four seconds long, in two codings.
    static let codings = [
        [
            "-c:v", "libx265", "-x265-params",
            "open-gop=1:keyint=24:min-keyint=24:scenecut=0:bframes=4:b-adapt=0:pools=1:log-level=error",
        ],
        [
            "-c:v", "libx264", "-x264-params",
            "open-gop=1:keyint=24:min-keyint=24:scenecut=0:bframes=3:b-adapt=0",
        ],
    ]

    static let forms = [
        EditListForm(name: "inside an open GOP", edits: { [Edit(2000, $0[30])] }),
        EditListForm(name: "at a picture that leads a key frame", edits: { [Edit(2000, $0[22])] }),
        EditListForm(name: "before the first sync sample", sync: [22, 46, 70], edits: { [Edit(2000, $0[8])] }),
        EditListForm(name: "long before the first sync sample", sync: [70], edits: { [Edit(2000, $0[8])] }),
        EditListForm(name: "without a sync sample", sync: [], edits: { [Edit(1000, $0[8])] }),
        EditListForm(name: "at a negative time of the first picture", moved: -2048, isAlike: false) { _ in
            [Edit(2000, 0)]
        },
        EditListForm(name: "between frames, some at negative times", moved: -2047, isAlike: false) { _ in
            [Edit(2000, 100)]
        },
        EditListForm(name: "in front of the first picture", isAlike: false) { _ in [Edit(2000, 0)] },
        EditListForm(name: "after an empty edit", edits: { [Edit(500, -1), Edit(2000, $0[8])] }),
        EditListForm(name: "between frames", isAlike: false) { [Edit(2000, $0[30] + 200)] },
        EditListForm(name: "two parts, one behind the other", isAlike: false) {
            [Edit(1000, $0[0]), Edit(1000, $0[48])]
        },
        EditListForm(name: "two parts between frames", isAlike: false) {
            [Edit(1000, $0[3] + 99), Edit(1000, $0[57] + 333)]
        },
        EditListForm(name: "two parts that go on", isAlike: false) {
            [Edit(1000, $0[2] + 99), Edit(1000, $0[26] + 99)]
        },
        EditListForm(name: "a part that is shown twice", isAlike: false) { [Edit(1000, $0[10]), Edit(1000, $0[10])] },
        EditListForm(name: "back to the start", isAlike: false) { [Edit(1000, $0[50]), Edit(1000, $0[0])] },
        EditListForm(name: "an end between frames", edits: { [Edit(1020, $0[0])] }),
        EditListForm(name: "an end behind the media's", edits: { [Edit(9000, $0[40])] }),
        EditListForm(name: "an empty edit at the end", isAlike: false) { [Edit(1000, $0[8]), Edit(500, -1)] },
        EditListForm(name: "no length", isAlike: false) { [Edit(0, $0[8])] },
    ]

    /// Makes the film with a form's list, and gives its path with the hashes of all its pictures.
    private func film(_ coding: Int, _ form: EditListForm) throws -> (
        url: URL, edits: [MovieSurgery.Edit], pictures: [String]
    ) {
        let path = try FFmpegTool.film("film.mp4", video: Self.codings[coding], audio: ["-c:a", "aac"])
        let pictures = try FFmpegTool.pictureHashes(of: path, pixelFormat: "yuv420p")
        let url = URL(filePath: path)
        if form.moved != 0 { try MovieSurgery.moveCompositionTimes(by: form.moved, ofTrack: 0, in: url) }
        if let sync = form.sync { try MovieSurgery.setSyncSamples(sync, ofTrack: 0, in: url) }
        let edits = form.edits(try MovieSurgery.sampleTimes(ofTrack: 0, in: url).ticks.sorted())
        try MovieSurgery.setEdits(edits, ofTrack: 0, in: url)
        return (url, edits, pictures)
    }

    @Test("pictures and their times follow the standard", arguments: codings.indices, forms)
    func presented(coding: Int, form: EditListForm) throws {
        let (url, edits, pictures) = try film(coding, form)
        let model = EditModel(try MovieSurgery.sampleTimes(ofTrack: 0, in: url), edits)
        let source = try FilmProbe.describe(path: url.path, hashWholeFile: false)
        let timeline = source.video.timeline
        #expect((0...timeline.count).map { timeline.tick(of: $0) } == model.ticks)
        let digests = try Reading.digests(source)
        try #require(digests.count == model.pictures.count)
        #expect(digests == model.pictures.map { pictures[$0] })
        if form.isAlike {
            let peer = try FFmpegTool.numbers("frame", "pts", of: url.path, stream: "v:0")
            #expect(peer == Array(model.ticks.dropLast()), "what FFmpeg presents")
        }
        #expect(source.audio.first?.presentationStart == .zero && source.audio.first?.presentedFrom == 1024)
        try Reading.expectSamePictures(of: url.path, parts: 5, seeds: 1...1)
        // A part of it has the same pictures.
        let frames = timeline.count / 3..<timeline.count - 2
        let part = try FilmProbe.cut(source, to: frames)
        #expect(try Reading.digests(part) == Array(digests[frames]))
        #expect(try JSONDecoder().decode(SourceDescription.self, from: JSONEncoder().encode(part)) == part)
    }

    @Test("a film that begins with undecodable pictures begins late, but its audio does not")
    func undecodable() throws {
        let film = try FFmpegTool.film("film.mp4", video: Self.codings[0], audio: ["-c:a", "aac"])
        let url = TemporaryFolder.current.appending(path: "cut.mp4")
        // The file begins with a key frame of an open GOP: its leading pictures lack their references.
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-v", "error", "-ss", "1.5", "-i", film, "-c", "copy", "-copypriorss", "1", "-avoid_negative_ts",
                "make_zero", url.path,
            ]
        )
        let times = try MovieSurgery.sampleTimes(ofTrack: 0, in: url)
        let first = try #require(times.ticks.min())
        let key = times.ticks[0]
        try #require(first < key)
        for edits in [[Edit(1500, first)], [Edit(250, -1), Edit(1000, first + 100)], [Edit(1000, key - 100)]] {
            try MovieSurgery.setEdits(edits, ofTrack: 0, in: url)
            let model = EditModel(times, edits, from: key)
            let source = try FilmProbe.describe(path: url.path, hashWholeFile: false)
            let timeline = source.video.timeline
            #expect((0...timeline.count).map { timeline.tick(of: $0) } == model.ticks)
            #expect(timeline.firstTick > 0 && source.audio.first?.presentationStart == .zero)
            try Reading.expectSamePictures(of: url.path, parts: 3, seeds: 1...1)
        }
    }

    @Test(
        "ambiguous lists are refused before anything is encoded",
        arguments: [
            ([Edit(1000, 1024, rate: 2)], "another speed"), ([Edit(1000, 1024, rate: 0)], "freezes a picture"),
            ([Edit(1000, 1024), Edit(500, -1), Edit(1000, 20000)], "has a gap between two of its parts"),
            ([Edit(5000, 1024), Edit(1000, 1024)], "has a gap between two of its parts"),
            ([Edit(1000, 20000), Edit(1000, 0)], "has a gap between two of its parts"),
            ([Edit(1000, -1)], "presents none of its pictures"),
            ([Edit(1000, 900_000)], "presents none of its pictures"),
            ([Edit(1000, -7)], "begins before its media"), ([Edit(1000, 1024), Edit(0, 20000)], "one of them empty"),
        ]
    )
    func refusals(edits: [MovieSurgery.Edit], words: String) throws {
        let url = URL(filePath: try FFmpegTool.film("film.mp4", video: Self.codings[1], audio: ["-c:a", "aac"]))
        try MovieSurgery.setEdits(edits, ofTrack: 0, in: url)
        let error = #expect(throws: IntakeError.self) {
            try FilmProbe.describe(path: url.path, hashWholeFile: false)
        }
        #expect(error?.code == .unsupported && error?.kind == .badInput)
        let cause = try #require(error?.cause)
        #expect(cause.contains("its edit list") && cause.contains(words), "\(cause)")
        #expect(error?.remedy.contains("-ignore_editlist 1") == true)
    }

    @Test("audio with an empty edit at its end is carried, and audio at another speed is not, with a reason")
    func sound() throws {
        let url = URL(filePath: try FFmpegTool.film("film.mp4", video: Self.codings[1], audio: ["-c:a", "aac"]))
        try MovieSurgery.setEdits([Edit(250, -1), Edit(1000, 2000), Edit(500, -1)], ofTrack: 1, in: url)
        let track = try #require(try FilmProbe.describe(path: url.path, hashWholeFile: false).audio.first)
        #expect(track.obstacle == nil && track.presentedFrom == 2000 && track.presentedDuration == 48000)
        #expect(track.presentationStart == MediaTime(value: 1, timescale: 4))
        try MovieSurgery.setEdits([Edit(1000, 2000, rate: 2)], ofTrack: 1, in: url)
        let fast = try #require(try FilmProbe.describe(path: url.path, hashWholeFile: false).audio.first)
        #expect(fast.obstacle == "its edit list plays it at another speed")
    }

    @Test("pictures before the start of a film without an edit list are refused")
    func earlyPictures() throws {
        let url = URL(filePath: try FFmpegTool.film("film.mp4", video: Self.codings[1], audio: ["-c:a", "aac"]))
        try MovieSurgery.moveCompositionTimes(by: -3072, ofTrack: 0, in: url)
        try MovieSurgery.setEdits([], ofTrack: 0, in: url)
        let error = #expect(throws: IntakeError.self) {
            try FilmProbe.describe(path: url.path, hashWholeFile: false)
        }
        #expect(error?.cause.contains("its first picture is at -0.167 s") == true)
    }

    @Test("a list over fragments shifts their pictures, and leaves out those before its start")
    func fragments() throws {
        let whole = try FFmpegTool.film("whole.mp4", video: Self.codings[1], audio: ["-c:a", "aac"])
        let pictures = try FFmpegTool.pictureHashes(of: whole, pixelFormat: "yuv420p")
        let url = TemporaryFolder.current.appending(path: "film.mp4")
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", whole, "-c", "copy", "-movflags",
                "frag_keyframe+empty_moov+delay_moov+default_base_moof", url.path,
            ]
        )
        let usual = try FilmProbe.describe(path: url.path, hashWholeFile: false)
        #expect(usual.video.timeline.count == 96 && usual.video.timeline.firstTick == 0)
        #expect(try Reading.digests(usual) == pictures)
        let frame = usual.video.timeline.duration(of: 0).value
        try MovieSurgery.setEdits([Edit(500, -1), Edit(0, 1024 + 30 * Int(frame))], ofTrack: 0, in: url)
        let source = try FilmProbe.describe(path: url.path, hashWholeFile: false)
        let timeline = source.video.timeline
        #expect(timeline.count == 66 && timeline.time(of: 0) == MediaTime(value: 1, timescale: 2))
        #expect(try Reading.digests(source) == Array(pictures[30...]))
        try Reading.expectSamePictures(of: url.path, parts: 4, seeds: 1...1)
    }

    @Test(
        "an iPhone's film follows the standard, in all forms of its edit list",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: [
            ([Edit(1529, 273)], nil), ([Edit(1529, 273)], [24, 56]), ([Edit(1529, 280)], [56]),
            ([Edit(900, 500)], [24, 56]), ([Edit(300, -1), Edit(900, 273)], nil),
            ([Edit(300, 273), Edit(400, 900)], [24, 56]),
        ] as [([MovieSurgery.Edit], [Int]?)]
    )
    func iPhone(edits: [MovieSurgery.Edit], sync: [Int]?) throws {
        let clip = try #require(SharedMedia.clip("hlg-dv84-iphone-editlist-rotated.mp4"))
        let url = TemporaryFolder.current.appending(path: "phone.mp4")
        try Data(contentsOf: clip).write(to: url)
        // Without a list all of the media is shown, which gives the reference pictures.
        try MovieSurgery.setEdits([], ofTrack: 0, in: url)
        let pictures = try FFmpegTool.pictureHashes(of: url.path, pixelFormat: "yuv420p10le")
        if let sync { try MovieSurgery.setSyncSamples(sync, ofTrack: 0, in: url) }
        try MovieSurgery.setEdits(edits, ofTrack: 0, in: url)
        let times = try MovieSurgery.sampleTimes(ofTrack: 0, in: url)
        try #require(pictures.count == times.ticks.count)
        let model = EditModel(times, edits)
        let source = try FilmProbe.describe(path: url.path, hashWholeFile: false)
        let timeline = source.video.timeline
        #expect((0...timeline.count).map { timeline.tick(of: $0) } == model.ticks)
        #expect(try Reading.digests(source) == model.pictures.map { pictures[$0] })
    }

    @Test("two hundred random lists give the frames and the audio of the standard, or are refused")
    func random() throws {
        let url = URL(filePath: try FFmpegTool.film("film.mp4", video: Self.codings[0], audio: ["-c:a", "aac"]))
        let times = try MovieSurgery.sampleTimes(ofTrack: 0, in: url)
        let media = times.ticks.sorted()
        var generator = SeededGenerator(seed: 20_261_123)
        var (read, refused, peers) = (0, 0, 0)
        for number in 0..<200 {
            var edits: [Edit] = []
            var isOnGrid = true
            for part in 0..<Int.random(in: 1...3, using: &generator) {
                // An eighth of a second has whole ticks of both clocks.
                let length = 125 * Int.random(in: 1...12, using: &generator)
                if Int.random(in: 0..<(part == 0 ? 4 : 12), using: &generator) == 0 { edits.append(Edit(length, -1)) }
                var start = media[Int.random(in: 0..<media.count - 8, using: &generator)]
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    // Less than a tick of the movie is rounding, which the standard does not describe.
                    start += Int.random(in: 13...499, using: &generator)
                    isOnGrid = false
                }
                edits.append(Edit(length, start))
            }
            try MovieSurgery.setEdits(edits, ofTrack: 0, in: url)
            let sound = [Edit(125 * Int.random(in: 1...8, using: &generator), -1), Edit(1000, 1024 + number)]
                .suffix(Int.random(in: 1...2, using: &generator))
            try MovieSurgery.setEdits(Array(sound), ofTrack: 1, in: url)
            let model = EditModel(times, edits)
            let hasGap =
                zip(model.frames, model.frames.dropFirst()).contains { $0.end != $1.start }
                || edits.drop { $0.mediaTime < 0 }.contains { $0.mediaTime < 0 }
            let source: SourceDescription
            do {
                source = try FilmProbe.describe(path: url.path, hashWholeFile: false)
            } catch {
                #expect(hasGap, "\(number): \(edits): \(error.cause)")
                refused += 1
                continue
            }
            read += 1
            let timeline = source.video.timeline
            #expect(!hasGap && (0...timeline.count).map { timeline.tick(of: $0) } == model.ticks, "\(number): \(edits)")
            let track = try #require(source.audio.first)
            #expect(track.presentedFrom == 1024 + number)
            let wait = sound.count == 2 ? sound[sound.startIndex].duration : 0
            #expect(track.presentationStart == MediaTime(value: Int64(wait), timescale: 1000))
            if isOnGrid, edits.filter({ $0.mediaTime >= 0 }).count == 1 {
                let peer = try FFmpegTool.numbers("frame", "pts", of: url.path, stream: "v:0")
                #expect(peer == Array(model.ticks.dropLast()), "\(number): \(edits): what FFmpeg presents")
                peers += 1
            }
        }
        #expect(read > 100 && refused > 10 && peers > 20, "\(read) read, \(refused) refused, \(peers) as FFmpeg")
    }
}
