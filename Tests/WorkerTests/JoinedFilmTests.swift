import Foundation
import ISOMedia
import Intake
import Media
import TestSupport
import Testing

@testable import Jobs
@testable import Worker

/// Films that join several sources.
@Suite(.temporaryFolder, .enabled(if: FFmpegTool.isPresent, "ffmpeg is not installed"))
struct JoinedFilmTests {
    private func films(_ audio: [String], container: String = "mp4") throws -> [String] {
        try [29, 24, 31].enumerated().map { index, frames in
            // As long as the pictures: with a number of frames ffmpeg ends the audio early.
            let seconds = Double(frames) / 24
            let path = TemporaryFolder.current.appending(path: "film-\(index).\(container)").path
            try #require(Tool("ffmpeg")).output(
                [
                    "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                    "testsrc2=size=192x108:rate=24:duration=\(seconds),format=yuv420p", "-f", "lavfi", "-i",
                    "sine=frequency=\(300 + 100 * index):sample_rate=48000:duration=\(seconds + 0.03)", "-threads", "1",
                    "-c:v", "libx264", "-preset", "ultrafast", "-qp", "12",
                ] + audio + [path]
            )
            return path
        }
    }

    @Test(
        "Pictures and audio of all films are verified, and the edit list has the position of each film's audio",
        arguments: [["-c:a", "aac"], ["-c:a", "ac3"], ["-c:a", "alac"], ["-c:a", "libopus"]]
    )
    func whole(audio: [String]) throws {
        let job = try SmallJob(ranges: 5, joining: films(audio))
        #expect(job.source.video.timeline.count == 84 && job.source.films?.count == 3)
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let made = try FilmProbe.describe(path: film, hashWholeFile: false)
        #expect(made.video.timeline.count == 84)
        for frame in 0...84 {
            #expect(made.video.timeline.time(of: frame) == job.source.video.timeline.time(of: frame))
        }
        let (before, after) = (try #require(job.source.audio.first), try #require(made.audio.first))
        #expect(after.obstacle == nil && after.packetCount == before.packetCount)
        #expect(after.presentation.map(\.from) == before.presentation.map(\.from))
        for (found, expected) in zip(after.presentation, before.presentation) {
            #expect(abs(found.start.seconds - expected.start.seconds) * 48000 <= 1)
            #expect(abs(found.duration - expected.duration) <= 1)
        }
        // A film of several stretches can be a source, and so can a part of it.
        let part = try FilmProbe.cut(made, to: 20..<70)
        let cut = try #require(part.audio.first)
        #expect(cut.presentation.count == 3)
        #expect(abs(Double(cut.presentedDuration) / 48000 - 50.0 / 24) < 0.05)
    }

    @Test("FFmpeg plays each film's audio from its first picture on")
    func heard() throws {
        let paths = try films(["-c:a", "aac"])
        let job = try SmallJob(ranges: 3, joining: paths)
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let times = try #require(Tool("ffprobe")).output([
            "-v", "error", "-select_streams", "a", "-show_entries", "frame=pts", "-of", "csv=p=0", film,
        ]).split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Int64($0) }
        // FFmpeg's encoder has one packet of priming, so the first sample begins a packet.
        for frame in [29, 53] { #expect(times.contains(Int64(frame) * 2000), "\(frame) of 24 frames a second") }
        #expect(times == times.sorted())
    }

    @Test("A film that presents another stretch is found")
    func wrongEdits() throws {
        let job = try SmallJob(ranges: 2, joining: films(["-c:a", "aac"]))
        try job.encode()
        let path = try job.mux().path
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The second edit list is the audio track's; the media time of its last entry is moved by one packet.
        let lists = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("elst".utf8) }
        let sound = try #require(lists.count > 1 ? lists[1] : nil)
        let count = Int(bytes[sound + 11])
        let time = sound + 12 + (count - 1) * 12 + 4
        bytes[time + 2] ^= 4
        let other = TemporaryFolder.current.appending(path: "other.mp4")
        try Data(bytes).write(to: other)
        let findings = try job.findings(in: other.path)
        #expect(findings.contains { $0.contains("stretch") }, "\(findings)")
    }

    @Test("Encoded audio is one stream through all films")
    func encoded() throws {
        let job = try SmallJob(
            ranges: 3,
            output: "film.mov",
            sound: .aac(nil),
            joining: films(["-c:a", "libopus"], container: "mp4")
        )
        try job.encode()
        let film = try job.mux().path
        #expect(try job.findings(in: film) == [])
        let track = try #require(try FilmProbe.describe(path: film, hashWholeFile: false).audio.first)
        #expect(track.codec == "aac" && track.obstacle == nil && track.presentation.count == 1)
        #expect(track.presentedFrom == 1024 && track.presentationStart == .zero)
        // To the end of the last film's own sound, whose last packet of 20 ms is decoded whole.
        let timeline = job.source.video.timeline
        let last = try #require(job.source.films?.last?.audio.first)
        let end = timeline.time(of: try #require(job.source.joints.last)).seconds + last.presentationStart.seconds
        let length = end + Double(last.presentedDuration) / Double(last.timescale)
        let surplus = Double(track.presentedDuration) / 48000 - length
        #expect((-0.0001...0.02).contains(surplus))
    }
}
