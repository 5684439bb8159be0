import Foundation
import Glibc
import JobDocuments
import Jobs
import TestSupport
import Testing

extension WholeJobs {
    /// Whole jobs that make H.264 films, which ffprobe, ffmpeg and a browser read.
    @Suite("Jobs of H.264 films", .enabled(if: Tool.arePresent("ffprobe", "ffmpeg"), "ffmpeg is not installed"))
    struct H264Jobs {
        private func facts(_ film: URL, _ entries: String) throws -> String {
            let words = ["-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0", film.path]
            return try FFmpeg.ffprobe(words).output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private func bench(
            _ name: String = "film",
            _ entry: String = "{path: sdr.mp4, id: sdr, codec: h264, rate: {constant: 20}}"
        ) throws -> JobBench {
            try JobBench(
                name,
                source: URL(filePath: try PQFilm.twoScenes()),
                video: "speed: ultrafast, rate: {constant: 12}",
                others: [entry],
                ranges: "minimum: 200ms, maximum: 400ms",
                more: ""
            )
        }

        @Test("an HDR film has an H.264 version in SDR with the same key frames, verified and without a trace of HDR")
        func fallback() async throws {
            let bench = try bench()
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let film = bench.folder.appending(path: "sdr.mp4")
            let stream = "stream=codec_name,profile,codec_tag_string,pix_fmt,color_space,color_transfer,color_primaries"
            #expect(try facts(film, stream) == "h264,Constrained Baseline,avc1,yuv420p,bt709,bt709,bt709")
            #expect(try facts(film, "stream_side_data=side_data_type") == "")
            let keys = "packet=pts_time,flags"
            let keyFrames = { (film: URL) in
                try facts(film, keys).split(separator: "\n").filter { $0.contains("K") }
            }
            #expect(try keyFrames(film) == keyFrames(bench.output) && keyFrames(film).count > 2)
            let second = try #require(bench.directory.outputs().first)
            #expect(try second.job().builds.encoder.contains("x264 core"))
            let verified = try await Program.granary("verify", film.path, "--jobs", bench.jobs.path)
            #expect(verified.code == 0 && verified.output.contains("24 pictures decode with libavcodec"))
            #expect(verified.output.contains("24 pictures with the hashes of the encoder's pictures"))
            let inspected = try await Program.granary("inspect", film.path)
            #expect(inspected.code == 0 && inspected.output.contains("avcC: profile 66"), "\(inspected.output)")
        }

        @Test("one worker, a killed job and a QuickTime file have the same pictures")
        func sameBytes() async throws {
            let source = try await TestFilm.short.url
            let video = "codec: h264, speed: ultrafast, rate: {average: 200k}"
            let first = try JobBench("one", source: source, video: video)
            let outcome = try await first.run(workers: 1)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let quickTime = TemporaryFolder.current.appending(path: "two.mov").path
            let killed = try JobBench("two", source: source, video: video, output: quickTime)
            let program = try killed.start()
            #expect(try await program.reaches { $0.type == "planned" })
            program.send(SIGKILL)
            try await program.end()
            let resumed = try await Program.granary("resume", try killed.directory.path, "--workers", "2")
            #expect(resumed.code == 0, "\(resumed.errors)")
            let films = [first.output, killed.output]
            let packets = try films.map { film in
                let words = ["-v", "error", "-i", film.path, "-map", "0:v", "-c", "copy", "-f", "framemd5", "-"]
                return try #require(Tool("ffmpeg")).run(words).output.split(separator: "\n")
                    .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
            }
            #expect(packets[0].count > 40 && packets[0] == packets[1])
        }

        @Test("a film of which a byte is wrong does not verify")
        func damaged() async throws {
            let bench = try bench()
            #expect(try await bench.run().code == 0)
            let film = bench.folder.appending(path: "sdr.mp4")
            var bytes = try Data(contentsOf: film)
            bytes[bytes.count - 40] ^= 0x55
            try bytes.write(to: film)
            let verified = try await Program.granary("verify", film.path, "--jobs", bench.jobs.path)
            #expect(verified.code == 3 && verified.output.contains("SHA-256 differs"), "\(verified.output)")
            #expect(
                verified.output.contains("decodes to a different picture") || verified.output.contains("libavcodec")
            )
        }

        @Test(
            "a browser shows the frames that ffmpeg decodes",
            .enabled(if: Browser.installed != nil, "no browser is installed")
        )
        func played() async throws {
            let bench = try bench()
            #expect(try await bench.run().code == 0)
            let film = bench.folder.appending(path: "sdr.mp4")
            let times = [0.02, 0.42, 0.9]
            let seen = try #require(Browser.installed).frames(of: film, at: times, in: bench.folder)
            #expect(seen.map(\.size) == ["96x64", "96x64", "96x64"])
            for (time, frame) in zip(times, seen) {
                let words = ["-v", "error", "-ss", "\(time)", "-i", film.path, "-frames:v", "1", "-f", "rawvideo"]
                try #require(Tool("ffmpeg")).output(words + ["-y", "-pix_fmt", "rgb24", "frame.rgb"], in: bench.folder)
                let pixels = [UInt8](try Data(contentsOf: bench.folder.appending(path: "frame.rgb")))
                let mean = Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count)
                #expect((frame.brightness - mean).magnitude < 3, "\(time) s: \(frame.brightness), ffmpeg \(mean)")
            }
            #expect(Set(seen.map { Int($0.brightness / 4) }).count > 1, "the film has two scenes")
        }
    }
}
