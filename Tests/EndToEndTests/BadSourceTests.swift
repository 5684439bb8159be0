import Foundation
import TestSupport
import Testing

extension DisturbedJobs {
    @Suite("Sources that are not films, or are damaged")
    struct BadSources {
        /// A way to make a bad source from a good one.
        enum Harm: String, Sendable, CaseIterable {
            case missing, empty, noise, folder, audioOnly, truncatedEnd, truncatedStart, moovLess, bitsFlipped

            /// The expected exit code.
            var code: Int32 { self == .missing ? 66 : 65 }

            func make(at url: URL) async throws {
                let good = try Data(contentsOf: try await TestFilm.short.url)
                switch self {
                case .missing: break
                case .empty: try Data().write(to: url)
                case .noise: try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }).write(to: url)
                case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
                case .audioOnly:
                    try FileManager.default.copyItem(at: try await TestFilm.audioOnly.url, to: url)
                case .truncatedEnd:
                    // With moov in front, so that all boxes are present, and half of the pictures are missing.
                    let film = try await TestFilm.short.url
                    let words = ["-y", "-i", film.path, "-c", "copy", "-movflags", "+faststart", url.path]
                    try #require(try FFmpeg.ffmpeg(words).status == 0)
                    let whole = try Data(contentsOf: url)
                    try whole.prefix(whole.count / 2).write(to: url)
                case .truncatedStart: try good.suffix(good.count - 5000).write(to: url)
                case .moovLess:
                    let moov = try #require(good.range(of: Data("moov".utf8), options: .backwards))
                    try good.prefix(moov.lowerBound - 4).write(to: url)
                case .bitsFlipped:
                    var bytes = good
                    for index in stride(from: bytes.count / 3, to: bytes.count / 2, by: 997) { bytes[index] ^= 0x41 }
                    try bytes.write(to: url)
                }
            }
        }

        @Test(
            "a bad source is refused with its name, the right exit code and a remedy, and no files remain",
            arguments: Harm.allCases
        )
        func harmed(_ harm: Harm) async throws {
            let source = TemporaryFolder.current.appending(path: "\(harm.rawValue).mp4")
            try await harm.make(at: source)
            let bench = try JobBench(source: source)
            try await expectRefusal(of: source, by: bench, code: harm.code)
        }

        @Test(
            "a damaged real clip is refused in the same way",
            .enabled(if: SharedMedia.clip("damaged-no-moov.mp4") != nil, "the folder of shared media is not there"),
            arguments: ["bitflips", "no-moov", "truncated-mdat"]
        )
        func real(name: String) async throws {
            let source = try #require(SharedMedia.clip("damaged-\(name).mp4"))
            let bench = try JobBench(source: source, video: "speed: ultrafast, size: 320x180, rate: {average: 200k}")
            try await expectRefusal(of: source, by: bench, code: 65)
        }

        @Test(
            "a film whose boxes are too long, but whose pictures are intact, is encoded",
            .enabled(
                if: SharedMedia.clip("damaged-mdat-too-long.mp4") != nil,
                "the folder of shared media is not there"
            )
        )
        func whole() async throws {
            let source = try #require(SharedMedia.clip("damaged-mdat-too-long.mp4"))
            let bench = try JobBench(source: source, video: "speed: ultrafast, size: 320x180, rate: {average: 200k}")
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try FFmpeg.times(of: bench.output).count == 30)
        }

        private func expectRefusal(of source: URL, by bench: JobBench, code: Int32) async throws {
            let outcome = try await bench.run()
            #expect(outcome.code == code, "\(outcome.errors)")
            #expect(outcome.errors.contains(source.path), "\(outcome.errors)")
            let lines = outcome.errors.split(separator: "\n")
            // The first line names the fault of the film, not the part of Granary that found it.
            let first = try #require(lines.first { $0.contains("could not") }, "\(outcome.errors)")
            #expect(first.hasPrefix("granary: could not ") && first.contains(source.path), "\(outcome.errors)")
            #expect(!first.contains("work unit") && !first.contains("scout"), "\(outcome.errors)")
            #expect(lines.last?.hasPrefix("  ") == true, "it ends with a remedy: \(outcome.errors)")
            try await bench.expectNothing()
        }
    }
}
