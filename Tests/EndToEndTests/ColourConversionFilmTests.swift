import Foundation
import JobDocuments
import Jobs
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// Whole jobs that convert colours; ffprobe and ffmpeg look at their films.
    @Suite("Jobs that convert colours", .enabled(if: ColourFacts.canBeAsked, "ffprobe or mediainfo is not installed"))
    struct ColourConversionFilms {
        /// The mean luma of a frame in 10-bit codes, by ffmpeg's decoder.
        private func luma(_ film: URL, frame: Int) throws -> Double {
            let words = ["-nostdin", "-v", "error", "-i", film.path, "-vf", "select=eq(n\\,\(frame)),extractplanes=y"]
            let output = ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray10le"]
            let raw = TemporaryFolder.current.appending(path: "frame.raw")
            _ = try #require(Tool("ffmpeg")).output(words + output + ["-y", raw.path])
            let bytes = try [UInt8](Data(contentsOf: raw))
            let samples = stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
            return Double(samples.reduce(0, +)) / Double(samples.count)
        }

        @Test(
            "a PQ film becomes SDR or HLG: tags, light and no HDR metadata; the report says how",
            arguments: [("sdr", "bt709", 694.6), ("hlg", "arib-std-b67", 602.9)]
        )
        func converted(range: String, transfer: String, grey: Double) async throws {
            let tones = range == "sdr" ? ", toneMap: clip" : ""
            let bench = try JobBench(
                range,
                source: URL(filePath: try PQFilm.twoScenes()),
                video: "speed: ultrafast, rate: {constant: 4}, hdr: \(range)\(tones)",
                ranges: "minimum: 200ms, maximum: 400ms",
                more: ""
            )
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let entries = "stream=color_transfer,color_primaries,color_space,side_data_list"
            let words = ["-select_streams", "v:0", "-show_entries", entries, "-of", "default=nk=1:nw=1"]
            let facts = try FFmpeg.ffprobe(words + [bench.output.path]).output
            #expect(facts.contains(transfer) && !facts.contains("smpte2084"), "\(facts)")
            #expect(range == "hlg" || !facts.contains("bt2020"))
            #expect(abs(try luma(bench.output, frame: 5) - grey) < 2)
            #expect(abs(try luma(bench.output, frame: 20) - (64 + 940) / 2) < 4)
            let report = try bench.report
            #expect(report.verification?.findings == [] && report.ranges.count > 2)
            // The page shows the source next to the film.
            let page = try #require(JobFolder(path: bench.jobs.path).jobs.first).paths.reportPage
            #expect(try String(contentsOfFile: page, encoding: .utf8).contains(": source</figcaption>"))
            let resolution = try #require(report.job.resolutions.first { $0.key == "video.colour" })
            #expect(resolution.reason.contains("converted from"))
            let dry = try await bench.run("--dry-run", "--restart")
            #expect(dry.output.contains("converted from"), "\(dry.output)")
        }
    }
}
