import Foundation
import Jobs
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Jobs with temporal levels")
    struct TemporalLevels {
        @Test("a job makes as many levels as this libx265 can; all are proven, decoded, and in the sample groups")
        func levels() async throws {
            let source = try await TestFilm.short.url
            let most = try await Program.mostLevels()
            // 24 frames a second divided by 3 gives four levels.
            let (count, temporal) = most >= 4 ? (4, "{baseLayerFrameRate: 3}") : (2, "{levels: 2}")
            let bench = try JobBench(
                source: source,
                video: "speed: ultrafast, rate: {constant: 30}, temporal: \(temporal)",
                more: ""
            )
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let report = try bench.report
            #expect(report.job.encoder.temporalLevels == count)
            let starts = report.ranges.map(\.frames.lowerBound)
            #expect(starts.count > 2 && starts.allSatisfy { $0 % (1 << (count - 1)) == 0 })
            // 180 frames; the grid of the levels begins at frame 0, and every second frame is on the highest level.
            let below = (1..<count).reduce(0) { $0 + (180 + (1 << $1) - 1) >> $1 }
            #expect(report.verification?.picturesCompared == 180 && report.verification?.levelPicturesCompared == below)
            #expect(report.verification?.findings == [])

            let inspection = try await Program.granary(["inspect", bench.output.path, "--json"])
            let movie = try JSONSerialization.jsonObject(with: Data(inspection.output.utf8)) as? [String: Any]
            let tracks = try #require(movie?["tracks"] as? [[String: Any]])
            let levels = try #require(tracks.first?["temporalLevels"] as? [String: Any])
            let samples = try #require(levels["sampleCounts"] as? [Int])
            #expect(samples.count == count && samples.reduce(0, +) == 180 && samples.last == 90)
            #expect(levels["unknownCount"] as? Int == 0)

            let list = try await Program.granary(["inspect", bench.output.path, "--samples"])
            let proof = "\(count) temporal levels, a proven hierarchy, exact cadence"
            #expect(list.errors.contains(proof), "\(list.errors)")
            let video = list.output.split(separator: "\n").map { $0.split(separator: "\t") }.filter { $0.first == "1" }
            #expect(video.count == 180 && video.allSatisfy { $0.count == 11 && $0[8] == $0[9] })

            let decoded = try FFmpeg.ffmpeg(["-xerror", "-i", bench.output.path, "-f", "null", "-"])
            #expect(decoded.status == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
            #expect(try FFmpeg.times(of: bench.output) == FFmpeg.times(of: source))
            for level in 0..<count - 1 { try await expectExtracted(level, of: count, bench) }
            try await expectWrongGroupsFound(bench)
        }

        @Test("QuickTime films have the same levels as MP4, and their levels are extracted into both formats")
        func quickTime() async throws {
            let folder = TemporaryFolder.current
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {constant: 30}, temporal: {levels: 2}",
                output: folder.appending(path: "film.mov").path,
                more: ""
            )
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try bench.report.verification?.findings == [])
            let pictures = try FFmpeg.pictures(of: bench.output)
            let below = stride(from: 0, to: pictures.count, by: 2).map { pictures[$0] }
            for (name, brand) in [("half.mov", "qt  "), ("half.mp4", "iso6")] {
                let movie = folder.appending(path: name)
                let taken = try await Program.granary([
                    "extract", bench.output.path, "--level", "0", "-o", movie.path,
                ])
                try #require(taken.code == 0, "\(taken.errors)")
                #expect(try Data(contentsOf: movie).prefix(12).suffix(4) == Data(brand.utf8))
                #expect(try FFmpeg.pictures(of: movie) == below)
                #expect(try FFmpeg.audioDigest(of: movie) == FFmpeg.audioDigest(of: bench.output))
            }
        }

        @Test("extracting levels from a film without levels is refused")
        func notThere() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let words = ["-o", bench.output.path, "--level", "0"]
            let plain = try await Program.granary(["extract", try await TestFilm.short.url.path] + words)
            #expect(plain.code == 65 && plain.errors.contains("granary: could not extract temporal levels"))
            #expect(try await Program.granary(["extract", "/nowhere.mp4"] + words).code == 66)
            try await bench.expectNothing()
        }

        @Test("levels that this libx265 cannot make are refused before anything is encoded")
        func refused() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {constant: 30}, temporal: {baseLayerFrameRate: 7}"
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 65 && outcome.errors.contains("video.temporal.baseLayerFrameRate"))
            try await bench.expectNothing()
        }

        /// Expects an extracted film with the pictures of the lower levels, unchanged and at their times.
        private func expectExtracted(_ level: Int, of count: Int, _ bench: JobBench) async throws {
            let movie = bench.folder.appending(path: "level-\(level).mp4")
            let words = ["extract", bench.output.path, "--level", "\(level)", "-o", movie.path]
            let outcome = try await Program.granary(words)
            try #require(outcome.code == 0, "\(outcome.errors)")
            let step = 1 << (count - 1 - level)
            let whole = try FFmpeg.pictures(of: bench.output)
            #expect(try FFmpeg.pictures(of: movie) == stride(from: 0, to: whole.count, by: step).map { whole[$0] })
            let times = try FFmpeg.times(of: bench.output)
            #expect(try FFmpeg.times(of: movie) == stride(from: 0, to: times.count, by: step).map { times[$0] })
            #expect(try FFmpeg.codedRate(of: movie) == "\(24 / step)/1", "the rate in the stream's VUI")
            #expect(try FFmpeg.audioDigest(of: movie) == FFmpeg.audioDigest(of: bench.output))
            let verdict = try await Program.granary(["verify", movie.path, "--jobs", bench.folder.path + "/none"])
            #expect(verdict.code == 0, "\(verdict.output)")
            if level > 0 { #expect(verdict.output.contains("\(level + 1) temporal levels")) }
            #expect(try await Program.granary(words).code == 73, "the output exists already")
            #expect(try await Program.granary(words + ["--overwrite"]).code == 0)
        }

        /// Expects a finding for a film whose sample groups put a sample on a different level than its NAL units.
        private func expectWrongGroupsFound(_ bench: JobBench) async throws {
            var film = try #require(bench.film)
            // 'sbgp', version and flags, 'tscl', number of runs; then the first run: its length and the index of its
            // entry.
            let box = try #require(film.range(of: Data("sbgp\0\0\0\0tscl".utf8)))
            let index = box.upperBound + 4 + 4 + 3
            try #require(film[index] == 1)
            film[index] = 2
            try film.write(to: bench.output)
            let outcome = try await Program.granary(["verify", bench.output.path, "--jobs", bench.jobs.path])
            #expect(outcome.code == 3 && outcome.output.contains("its sample group says level 1"), "\(outcome.output)")
        }
    }
}
