import Foundation
import HEVC
import ISOMedia
import Jobs
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// Whole jobs that keep HDR10+ and Dolby Vision; other programs count what they find in the films.
    @Suite(
        "Jobs that keep dynamic metadata",
        .enabled(if: ColourFacts.canBeAsked && MetadataFilm.isPossible, "ffprobe or mediainfo is not installed")
    )
    struct DynamicMetadataFilms {
        private static let rpu = "Dolby Vision RPU Data"
        private static let message = "HDR Dynamic Metadata SMPTE2094-40 (HDR10+)"

        private func bench(_ source: String, _ video: String, output: String = "out.mp4") throws -> JobBench {
            try JobBench(
                output.replacing(".", with: "-"),
                source: URL(filePath: source),
                video: "speed: ultrafast, rate: {constant: 30}, \(video)",
                output: TemporaryFolder.current.appending(path: output).path,
                ranges: "minimum: 300ms, maximum: 600ms",
                more: ""
            )
        }

        /// How many frames of a film have side data of each type, by FFmpeg's decoder.
        private func sideData(_ film: URL) throws -> [String: Int] {
            let words = ["-select_streams", "v:0", "-show_frames", "-of", "json", film.path]
            let outcome = try FFmpeg.ffprobe(words)
            // It may warn about times of very short films.
            #expect(!outcome.errors.contains("RPU") && !outcome.errors.contains("DOVI"), "\(outcome.errors)")
            let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            var counts: [String: Int] = [:]
            for frame in try #require(document?["frames"] as? [[String: Any]]) {
                for data in frame["side_data_list"] as? [[String: Any]] ?? [] {
                    if let type = data["side_data_type"] as? String { counts[type, default: 0] += 1 }
                }
            }
            return counts
        }

        @Test("FFmpeg's decoder sees both kinds on every picture, with one and more levels", arguments: [1, 3, 5])
        func levels(wanted: Int) async throws {
            // As many as this libx265 can make.
            let count = min(wanted, try await Program.mostLevels())
            let source = try MetadataFilm.make(frames: 48)
            let levels = count > 1 ? "temporal: {levels: \(count)}, " : ""
            let bench = try bench(source, "\(levels)dynamicMetadata: keep")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let found = try sideData(bench.output)
            #expect(found[Self.rpu] == 48 && found[Self.message] == 48, "\(found)")
            let media = try #require(Tool("mediainfo")).output(["--Output=Video;%HDR_Format%", bench.output.path])
            #expect(media.contains("Dolby Vision") && media.contains("2094"), "\(media)")
            let verdict = try await Program.granary([
                "verify", bench.output.path, "--jobs", bench.jobs.path, "--against", source,
            ])
            #expect(verdict.code == 0, "\(verdict.output)")
            #expect(verdict.output.contains("HDR10+ and Dolby Vision of every frame"), "\(verdict.output)")
            let report = try bench.report
            #expect(report.ranges.count > 2 && report.verification?.findings == [])
            #expect(!report.notCarried.contains { $0.contains("HDR10+") || $0.contains("Dolby") })
            guard count > 1 else { return }
            let lower = TemporaryFolder.current.appending(path: "lower.mp4")
            let extraction = try await Program.granary([
                "extract", bench.output.path, "--level", "\(count - 2)", "-o", lower.path,
            ])
            #expect(extraction.code == 0, "\(extraction.errors)")
            let kept = try sideData(lower)
            #expect(kept[Self.rpu] == 24 && kept[Self.message] == 24, "\(kept)")
            let dropped = stride(from: 0, to: 48, by: 2).map(MetadataFilm.metadata(of:))
            #expect(Set(dropped).count == 24)
        }

        @Test("a job that drops the metadata names both as lost, and its film has neither")
        func dropped() async throws {
            let source = try MetadataFilm.make(frames: 24)
            let bench = try bench(source, "dynamicMetadata: drop")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let found = try sideData(bench.output)
            #expect(found[Self.rpu] == nil && found[Self.message] == nil)
            #expect(try bench.report.notCarried.count { $0.contains("HDR10+") || $0.contains("Dolby Vision") } == 2)
        }

        @Test("an average rate includes the metadata, and so does a bounded one")
        func rate() async throws {
            let source = try MetadataFilm.make(frames: 96)
            let bench = try JobBench(
                source: URL(filePath: source),
                video: "speed: ultrafast, rate: {average: 200k, maximum: 300k, buffer: 300k}, dynamicMetadata: keep",
                ranges: "minimum: 500ms, maximum: 1s",
                more: "passes: {tolerance: 5%}"
            )
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let totals = try bench.report.totals
            let packets = ["-select_streams", "v:0", "-show_entries", "packet=size", "-of", "csv=p=0"]
            let sizes = try FFmpeg.ffprobe(packets + [bench.output.path]).output
            let bytes = sizes.split(whereSeparator: \.isWhitespace)
                .compactMap { Int($0.split(separator: ",").first ?? "") }
            #expect(bytes.count == 96 && bytes.reduce(0, +) * 8 == totals.bits)
            #expect((totals.bitsPerSecond / 200_000 - 1).magnitude < 0.05)
            #expect(try bench.report.buffer?.isInTime == true)
        }

        @Test(
            "real films keep every record",
            .enabled(if: SharedMedia.folder != nil, "the folder of real clips is not there"),
            arguments: [
                ("hdr10-phone-1080p.mp4", 0, 28), ("hdr10plus-metadata-144p.mkv", 0, 259),
                ("hlg-dv84-iphone-editlist-rotated.mp4", 78, 0), ("hlg-dv84-iphone-tscl-sync.mov", 4, 0),
            ] as [(String, Int, Int)]
        )
        func clips(name: String, units: Int, messages: Int) async throws {
            let clip = try #require(SharedMedia.clip(name), "the clip is missing")
            let bench = try bench(clip.path, "size: 480x270, dynamicMetadata: keep", output: "\(units)-\(messages).mp4")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let found = try sideData(bench.output)
            #expect(found[Self.rpu] ?? 0 == units && found[Self.message] ?? 0 == messages, "\(found)")
            let verdict = try await Program.granary([
                "verify", bench.output.path, "--jobs", bench.jobs.path, "--against", clip.path,
            ])
            #expect(verdict.code == 0, "\(verdict.output)")
            #expect(verdict.output.contains("of every frame with the packets"), "\(verdict.output)")
            let kept = try #require(try bench.report.dynamicMetadata)
            #expect(kept.dolbyVisionCount == units && kept.hdr10PlusCount == messages && kept.brightness != nil)
            let folder = bench.jobs.appending(path: "\(try bench.report.job.id)/passes/0000")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let table = folder.appending(path: try #require(names.first { $0.hasSuffix(".metadata") }))
            let dump = try await Program.granary(["storage", "dump", table.path])
            #expect(dump.output.split(separator: "\n").count == units + messages, "\(dump.errors)")
            #expect(try await Program.granary(["storage", "check", table.path]).code == 0)
        }

        @Test("FFmpeg and mediainfo read HDR10+ that was measured")
        func measured() async throws {
            let source = try MetadataFilm.make(frames: 48, dolbyVision: nil) { _ in DynamicMetadata() }
            let bench = try bench(source, "dynamicMetadata: measure")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try sideData(bench.output)[Self.message] == 48)
            let report = try bench.report
            #expect(report.dynamicMetadata?.brightness != nil && report.verification?.findings == [])
            let question = "--Output=Video;%HDR_Format_Compatibility%"
            let media = try #require(Tool("mediainfo")).output([question, bench.output.path])
            #expect(media.contains("HDR10+ Profile A"), "\(media)")
            let words = ["-select_streams", "v:0", "-show_frames", "-of", "json", bench.output.path]
            let first = try FFmpeg.ffprobe(words).output
            #expect(first.contains("\"targeted_system_display_maximum_luminance\": \"0/1\""))
        }

        @Test(
            "HDR10+ and RPUs of an AV1 film go into units of HEVC, and profile 10.1 becomes 8.1",
            .enabled(if: AV1Film.isPossible, "this ffmpeg has no encoder for AV1")
        )
        func fromAV1() async throws {
            let source = try AV1Film.make(frames: 36)
            let bench = try bench(source, "dynamicMetadata: keep")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let found = try sideData(bench.output)
            #expect(found[Self.rpu] == 36 && found[Self.message] == 36, "\(found)")
            let verdict = try await Program.granary([
                "verify", bench.output.path, "--jobs", bench.jobs.path, "--against", source,
            ])
            #expect(verdict.code == 0, "\(verdict.output)")
            #expect(verdict.output.contains("HDR10+ and Dolby Vision of every frame"), "\(verdict.output)")
            let question = "--Output=Video;%HDR_Format_Profile%"
            let media = try #require(Tool("mediainfo")).output([question, bench.output.path])
            #expect(media.contains("dvhe.08"), "\(media)")
            let film = try FileSource(path: bench.output.path)
            let track = try MovieVideoTrack(film)
            let order = track.samples.indices.sorted {
                track.samples[$0].presentationTick < track.samples[$1].presentationTick
            }
            for (frame, sample) in order.enumerated() {
                let unit = try track.bytes(of: sample).withRawSpan { try AccessUnitMetadata(sample: $0) }
                #expect(try unit.metadata() == MetadataFilm.metadata(of: frame))
            }
        }

        @Test("metadata from files goes into a film that has none, from the frame at which the job starts")
        func fromFiles() async throws {
            let plain = try MetadataFilm.make(frames: 48, dolbyVision: nil) { _ in DynamicMetadata() }
            var units: [UInt8] = []
            for frame in 0..<48 {
                let payload = try #require(MetadataFilm.metadata(of: frame).dolbyVision)
                units += [0, 0, 0, 1] + DolbyVisionUnit.unit(payload: payload)
            }
            let file = TemporaryFolder.current.appending(path: "film.bin")
            try Data(units).write(to: file)
            let bench = try bench(plain, "dynamicMetadata: {dolbyVision: \(file.path)}")
            let text = try String(contentsOf: bench.manifest, encoding: .utf8)
                .replacing("source: \(plain)", with: "source: {path: \(plain), start: 500ms}")
            try Data(text.utf8).write(to: bench.manifest)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try sideData(bench.output)[Self.rpu] == 36)
            #expect(try bench.report.verification?.findings == [])
            let expected = (12..<48).compactMap { MetadataFilm.metadata(of: $0).dolbyVision }
            let folder = bench.jobs.appending(path: "\(try bench.report.job.id)/passes/0000")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let table = folder.appending(path: try #require(names.first { $0.hasSuffix(".metadata") }))
            let dump = try await Program.granary(["storage", "dump", table.path]).output
            let digits = expected.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
            let lines = dump.split(separator: "\n")
            #expect(lines.count == 36 && zip(lines, digits).allSatisfy { $0.contains($1) })
            // A shorter file is that of another film.
            try Data(units.prefix(units.count / 2)).write(to: file)
            let other = try await bench.run("--restart")
            #expect(other.code == 65, "\(other.errors)")
        }

        @Test("a film that cannot keep its metadata is refused before any work, with a remedy")
        func refused() async throws {
            let record = DolbyVision(profile: 4, level: 6, compatibility: 2)
            let source = try MetadataFilm.make(frames: 24, dolbyVision: record)
            let bench = try bench(source, "dynamicMetadata: keep")
            let outcome = try await bench.run()
            #expect(outcome.code == 65)
            let words = "Dolby Vision cannot be kept: profile 4 is not carried"
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
            #expect(outcome.errors.contains("drop it: dynamicMetadata: {hdr10plus: keep, dolbyVision: drop}"))
        }
    }
}
