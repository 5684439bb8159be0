import Foundation
import Jobs
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// Films that differ in everything, as one; ffprobe and ffmpeg look at the result.
    @Suite("Jobs with films that differ", .enabled(if: ColourFacts.canBeAsked, "ffprobe or mediainfo is not installed"))
    struct Compositions {
        private var folder: URL { TemporaryFolder.current }

        /// A grey film of a second with a click in its sound at 0.5 s.
        ///
        /// - Parameters:
        ///   - luma: in codes of the film's depth.
        ///   - sound: sample rate and layout of the sound; nil for none.
        private func film(
            _ name: String,
            size: String,
            rate: Int,
            luma: Int,
            is10Bit: Bool,
            tags: [String],
            sound: (rate: Int, layout: String, codec: [String])?
        ) throws -> String {
            let path = folder.appending(path: name).path
            let format = is10Bit ? "yuv420p10le" : "yuv420p"
            let grey = is10Bit ? 512 : 128
            var words = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i"]
            words.append(
                "color=black:size=\(size):rate=\(rate):duration=1,format=\(format),"
                    + "geq=lum=\(luma):cb=\(grey):cr=\(grey)"
            )
            if let sound {
                let click = "if(between(n\\,\(sound.rate / 2)\\,\(sound.rate / 2 + 3))\\,0.9\\,0)"
                words += ["-f", "lavfi", "-i", "aevalsrc=\(click):sample_rate=\(sound.rate):duration=1.2"]
                words += ["-af", "pan=\(sound.layout)|c0=c0"] + sound.codec
            }
            words += ["-c:v", "libx264", "-qp", "4", "-threads", "1", "-pix_fmt", format] + tags + [path]
            _ = try #require(Tool("ffmpeg")).output(words)
            return path
        }

        private static func tags(_ primaries: String, _ transfer: String, _ matrix: String) -> [String] {
            [
                "-color_primaries", primaries, "-color_trc", transfer, "-colorspace", matrix, "-color_range", "tv",
            ]
        }

        /// The samples of a frame's luma, by ffmpeg's decoder, in 10-bit codes.
        private func luma(_ film: URL, frame: Int) throws -> [Int] {
            let raw = folder.appending(path: "frame.raw")
            let words = ["-nostdin", "-v", "error", "-i", film.path, "-vf", "select=eq(n\\,\(frame)),extractplanes=y"]
            let output = ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray10le", "-y", raw.path]
            _ = try #require(Tool("ffmpeg")).output(words + output)
            let bytes = try [UInt8](Data(contentsOf: raw))
            return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
        }

        /// The samples of the film's sound as one channel, by ffmpeg's decoder.
        private func sound(_ film: URL, filter: String) throws -> [Float] {
            let raw = folder.appending(path: "sound.raw")
            let words = ["-nostdin", "-v", "error", "-i", film.path, "-map", "0:a:0", "-af", filter]
            _ = try #require(Tool("ffmpeg")).output(words + ["-f", "f32le", "-y", raw.path])
            let bytes = try [UInt8](Data(contentsOf: raw))
            return stride(from: 0, to: bytes.count, by: 4).map { place in
                let word = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
                return Float(bitPattern: word)
            }
        }

        @Test("HLG, SDR and PQ of three sizes, rates and sounds become one HLG film, each as bright as it was")
        func mixed() async throws {
            let hlg = try film(
                "a.mp4",
                size: "128x72",
                rate: 24,
                luma: 721,
                is10Bit: true,
                tags: Self.tags("bt2020", "arib-std-b67", "bt2020nc"),
                sound: (44100, "mono", ["-c:a", "aac"])
            )
            let sdr = try film(
                "b.mov",
                size: "64x72",
                rate: 30,
                luma: 235,
                is10Bit: false,
                tags: Self.tags("bt709", "bt709", "bt709"),
                sound: (48000, "stereo", ["-c:a", "pcm_s16le"])
            )
            let pq = try film(
                "c.mkv",
                size: "256x144",
                rate: 25,
                luma: 573,
                is10Bit: true,
                tags: Self.tags("bt2020", "smpte2084", "bt2020nc"),
                sound: (32000, "mono", ["-c:a", "flac"])
            )
            let manifest = folder.appending(path: "film.yaml")
            try Data(
                """
                apiVersion: granary/v1
                source: [\(hlg), \(sdr), \(pq)]
                output: film.mp4
                video: {speed: ultrafast, rate: {constant: 4}}
                """
                .utf8
            )
            .write(to: manifest)
            let jobs = folder.appending(path: "jobs").path
            let options = ["--jobs", jobs, "--workers", "2", "--progress", "none"]
            let outcome = try await Program.granary(["run", manifest.path] + options)
            try #require(outcome.code == 0, "\(outcome.errors)")
            let output = folder.appending(path: "film.mp4")
            let entries = "stream=width,height,color_transfer,color_primaries,color_space"
            let words = ["-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0"]
            let facts = try FFmpeg.ffprobe(words + [output.path]).output
            #expect(facts.hasPrefix("128,72,bt2020nc,arib-std-b67,bt2020"), "\(facts)")
            // Each film has its own times: 24, 30 and 25 frames.
            let times = try FFmpeg.times(of: output).compactMap(Double.init)
            #expect(times.count == 79)
            #expect(abs(times[24] - 1) < 1e-4 && abs(times[25] - 1 - 1.0 / 30) < 1e-4 && abs(times[54] - 2) < 1e-4)
            #expect(abs(times[78] - 2.96) < 1e-4)
            // 203 cd/m² is 75 % of HLG, SDR's white and 58 % of PQ (BT.2408 table 1).
            for frame in [3, 27, 60] {
                let samples = try luma(output, frame: frame)
                #expect(abs(samples[36 * 128 + 64] - 721) <= 3, "frame \(frame)")
            }
            // The second film is as wide as half the frame, with black next to it.
            let bars = try luma(output, frame: 27)
            #expect((0..<28).allSatisfy { abs(bars[36 * 128 + $0] - 64) <= 3 })
            #expect((100..<128).allSatisfy { abs(bars[36 * 128 + $0] - 64) <= 3 })

            // Each click is at its place to the sample; what sounds after the pictures of a film is cut off.
            let samples = try sound(output, filter: "pan=mono|c0=c0")
            #expect(abs(samples.count - 3 * 48000) < 48000 / 4, "\(samples.count)")
            for second in 0..<3 {
                let range = second * 48000..<min((second + 1) * 48000, samples.count)
                let loudest = try #require(range.max { abs(samples[$0]) < abs(samples[$1]) })
                let middle = Double(second) * 48000 + 24000
                #expect(abs(Double(loudest) - middle) <= 6, "film \(second): \(loudest)")
            }
            let verdict = try await Program.granary(
                ["verify", output.path, "--jobs", jobs] + [hlg, sdr, pq].flatMap { ["--against", $0] }
            )
            #expect(verdict.code == 0 && verdict.output.contains("79 pictures with the source"), "\(verdict.output)")

            // The same bytes with one worker.
            let first = try Data(contentsOf: output)
            try FileManager.default.removeItem(at: output)
            let again = try await Program.granary(
                ["run", manifest.path, "--restart", "--jobs", jobs, "--workers", "1", "--progress", "none"]
            )
            #expect(again.code == 0, "\(again.errors)")
            #expect(try Data(contentsOf: output) == first)
        }

        @Test("frames are repeated and left out for one constant rate, and the picture is cropped to the frame")
        func rate() async throws {
            let first = try film(
                "a.mkv",
                size: "128x72",
                rate: 24,
                luma: 100,
                is10Bit: false,
                tags: Self.tags("bt709", "bt709", "bt709"),
                sound: nil
            )
            let second = try film(
                "b.mp4",
                size: "128x128",
                rate: 30,
                luma: 200,
                is10Bit: false,
                tags: Self.tags("bt709", "bt709", "bt709"),
                sound: (48000, "stereo", ["-c:a", "aac"])
            )
            let output = folder.appending(path: "film.mp4")
            let jobs = folder.appending(path: "jobs").path
            let words = ["encode", first, second, "-o", output.path, "--size", "128x72", "--fit", "crop"]
            let settings = ["--output-frame-rate", "25", "--speed", "ultrafast", "--crf", "10"]
            let outcome = try await Program.granary(words + settings + ["--jobs", jobs, "--progress", "none"])
            try #require(outcome.code == 0, "\(outcome.errors)")
            let times = try FFmpeg.times(of: output).compactMap(Double.init)
            #expect(times.count == 50 && zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 1e-6 })
            #expect(try FFmpeg.codedRate(of: output) == "25/1")
            let (dark, bright) = (try luma(output, frame: 24), try luma(output, frame: 25))
            #expect(dark.allSatisfy { abs($0 - 400) < 12 } && bright.allSatisfy { abs($0 - 800) < 12 })
            let click = try sound(output, filter: "pan=mono|c0=c0")
            let loudest = try #require(click.indices.max { abs(click[$0]) < abs(click[$1]) })
            // The sound begins with the second film, at 1 s.
            #expect(abs(loudest - 24000) <= 6, "\(loudest)")
        }

        @Test("an interlaced film becomes one of twice as many frames, which are ffmpeg's, and it is verified")
        func fields() async throws {
            let source = folder.appending(path: "a.ts")
            let moving = "testsrc2=size=160x96:rate=50:duration=2,tinterlace=interleave_top,setfield=tff"
            _ = try #require(Tool("ffmpeg")).output(
                ["-nostdin", "-v", "error", "-f", "lavfi", "-i", moving, "-f", "lavfi", "-i", "sine=duration=2"]
                    + ["-c:v", "mpeg2video", "-qscale:v", "2", "-flags", "+ilme+ildct", "-c:a", "mp2", source.path]
            )
            let output = folder.appending(path: "film.mp4")
            let jobs = folder.appending(path: "jobs").path
            let settings = ["--speed", "ultrafast", "--crf", "2", "--jobs", jobs, "--progress", "none"]
            let refused = try await Program.granary(["encode", source.path, "-o", output.path] + settings)
            #expect(refused.code == 65 && refused.errors.contains("--deinterlace auto"), "\(refused.errors)")
            let outcome = try await Program.granary(
                ["encode", source.path, "-o", output.path, "--deinterlace", "field"] + settings
            )
            try #require(outcome.code == 0, "\(outcome.errors)")
            let times = try FFmpeg.times(of: output).compactMap(Double.init)
            #expect(times.count == 100 && zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.02) < 1e-6 })
            // A field in the middle, by ffmpeg's filter and by ffmpeg's decoder of the film.
            let raw = folder.appending(path: "field.raw")
            let filter = "bwdif=mode=send_field:deint=all,select=eq(n\\,51),extractplanes=y"
            _ = try #require(Tool("ffmpeg")).output(
                ["-nostdin", "-v", "error", "-i", source.path, "-vf", filter, "-frames:v", "1"]
                    + ["-f", "rawvideo", "-pix_fmt", "gray10le", "-y", raw.path]
            )
            let bytes = try [UInt8](Data(contentsOf: raw))
            let field = stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
            let ours = try luma(output, frame: 51)
            try #require(field.count == ours.count)
            let error = zip(field, ours).reduce(0) { $0 + abs($1.0 - $1.1) }
            #expect(Double(error) / Double(field.count) < 12)
            let verdict = try await Program.granary(
                ["verify", output.path, "--jobs", jobs, "--against", source.path]
            )
            #expect(verdict.code == 0 && verdict.output.contains("100 pictures with the source"), "\(verdict.output)")
        }
    }
}
