import Foundation
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    /// The tests insert boxes into a small film. A job carries an ICC profile, and refuses or drops Dolby Vision.
    @Suite("Jobs with ICC profiles or Dolby Vision", .enabled(if: FFmpeg.isPresent, "needs ffmpeg"))
    struct ColourProfiles {
        private func source(_ name: String, _ codec: [String], marks: String = "", boxes: [UInt8]) throws -> URL {
            let file = TemporaryFolder.current.appending(path: name)
            let picture = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=24:duration=1,format=yuv420p10le\(marks)"]
            let made = try FFmpeg.ffmpeg(["-y"] + picture + codec + [file.path])
            try #require(made.status == 0, "\(made.errors)")
            try MovieSurgery.insert(boxes, into: file)
            return file
        }

        private func dolbyVision(_ profile: Int, _ compatibility: Int, more: [UInt8] = []) throws -> URL {
            let fields = profile << 9 | 3 << 3 | 5
            let record = [1, 0, UInt8(fields >> 8), UInt8(fields & 255), UInt8(compatibility << 4)]
            let box = HandmadeProfile.box(profile < 8 ? "dvcC" : "dvvC", record + Array(repeating: 0, count: 19))
            let tags = "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited:log-level=none"
            let codec = ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params", tags]
            return try source("dolby-\(profile).mp4", codec, boxes: box + more)
        }

        private func prepared(_ source: URL, _ name: String, output: String? = nil, more: String = "") throws
            -> JobBench
        {
            let video = "speed: ultrafast, rate: {constant: 30}"
            return try JobBench(name, source: source, video: video, output: output, more: more)
        }

        @Test("an ICC profile is carried byte for byte, and other readers accept it", arguments: ["mp4", "mov"])
        func profile(kind: String) async throws {
            let handmade = HandmadeProfile("Test P3")
            // FFmpeg 5 takes the codes from the options of the output, 7 from the pictures.
            let tags = ["-color_primaries", "smpte432", "-color_trc", "bt709", "-colorspace", "bt709"]
            let marks = ",setparams=color_primaries=smpte432:color_trc=bt709:colorspace=bt709:range=tv"
            let source = try source(
                "p3.mp4",
                ["-c:v", "libx264", "-preset", "ultrafast", "-color_range", "tv"] + tags,
                marks: marks,
                boxes: handmade.box("rICC")
            )
            let output = TemporaryFolder.current.appending(path: "film.\(kind)").path
            let bench = try prepared(source, "job", output: output)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let report = try bench.report
            #expect(report.verification?.findings == [] && report.notCarried == [])
            #expect(outcome.output.contains("video.colourProfile"))
            let film = try #require(bench.film)
            let box = try #require(film.range(of: Data(handmade.box())))
            let codes = try #require(film.range(of: Data("colrnc".utf8)))
            #expect(codes.lowerBound < box.lowerBound, "the codes come first")
            // Other readers accept two colour boxes.
            let stream = try ColourFacts.stream(bench.output)
            #expect(stream["color_primaries"] == "smpte432" && stream["color_transfer"] == "bt709")
            if ColourFacts.canBeAsked {
                #expect(try ColourFacts.mediaInfo(bench.output)["colour_primaries"] == "Display P3")
            }
            let probe = try await Program.granary(["probe", source.path])
            let words = "\"Test P3\", RGB display, version 4.3"
            #expect(probe.output.contains(words))
            let inspect = try await Program.granary(["inspect", bench.output.path])
            #expect(
                inspect.code == 0
                    && inspect.output.contains("colr: ICC profile \(words), \(handmade.bytes.count) bytes")
            )
            let verdict = try await Program.granary(["verify", bench.output.path, "--jobs", bench.jobs.path])
            #expect(verdict.code == 0, "\(verdict.output)")

            // A changed profile is found.
            var harmed = film
            harmed[box.upperBound - 8] ^= 1
            try harmed.write(to: bench.output)
            let found = try await Program.granary(["verify", bench.output.path, "--jobs", bench.jobs.path])
            #expect(found.code == 3 && found.output.contains("'colr' has another ICC profile"), "\(found.output)")
        }

        @Test("primaries that libx265 has no name for are carried, and others read them", arguments: ["mp4", "mov"])
        func unnamedPrimaries(kind: String) async throws {
            let source = TemporaryFolder.current.appending(path: "ebu.mkv")
            let marks = "setparams=color_primaries=jedec-p22:color_trc=bt709:colorspace=bt470bg:range=tv"
            let made = try FFmpeg.ffmpeg(
                ["-y", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=24:duration=1,format=yuv420p,\(marks)"]
                    + [
                        "-c:v", "ffv1", "-color_primaries", "jedec-p22", "-color_trc", "bt709", "-colorspace",
                        "bt470bg",
                    ]
                    + [source.path]
            )
            try #require(made.status == 0, "\(made.errors)")
            let output = TemporaryFolder.current.appending(path: "film.\(kind)").path
            let bench = try prepared(source, "job", output: output)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try bench.report.verification?.findings == [])
            let stream = try ColourFacts.stream(bench.output)
            #expect(["jedec-p22", "ebu3213"].contains(stream["color_primaries"]))
            #expect(stream["color_space"] == "bt470bg")
            let film = try #require(bench.film)
            let codes = try #require(film.range(of: Data("colrncl\(kind == "mp4" ? "x" : "c")".utf8)))
            #expect(Array(film[codes.upperBound..<codes.upperBound + 6]) == [0, 22, 0, 1, 0, 5])
        }

        @Test("Dolby Vision of profile 5 is refused with exit code 65 and a remedy, and no film is made")
        func profile5() async throws {
            let source = try dolbyVision(5, 0)
            let bench = try prepared(source, "job")
            let outcome = try await bench.run()
            #expect(outcome.code == 65)
            #expect(
                outcome.errors.contains("job.yaml:3:") && outcome.errors.contains("it is Dolby Vision of profile 5")
            )
            #expect(outcome.errors.contains("libplacebo"), "\(outcome.errors)")
            try await bench.expectNothing()
            let part = try await Program.granary(["extract", source.path, "--level", "0", "-o", bench.output.path])
            #expect(part.code == 65 && part.errors.contains("its Dolby Vision (profile 5"), "\(part.errors)")
            let probe = try await Program.granary(["probe", source.path])
            #expect(probe.code == 0 && probe.output.contains("without a base layer for other players"))
        }

        @Test("Dolby Vision of profile 8.1 is dropped and reported, or refused if nothing may be lost")
        func profile8() async throws {
            let source = try dolbyVision(8, 1)
            let strict = try await prepared(source, "strict", more: "onLoss: error").run()
            let words = "Dolby Vision metadata of the video track (profile 8.1, level 3, with a base layer in HDR10)"
            #expect(strict.code == 65 && strict.errors.contains("the film cannot carry \(words)"), "\(strict.errors)")
            let bench = try prepared(source, "job")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try bench.report.notCarried == [words])
            let film = try #require(bench.film)
            for type in ["dvcC", "dvvC"] { #expect(film.range(of: Data(type.utf8)) == nil) }
            #expect(try ColourFacts.stream(bench.output)["color_transfer"] == "smpte2084")
        }
    }
}
