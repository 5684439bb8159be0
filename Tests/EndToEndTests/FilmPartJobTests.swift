import Foundation
import JobDocuments
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// Films from a part of a source, or from pictures that cannot be coded as they are.
    @Suite("Jobs over a part of a film")
    struct Parts {
        /// Encodes with options of the command line, and returns film and jobs folder.
        private func encode(_ source: URL, _ name: String, _ options: [String]) async throws -> (
            outcome: Program.Outcome, film: URL, jobs: URL
        ) {
            let film = TemporaryFolder.current.appending(path: name)
            let jobs = TemporaryFolder.current.appending(path: "jobs-\(name)")
            let outcome = try await Program.granary(
                [
                    "encode", source.path, "-o", film.path, "--speed", "ultrafast", "--crf", "30", "--workers", "2",
                    "--jobs",
                    jobs.path, "--progress", "none",
                ] + options
            )
            return (outcome, film, jobs)
        }

        private func stream(_ film: URL, _ entries: String) throws -> [String: String] {
            let words = [
                "-select_streams", "v:0", "-show_entries", entries, "-of", "default=noprint_wrappers=1", film.path,
            ]
            let pairs = try FFmpeg.ffprobe(words).output.split(separator: "\n").map {
                $0.split(separator: "=", maxSplits: 1).map(String.init)
            }
            return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
        }

        @Test("the film has the requested frames with their audio, is cropped, and odd sides are padded")
        func cutAndCropped() async throws {
            let source = try await TestFilm.short.url
            let options = ["--start", "1.01s", "--duration", "2s", "--crop", "2,4,5,7"]
            let (outcome, film, jobs) = try await encode(source, "part.mp4", options)
            try #require(outcome.code == 0, "\(outcome.errors)")
            let entries = try stream(film, "stream=width,height,nb_frames")
            #expect(entries == ["width": "250", "height": "134", "nb_frames": "48"])
            let track = try await inspected(film)
            #expect(track.aperture == "249x133, its centre 0.5 to the left and 0.5 above")
            #expect(track.width == 249 && track.height == 133)
            // 1.01 s is after frame 24: the film begins with frame 25.
            let report = try report(jobs)
            #expect(report.source.cut?.frames == 25..<73 && report.verification?.findings == [])
            let sound = try FFmpeg.ffprobe(
                ["-select_streams", "a:0", "-show_entries", "stream=duration", "-of", "csv=p=0", film.path]
            ).output
            let seconds = try #require(Double(sound.trimmingCharacters(in: CharacterSet(charactersIn: ",\n"))))
            #expect(abs(seconds - 2) < 0.12, "with the packets that its decoder needs")
            let verdict = try await Program.granary(
                "verify",
                film.path,
                "--against",
                source.path,
                "--jobs",
                jobs.path
            )
            #expect(verdict.code == 0 && verdict.output.contains("48 pictures with the source"), "\(verdict.output)")

            // A different part is a different job; the same part with other numbers is the same job.
            let same = try await encode(
                source,
                "part.mp4",
                ["--start", "1.02s", "--duration", "1.99s", "--crop", "2,4,5,7"]
            )
            #expect(same.outcome.code == 0 && JobFolder(path: jobs.path).jobs.count == 1, "\(same.outcome.errors)")
            let other = try await encode(source, "part.mp4", ["--start", "2s", "--duration", "1s", "--dry-run"])
            #expect(other.outcome.code == 0 && other.outcome.output.contains("frames 48 to 71"))
        }

        @Test("pictures and audio of a part are in sync as in the source")
        func lipSync() async throws {
            let source = try await TestFilm.short.url
            let (outcome, film, _) = try await encode(source, "sync.mp4", ["--start", "2.5s"])
            try #require(outcome.code == 0, "\(outcome.errors)")
            let (whole, part) = (try samples(of: source, from: 2.5), try samples(of: film, from: 0))
            // A decoder that starts in the middle of a stream is exact after its first packets.
            let compared = 4096..<48000
            let differing = compared.filter { abs(Int(whole[$0]) - Int(part[$0])) > 64 }
            #expect(differing.isEmpty, "\(differing.count) samples of \(compared.count)")
        }

        @Test("damaged frames are concealed and listed on request; otherwise the job stops")
        func damage() async throws {
            let original = try await TestFilm.short.url
            let source = TemporaryFolder.current.appending(path: "damaged.mp4")
            try damage(original, to: source, frame: 70)
            let strict = try await encode(source, "strict.mp4", [])
            #expect(strict.outcome.code == 65 && strict.outcome.errors.contains("frame"), "\(strict.outcome.errors)")
            let (outcome, _, jobs) = try await encode(source, "film.mp4", ["--on-damage", "conceal"])
            try #require(outcome.code == 0, "\(outcome.errors)")
            let report = try report(jobs)
            let frames = try #require(report.damage)
            #expect(frames.contains { $0.frame == 70 } && frames.count < 20)
            #expect(frames.allSatisfy { $0.time == report.source.video.timeline.time(of: $0.frame) })
            #expect(
                report.verification?.findings == [] && outcome.errors.contains("damaged: frame"),
                "\(outcome.errors)"
            )
            let page = try String(contentsOfFile: JobFolder(path: jobs.path).jobs[0].paths.reportPage, encoding: .utf8)
            #expect(page.contains("Damage in the source"))
        }

        /// Overwrites the picture that is presented as a frame with zeros. No code of H.264 has so many of them at its
        /// start. Ones, without CABAC, are a picture that a decoder accepts.
        private func damage(_ film: URL, to damaged: URL, frame: Int) throws {
            let words = ["-select_streams", "v:0", "-show_entries", "packet=pts,pos,size", "-of", "csv=p=0", film.path]
            let packets = try FFmpeg.ffprobe(words).output.split(separator: "\n")
                .map { $0.split(separator: ",").compactMap { Int($0) } }.sorted { $0[0] < $1[0] }
            var bytes = [UInt8](try Data(contentsOf: film))
            let (size, position) = (packets[frame][1], packets[frame][2])
            for place in position + 16..<position + size { bytes[place] = 0 }
            try Data(bytes).write(to: damaged)
        }

        /// Samples of the first channel from a time on, 16 bits each, as ffmpeg plays them.
        private func samples(of film: URL, from seconds: Double) throws -> [Int16] {
            let raw = TemporaryFolder.current.appending(path: "sound-\(UUID().uuidString)")
            let made = try FFmpeg.ffmpeg(
                ["-i", film.path, "-af", "atrim=start=\(seconds)", "-map", "0:a", "-ac", "1", "-f", "s16le", raw.path]
            )
            try #require(made.status == 0, "\(made.errors)")
            let bytes = [UInt8](try Data(contentsOf: raw))
            return stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        }

        private func report(_ jobs: URL) throws -> FilmReport {
            let job = try #require(JobFolder(path: jobs.path).jobs.first)
            return try FilmReport(document: [UInt8](Data(contentsOf: URL(filePath: job.paths.report))))
        }

        private func inspected(_ film: URL) async throws -> (aperture: String, width: Double, height: Double) {
            let text = try await Program.granary("inspect", film.path)
            let document = try await Program.granary("inspect", film.path, "--json")
            let json = try JSONSerialization.jsonObject(with: Data(document.output.utf8)) as? [String: Any]
            let track = try #require((json?["tracks"] as? [[String: Any]])?.first)
            let line = text.output.split(separator: "\n").first { $0.contains("clap: ") } ?? ""
            let aperture = line.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
            return (
                aperture, try #require(track["displayWidth"] as? Double),
                try #require(track["displayHeight"] as? Double)
            )
        }
    }
}
