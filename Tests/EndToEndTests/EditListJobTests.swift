import Foundation
import Media
import TestSupport
import Testing

private typealias Edit = MovieSurgery.Edit

/// A way in which the film of a phone may begin.
struct PhoneFilm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Distance by which the composition times are moved first.
    var moved = 0
    /// Samples at which decoding may begin.
    let sync: [Int]
    /// The edits of video and audio, from the composition times of the pictures in ascending order.
    let edits: @Sendable ([Int]) -> (video: [MovieSurgery.Edit], sound: [MovieSurgery.Edit])
}

extension WholeJobs {
    /// Films as phones write them: an edit list that begins in an open GOP.
    @Suite("Jobs over films with edit lists")
    struct EditLists {
        static let forms = [
            PhoneFilm(testDescription: "before the first sync sample, at negative times", moved: -2048, sync: [22, 46])
            {
                _ in ([Edit(2000, 0)], [Edit(2000, 1024)])
            },
            PhoneFilm(testDescription: "inside an open GOP, with priming in the middle of the audio", sync: [22, 46]) {
                ([Edit(2000, $0[8])], [Edit(2000, 1024 + 16000)])
            },
            PhoneFilm(testDescription: "between frames and after an empty edit", sync: [1, 46]) {
                ([Edit(250, -1), Edit(1500, $0[20] + 200)], [Edit(125, -1), Edit(1750, 1024 + 9000)])
            },
        ]

        @Test("the film shows the same pictures at the same times, with the same audio", arguments: forms)
        func likeSource(form: PhoneFilm) async throws {
            let source = try phoneFilm(form)
            let times = try MovieSurgery.sampleTimes(ofTrack: 0, in: source)
            let edits = form.edits(times.ticks.sorted())
            try MovieSurgery.setEdits(edits.video, ofTrack: 0, in: source)
            try MovieSurgery.setEdits(edits.sound, ofTrack: 1, in: source)
            let film = TemporaryFolder.current.appending(path: "out.mp4")
            let jobs = TemporaryFolder.current.appending(path: "jobs")
            let outcome = try await Program.granary(
                "encode",
                source.path,
                "-o",
                film.path,
                "--speed",
                "ultrafast",
                "--crf",
                "30",
                "--workers",
                "2",
                "--jobs",
                jobs.path,
                "--progress",
                "none"
            )
            try #require(outcome.code == 0, "\(outcome.errors)")

            // Another program reads every picture at the time that the standard requires.
            let model = EditModel(times, edits.video)
            let unit = Double(times.timescale * times.movieTimescale)
            let shown = try FFmpeg.times(of: film).compactMap(Double.init)
            try #require(shown.count == model.frames.count)
            for (time, frame) in zip(shown, model.frames) {
                #expect(abs(time - Double(frame.start) / unit) < 0.0011)
            }
            // The audio begins at the same time, and has the same samples.
            let distance = try audioStart(film) - audioStart(source)
            #expect(abs(distance) < 0.0011)
            let (theirs, ours) = (try sound(source), try sound(film))
            #expect(theirs.count > 40000 && ours.prefix(theirs.count) == theirs.prefix(ours.count))
            #expect(abs(ours.count - theirs.count) <= 48)

            let verdict = try await Program.granary(
                "verify",
                film.path,
                "--against",
                source.path,
                "--jobs",
                jobs.path
            )
            #expect(
                verdict.code == 0 && verdict.output.contains("\(shown.count) pictures with the source"),
                "\(verdict)"
            )
        }

        /// Four seconds of video in open GOPs of one second.
        private func phoneFilm(_ form: PhoneFilm) throws -> URL {
            let url = TemporaryFolder.current.appending(path: "phone.mp4")
            let made = try FFmpeg.ffmpeg([
                "-y", "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=24:duration=4", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=4", "-c:v", "libx265", "-x265-params",
                "open-gop=1:keyint=24:min-keyint=24:scenecut=0:bframes=4:b-adapt=0:pools=1:log-level=error", "-c:a",
                "aac", url.path,
            ])
            try #require(made.status == 0, "\(made.errors)")
            if form.moved != 0 { try MovieSurgery.moveCompositionTimes(by: form.moved, ofTrack: 0, in: url) }
            try MovieSurgery.setSyncSamples(form.sync, ofTrack: 0, in: url)
            return url
        }

        /// The time of the first audio sample, in seconds on the film's clock.
        private func audioStart(_ film: URL) throws -> Double {
            let words = ["-select_streams", "a:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", film.path]
            let lines = try FFmpeg.ffprobe(words).output.split(separator: "\n")
            return try #require(lines.lazy.compactMap { $0.split(separator: ",").first.flatMap { Double($0) } }.first)
        }

        /// The presented audio samples, 16 bits each, as ffmpeg decodes them.
        private func sound(_ film: URL) throws -> [Int16] {
            let raw = TemporaryFolder.current.appending(path: "sound-\(UUID().uuidString)")
            let made = try FFmpeg.ffmpeg(["-i", film.path, "-map", "0:a", "-ac", "1", "-f", "s16le", raw.path])
            try #require(made.status == 0, "\(made.errors)")
            let bytes = [UInt8](try Data(contentsOf: raw))
            return stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        }
    }
}
