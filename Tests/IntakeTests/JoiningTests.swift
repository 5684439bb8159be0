import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite(
    "Joined films",
    .temporaryFolder,
    .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command")
)
struct JoiningTests {
    /// A film of so many frames, by default 24 per second, with its own picture and tone.
    private func film(
        _ name: String,
        frames: Int,
        shift: Int = 0,
        size: String = "96x64",
        rate: String = "24",
        video: [String] = ["-c:v", "libx264", "-g", "10", "-bf", "2"],
        audio: [String] = ["-c:a", "aac"],
        extra: [String] = []
    ) throws -> SourceDescription {
        let path = TemporaryFolder.current.appending(path: name).path
        // Audio that is a little longer than the video, as cameras record it.
        let seconds = Double(frames) / 24 + 0.05
        var arguments = [
            "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
            "testsrc2=size=\(size):rate=\(rate):duration=\(Double(frames) / 24),hue=h=\(shift)",
        ]
        if !audio.isEmpty {
            arguments += [
                "-f", "lavfi", "-i", "sine=frequency=\(300 + shift):sample_rate=48000:duration=\(seconds)",
            ]
        }
        arguments += ["-threads", "1"] + video + audio + extra + [path]
        try FFmpegTool.run("ffmpeg", arguments)
        return try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    /// Bytes and durations of all packets of a source's first audio track.
    private func packets(_ source: SourceDescription) throws -> [AudioPacket] {
        let reader = try AudioPacketReader(source: source, track: try #require(source.audio.first))
        var packets: [AudioPacket] = []
        while let packet = try reader.next() { packets.append(packet) }
        return packets
    }

    /// Compares pictures, times and audio of joined films with those of each film.
    private func expectParts(_ joined: SourceDescription, _ films: [SourceDescription]) throws {
        var hashes: [PictureHash] = []
        for film in films { hashes += try Reading.hashes(FilmReader(source: film), 0..<film.video.timeline.count) }
        #expect(joined.video.timeline.count == hashes.count)
        #expect(try Reading.hashes(FilmReader(source: joined), 0..<hashes.count) == hashes)
        for seed in UInt64(1)...3 {
            let reader = try FilmReader(source: joined)
            for range in Reading.partition(hashes.count, parts: 7, seed: seed) {
                #expect(try Reading.hashes(reader, range) == Array(hashes[range]), "frames \(range)")
            }
        }
        var end = try #require(films.first).video.timeline.timeRange.start
        for (film, frames) in zip(films, joined.frameRanges) {
            #expect(joined.video.timeline.time(of: frames.lowerBound) == end, "a film begins where the last one ends")
            end = end + film.video.timeline.timeRange.duration
        }
        #expect(joined.video.timeline.timeRange.end == end)
    }

    @Test("two and three films have each of their frames once, at exact times", arguments: [2, 3])
    func pictures(count: Int) throws {
        let films = [
            try film("a.mp4", frames: 29), try film("b.mp4", frames: 24, shift: 100),
            try film("c.mkv", frames: 35, shift: 200, video: ["-c:v", "ffv1", "-pix_fmt", "yuv420p"], audio: []),
        ]
        let chosen = Array(films.prefix(count))
        // The third one has a timescale of milliseconds and no audio.
        let joined = try FilmProbe.joined(chosen)
        try expectParts(joined, chosen)
        #expect(joined.video.timeline.hasConstantRate == (count == 2) && joined.audio.count == 1)
        let again = [films[1], films[0], films[1]]
        try expectParts(try FilmProbe.joined(again), again)
    }

    @Test("films of a variable rate keep every frame's own time, and other codecs may follow")
    func variableRate() throws {
        let films = [
            try film("a.mkv", frames: 21, video: ["-c:v", "ffv1", "-pix_fmt", "yuv420p"], audio: []),
            try film("b.mkv", frames: 17, shift: 90, audio: []),
        ]
        let joined = try FilmProbe.joined(films)
        try expectParts(joined, films)
        #expect(joined.video.codec == "ffv1, h264")
        #expect(joined.video.timeline.time(of: 21) == films[0].video.timeline.timeRange.end)
    }

    @Test(
        "audio keeps its offset from the pictures of its film to the sample, and its packets are the films'",
        arguments: [
            ["-c:a", "aac"], ["-c:a", "ac3"], ["-c:a", "libmp3lame"], ["-c:a", "libopus"], ["-c:a", "alac"],
        ]
    )
    func sound(codec: [String]) throws {
        let films = [
            try film("a.mp4", frames: 29, audio: codec), try film("b.mp4", frames: 31, shift: 100, audio: codec),
            try film("c.mp4", frames: 24, shift: 200, audio: codec),
        ]
        let joined = try FilmProbe.joined(films)
        let track = try #require(joined.audio.first)
        #expect(track.obstacle == nil && track.presentation.count == 3)
        var expected: [AudioPacket] = []
        var media: Int64 = 0
        for (index, film) in films.enumerated() {
            let own = try #require(film.audio.first)
            let stretch = track.presentation[index]
            let joint = joined.video.timeline.time(of: joined.frameRanges[index].lowerBound)
            let offset = stretch.start.seconds - joint.seconds
            #expect(abs(offset - own.presentationStart.seconds) * 48000 <= 1)
            #expect(stretch.from == media + own.presentedFrom, "each film's own priming is left out")
            let room = (film.video.timeline.timeRange.duration.seconds - own.presentationStart.seconds) * 48000
            let heard = index == 2 ? Double(own.presentedDuration) : min(room, Double(own.presentedDuration))
            #expect(abs(Double(stretch.duration) - heard) <= 1, "nothing sounds over the next film")
            expected += try packets(film)
            media += own.mediaDuration
        }
        #expect(try packets(joined) == expected)
        #expect(track.packetCount == expected.count && track.mediaDuration == media)
        let lines = joined.notCarried.filter { $0.contains("ms of audio track 0") }
        #expect(lines.count == 2, "what sounds behind the first two films' pictures is named: \(joined.notCarried)")
    }

    @Test("a part of joined films is made of parts of each, or is a part of a single film")
    func parts() throws {
        let films = [
            try film("a.mp4", frames: 29), try film("b.mp4", frames: 24, shift: 100),
            try film("c.mp4", frames: 26, shift: 200),
        ]
        let joined = try FilmProbe.joined(films)
        let hashes = try Reading.hashes(FilmReader(source: joined), 0..<79)
        for frames in [20..<60, 29..<79, 0..<53, 28..<54, 10..<12, 53..<79] {
            let part = try FilmProbe.cut(joined, to: frames)
            #expect(
                try Reading.hashes(FilmReader(source: part), 0..<frames.count) == Array(hashes[frames]),
                "\(frames)"
            )
            #expect(part.audio.first?.obstacle == nil)
            let range = joined.video.timeline.timeRange(of: frames)
            let heard = Double(try #require(part.audio.first).presentedDuration) / 48000
            #expect(abs(heard - range.duration.seconds) <= 0.06)
        }
        #expect(try FilmProbe.cut(joined, to: 30..<40) == FilmProbe.cut(films[1], to: 1..<11))
        // Films of a list that are parts themselves are cut again.
        let cuts = [try FilmProbe.cut(films[0], to: 5..<25), try FilmProbe.cut(films[1], to: 3..<20)]
        let narrower = try FilmProbe.cut(try FilmProbe.joined(cuts), to: 10..<30)
        #expect(narrower.films?.map { $0.cut?.frames } == [15..<25, 3..<13])
        let wanted = Array(hashes[15..<25]) + Array(hashes[32..<42])
        #expect(try Reading.hashes(FilmReader(source: narrower), 0..<20) == wanted)
    }

    @Test("the identity of a source covers every file, the order and the parts")
    func identity() throws {
        let films = [try film("a.mp4", frames: 24), try film("b.mp4", frames: 24, shift: 100)]
        let joined = try FilmProbe.joined(films)
        let others = [
            try FilmProbe.joined([films[1], films[0]]), try FilmProbe.joined([films[0], films[0]]),
            try FilmProbe.joined([films[0], try FilmProbe.cut(films[1], to: 0..<23)]),
        ]
        #expect(Set(others.map(\.identity.contentHash) + [joined.identity.contentHash]).count == 4)
        #expect(try FilmProbe.joined(films) == joined)
        let document = try JSONEncoder().encode(joined)
        #expect(try JSONDecoder().decode(SourceDescription.self, from: document) == joined)
        try FilmProbe.verifyIdentity(of: joined)
        let handle = try FileHandle(forUpdating: URL(filePath: films[1].path))
        try handle.seek(toOffset: UInt64(films[1].identity.byteCount / 2))
        try handle.write(contentsOf: Data([1, 2, 3]))
        try handle.close()
        let error = #expect(throws: IntakeError.self) { try FilmProbe.verifyIdentity(of: joined) }
        #expect(error?.code == .changed && error?.subject == films[1].path)
    }

    @Test("chapters and subtitles move with their films, and differences between films are reported")
    func text() throws {
        let folder = TemporaryFolder.current
        try Data("1\n00:00:00,200 --> 00:00:00,700\nHello\n\n2\n00:00:00,900 --> 00:00:05,000\nLong\n".utf8)
            .write(to: folder.appending(path: "t.srt"))
        func described(_ name: String, shift: Int, title: String) throws -> SourceDescription {
            let plain = try film("plain-\(name)", frames: 24, shift: shift)
            try Data(
                """
                ;FFMETADATA1\ntitle=\(title)\nartist=A\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\n\
                title=\(title) one\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=500\nEND=1000\ntitle=\(title) two\n
                """
                .utf8
            )
            .write(to: folder.appending(path: "m.txt"))
            let path = folder.appending(path: name).path
            try FFmpegTool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-y", "-i", plain.path, "-i", folder.appending(path: "m.txt").path, "-i",
                    folder.appending(path: "t.srt").path, "-map", "0", "-map", "2", "-map_metadata", "1", "-c", "copy",
                    "-c:s", "mov_text", path,
                ]
            )
            return try FilmProbe.describe(path: path, hashWholeFile: false)
        }
        let films = [try described("a.mp4", shift: 0, title: "A"), try described("b.mp4", shift: 100, title: "B")]
        let joined = try FilmProbe.joined(films)
        #expect(joined.chapters?.map(\.title) == ["A one", "A two", "B one", "B two"])
        #expect(joined.chapters?.map(\.start.seconds) == [0, 0.5, 1, 1.5])
        #expect(joined.metadata?.map(\.key).contains("artist") == true)
        #expect(joined.metadata?.map(\.key).contains("title") == false)
        #expect(joined.notCarried.contains { $0.contains("metadata that is not the same in all films: title") })
        let track = try #require(joined.subtitles?.first)
        let samples = try SubtitleReader(source: joined, track: track).samples(fontSize: 12)
        let scale = Double(track.timescale)
        var (time, shown): (Double, [Double]) = (0, [])
        for sample in samples {
            if sample.bytes != TimedTextSample.empty { shown.append((time * 1000).rounded() / 1000) }
            time += Double(sample.duration) / scale
        }
        #expect(shown == [0.2, 0.9, 1.2, 1.9], "the second text of the first film ends with its pictures")
    }

    @Test("configurations that differ in facts about a single file become one for all")
    func configurations() throws {
        let first: [UInt8] = [16, 0, 16, 0, 0, 1, 2, 0, 3, 4, 0xBB, 0x80, 0xF1, 0x75] + Array(repeating: 7, count: 20)
        let second: [UInt8] = [16, 0, 16, 0, 0, 0, 9, 0, 5, 1, 0xBB, 0x80, 0xF1, 0x73] + Array(repeating: 9, count: 20)
        let flac = AudioConfiguration("flac")
        #expect(flac.form(of: first) == flac.form(of: second))
        let joined = flac.joined([first, second])
        #expect(joined[0..<4] == [16, 0, 16, 0] && joined[4..<10] == [0, 0, 9, 0, 5, 1])
        #expect(joined[13] == 0x70 && joined[14...].allSatisfy { $0 == 0 }, "samples and their MD5 are not known")
        #expect(flac.joined([first, first]) == first)
        #expect(AudioConfiguration("aac").form(of: [1, 2, 3]) == [1, 2, 3])
    }
}
