import Foundation
import JobDocuments
import Jobs
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// Whole jobs with real HDR clips. Other programs compare the films with their sources.
    @Suite(
        "Jobs with HDR clips",
        .enabled(if: SharedMedia.folder != nil, "the folder of real clips is not there"),
        .enabled(if: ColourFacts.canBeAsked, "ffprobe or mediainfo is not installed")
    )
    struct HighDynamicRange {
        /// A job with ranges so short that the clip has several.
        private static func bench(_ clip: URL, _ output: String = "out.mp4", jobs: String? = nil) throws -> JobBench {
            try JobBench(
                output.replacing(".", with: "-"),
                source: clip,
                video: "size: 480x270, speed: ultrafast, rate: {constant: 32}",
                output: TemporaryFolder.current.appending(path: output).path,
                jobs: jobs,
                ranges: "minimum: 200ms, maximum: 400ms",
                more: ""
            )
        }

        @Test(
            "ffprobe and mediainfo read the same HDR metadata in every range as in the source",
            arguments: [
                "hdr10-phone-1080p.mp4", "hdr10-av1-mdcv-clli-1080p60.mp4", "hlg-dv84-iphone-editlist-rotated.mp4",
            ]
        )
        func factsSurvive(_ name: String) async throws {
            let clip = try #require(SharedMedia.clip(name), "the clip is missing")
            let bench = try Self.bench(clip)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let report = try bench.report
            #expect(report.ranges.count > 2)
            #expect(report.verification?.findings == [])

            #expect(try ColourFacts.mediaInfo(bench.output) == ColourFacts.mediaInfo(clip))
            #expect(try ColourFacts.stream(bench.output) == ColourFacts.stream(clip))
            let (before, after) = (try ColourFacts.pictures(clip), try ColourFacts.pictures(bench.output))
            #expect(after.count == report.source.video.timeline.count)
            #expect(Set(after).count == 1, "the same in every picture of every range")
            // Not every decoder attaches the metadata of boxes to pictures: the film must have at least the metadata
            // that its source has.
            for (key, value) in try #require(before.first) where value != "-" {
                #expect(after.first?[key] == value, "\(key)")
            }
            let settings = report.job.encoder
            if settings.masteringDisplay != nil {
                #expect(after.first?.keys.contains { $0.hasPrefix("Mastering") } == true)
            }
            let entry = try await ColourFacts.sampleEntry(bench.output)
            let units = (entry["hevc"] as? [String: Any])?["arrays"] as? [[String: Any]] ?? []
            let lacks = [
                settings.masteringDisplay == nil, settings.contentLight == nil, settings.ambientViewing == nil,
                settings.preferredTransfer == nil,
            ]
            let messages = units.first { $0["unitType"] as? Int == 39 }?["units"] as? [Any] ?? []
            #expect(messages.count == lacks.count { !$0 }, "SEI in hvcC")
            let source = try await ColourFacts.sampleEntry(clip)
            for key in ["masteringDisplay", "contentLight", "ambientViewing"] {
                guard let value = source[key] as? NSDictionary else { continue }
                #expect(entry[key] as? NSDictionary == value, "\(key)")
            }
            let ambient = report.source.video.ambientViewing.map { Int($0.illuminance) }
            #expect((entry["ambientViewing"] as? [String: Any])?["illuminance"] as? Int == ambient)
        }

        @Test("an MP4 and a QuickTime film of the same source are separate jobs with the same samples")
        func containers() async throws {
            let clip = try #require(SharedMedia.clip("hdr10-phone-1080p.mp4"), "the clip is missing")
            let folder = TemporaryFolder.current.appending(path: "both").path
            let benches = try ["one.mp4", "two.mov"].map { try Self.bench(clip, $0, jobs: folder) }
            for bench in benches {
                let outcome = try await bench.run()
                try #require(outcome.code == 0, "\(outcome.errors)")
            }
            #expect(JobFolder(path: folder).jobs.count == 2)
            let (mp4, mov) = (benches[0].output, benches[1].output)
            #expect(try Data(contentsOf: mov).prefix(12).suffix(4) == Data("qt  ".utf8))
            #expect(try ColourFacts.mediaInfo(mov) == ColourFacts.mediaInfo(mp4))
            #expect(try ColourFacts.pictures(mov) == ColourFacts.pictures(mp4))
            #expect(try packets(of: mov) == packets(of: mp4))
            #expect(try FFmpeg.times(of: mov) == FFmpeg.times(of: mp4))
            #expect(try FFmpeg.audioDigest(of: mov) == FFmpeg.audioDigest(of: mp4))
            let verdict = try await Program.granary(["verify", mov.path, "--jobs", folder])
            #expect(verdict.code == 0 && verdict.output.contains("colour and HDR metadata"), "\(verdict.output)")
            // A second run of each job finds its own film.
            for bench in benches { #expect(try await bench.run().code == 0) }
        }

        @Test("verify finds a film whose mastering display was changed")
        func tampered() async throws {
            let clip = try #require(SharedMedia.clip("hdr10-phone-1080p.mp4"), "the clip is missing")
            let bench = try Self.bench(clip)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            var film = try #require(bench.film)
            let box = try #require(film.range(of: Data("mdcv".utf8)))
            film[box.upperBound] ^= 1
            try film.write(to: bench.output)
            let verdict = try await Program.granary(["verify", bench.output.path, "--jobs", bench.jobs.path])
            #expect(verdict.code == 3 && verdict.output.contains("'mdcv' has other values"), "\(verdict.output)")
        }

        /// A hash of each packet of the video, in decode order.
        private func packets(of film: URL) throws -> [String] {
            let words = ["-select_streams", "v:0", "-show_packets", "-show_data_hash", "MD5", "-of", "json", film.path]
            let output = try FFmpeg.ffprobe(words).output
            let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
            return try #require(document?["packets"] as? [[String: Any]]).compactMap { $0["data_hash"] as? String }
        }
    }
}
