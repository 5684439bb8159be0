import Foundation
import JobDocuments
import Jobs
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Complete jobs")
    struct Films {
        @Test("the film is verified, other programs read it without warnings, and it has the source's times and audio")
        func whole() async throws {
            let source = try await TestFilm.short.url
            let bench = try JobBench(source: source)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try await Processes.areGone(naming: bench.folder))
            try expectFaithful(bench.output, to: source)
            try await bench.expectUndisturbed()
            expectContract(outcome)

            let report = try bench.report
            #expect(report.ranges.count >= 5 && report.ranges.map(\.index) == Array(report.ranges.indices))
            #expect(report.ranges.allSatisfy { $0.used != nil && !$0.encodes.contains { $0.optionsLine.isEmpty } })
            #expect(report.ranges.first?.frames.lowerBound == 0 && report.ranges.last?.frames.upperBound == 180)
            #expect(report.verification?.picturesCompared == 180 && report.verification?.findings == [])
            #expect(report.finished?.path == bench.output.path && report.failure == nil)
            let starts = Set(report.ranges.map(\.frames.lowerBound))
            #expect(Set([31, 62, 90, 121, 152]).isSubset(of: starts), "every cut of the film starts a range")
            let page = try String(contentsOfFile: bench.directory.path + "/report.html", encoding: .utf8)
            #expect(page.contains("</html>"))
        }

        @Test("the film has the same bytes with any number of workers", arguments: [1, 3])
        func workers(count: Int) async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let outcome = try await bench.run(workers: count)
            #expect(outcome.code == 0, "\(outcome.errors)")
            try await bench.expectUndisturbed()
        }

        @Test("a second run of a finished job starts no work and changes nothing")
        func again() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            #expect(try await bench.run().code == 0)
            let before = try state(of: bench)
            let outcome = try await bench.run()
            #expect(outcome.code == 0)
            let types = outcome.events.map(\.type)
            #expect(types.first == "resolved" && types.last == "finished" && !types.contains("waveBegan"))
            #expect(outcome.events.last?.object["wasComplete"] as? Bool == true)
            #expect(try state(of: bench) == before)
        }

        @Test("a second attempt, which does not use the widest vectors, has the same result as the first")
        func secondAttempt() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            let directory = try bench.directory
            let first = try #require(try directory.result(pass: 1, range: 0))
            try FileManager.default.removeItem(atPath: directory.paths.result(pass: 1, range: 0))
            let unit = ["--stage", "analyse", "--pass", "1", "--ranges", "0", "--attempt", "2"]
            let again = try await Program.granary(["work", directory.path] + unit)
            #expect(again.code == 0, "\(again.errors)")
            let second = try #require(try directory.result(pass: 1, range: 0))
            #expect(second.attempt == 2 && first.attempt == 1)
            #expect(second.storage == first.storage && second.optionsLine == first.optionsLine)
        }

        @Test("a film that was not verified is verified in place by a second run")
        func verifiedLater() async throws {
            let bench = try JobBench(source: try await TestFilm.short.url)
            let first = try await bench.run(workers: 2, "--no-verify")
            #expect(first.code == 0 && !first.events.contains { $0.isOf(stage: "verify") }, "\(first.errors)")
            try await bench.expectUndisturbed()
            let second = try await bench.run()
            #expect(second.code == 0 && second.events.contains { $0.isOf(stage: "verify") }, "\(second.errors)")
            #expect(!second.events.contains { $0.type == "waveBegan" && $0.isOf(stage: "mux") })
            #expect(try bench.report.verification?.picturesCompared == 180)
            try await bench.expectUndisturbed()
        }

        @Test("with a small tolerance some ranges, not all, are encoded again, and the report has the reasons")
        func furtherPasses() async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                more: "passes: {maximum: 4, tolerance: 0.01%, budget: 30%}"
            )
            let outcome = try await bench.run()
            let report = try bench.report
            // A job whose film still misses its rate ends with 3 and reports the miss.
            #expect(outcome.code == (report.totals.isWithinTolerance ? 0 : 3), "\(outcome.errors)")
            #expect(outcome.errors.contains("misses its rate by") == !report.totals.isWithinTolerance)
            let again = report.ranges.filter { $0.encodes.contains { $0.pass >= 3 } }
            #expect(!again.isEmpty && again.count < report.ranges.count)
            for range in again {
                #expect(range.requests.contains { $0.isGranted && !$0.reason.isEmpty }, "range \(range.index)")
                #expect(range.requests.allSatisfy { ($0.pass ?? 0) >= 2 }, "range \(range.index)")
                #expect(range.encodes.contains { $0.pass == 2 && !$0.furtherPasses.isEmpty }, "it was requested")
            }
            #expect(!report.conclusion.isEmpty)
        }

        @Test(
            "films with one pass, with a constant rate factor, with ten bits and with another size are verified",
            arguments: [
                ("speed: ultrafast, rate: {average: 200k}", "passes: {maximum: 1}", 8, "256x144"),
                ("speed: ultrafast, rate: {constant: 28}", "", 8, "256x144"),
                ("speed: ultrafast, rate: {average: 300k}, bitDepth: 10", "passes: {tolerance: 20%}", 10, "256x144"),
                ("speed: superfast, rate: {average: 100k}, size: 128x128", "passes: {tolerance: 20%}", 8, "128x72"),
            ]
        )
        func modes(video: String, more: String, depth: Int, size: String) async throws {
            let source = try await TestFilm.short.url
            let bench = try JobBench(source: source, video: video, more: more)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            try expectFaithful(bench.output, to: source)
            let report = try bench.report
            #expect(report.job.encoder.format.bitDepth == depth && "\(report.job.encoder.size)" == size)
            #expect(report.verification?.picturesCompared == 180)
        }

        @Test("the film of a ten-bit source without audio has ten bits and no audio")
        func tenBit() async throws {
            let source = try await TestFilm.tenBit.url
            let bench = try JobBench(source: source)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try bench.report.job.encoder.format.bitDepth == 10)
            #expect(try FFmpeg.times(of: bench.output).count == 90)
            let words = ["-show_entries", "stream=codec_type,profile", "-of", "csv=p=0", bench.output.path]
            let streams = try FFmpeg.ffprobe(words)
            #expect(streams.output.contains("Main 10") && !streams.output.contains("audio") && streams.errors.isEmpty)
        }

        @Test(
            "the film of a real source has the source's times and audio",
            .enabled(if: DemoFilm.url != nil, "the demo film was not fetched (make demo)")
        )
        func demo() async throws {
            let source = try #require(DemoFilm.url)
            let bench = try JobBench(source: source, video: "speed: ultrafast, size: 640x360, rate: {average: 500k}")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            try expectFaithful(bench.output, to: source)
        }

        /// Expects the order of events on which programs rely: resolved first, finished last, each once.
        private func expectContract(_ outcome: JobBench.Outcome) {
            let types = outcome.events.map(\.type)
            #expect(types.count == outcome.output.split(separator: "\n").count, "only NDJSON")
            #expect(types.first == "resolved" && types.count { $0 == "resolved" } == 1)
            #expect(types.last == "finished" && types.count { ["finished", "failed"].contains($0) } == 1)
            #expect(types.contains("planned") && types.contains("allocated") && types.contains("selected"))
            let begun = outcome.events.filter { $0.type == "waveBegan" }.compactMap { $0.object["stage"] as? String }
            #expect(Set(begun) == ["scout", "analyse", "encode", "mux", "verify"])
        }

        /// Expects that other programs read the film without a warning, with the times and the audio of the source.
        private func expectFaithful(_ film: URL, to source: URL) throws {
            let probe = try FFmpeg.ffprobe(["-show_format", "-show_streams", "-show_packets", film.path])
            #expect(probe.status == 0 && probe.errors.isEmpty, "\(probe.errors)")
            let decoded = try FFmpeg.ffmpeg(["-xerror", "-i", film.path, "-f", "null", "-"])
            #expect(decoded.status == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
            let times = try FFmpeg.times(of: film)
            #expect(try times == FFmpeg.times(of: source) && !times.isEmpty)
            let sound = try FFmpeg.audioDigest(of: film)
            #expect(try sound == FFmpeg.audioDigest(of: source) && sound.hasPrefix("MD5="))
        }

        /// Names, modification times and sizes of the film and of all files of the job except its lock.
        private func state(of bench: JobBench) throws -> [String] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: bench.jobs.path)
                // Each coordinator takes a lease, which has a number, and records its holder.
                .filter { !$0.hasSuffix("coordinator.lock") && !$0.contains("/leases") && $0.contains("/") }
                .map { bench.jobs.path + "/" + $0 }
            return try (files + [bench.output.path]).sorted().map { path in
                let facts = try FileManager.default.attributesOfItem(atPath: path)
                let isFolder = facts[.type] as? FileAttributeType == .typeDirectory
                return "\(path) \(isFolder ? "" : "\(facts[.size] ?? 0) \(facts[.modificationDate] ?? "")")"
            }
        }
    }
}
