import Foundation
import Media
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Preset aerial")
    struct AerialPreset {
        /// What is known about Apple's own films and about the requirements of the engine: `hvc1`, Main 10 in 4:2:0,
        /// BT.709 in limited range, 240 frames a second, five temporal levels in `tscl` and `tsas`, a key frame every
        /// 5 s, no audio, and five levels in `hvcC`.
        @Test("the film has everything that macOS' wallpaper engine is known to require")
        func requirements() async throws {
            let source = try await TestFilm.fast.url
            let folder = TemporaryFolder.current
            let output = folder.appending(path: "aerial.mp4")
            let options = ["--preset", "aerial", "--crf", "30", "--speed", "ultrafast"]
            let command = ["encode", source.path, "-o", output.path, "--jobs", folder.path + "/jobs"] + options
            let outcome = try await Program.granary(command + ["--progress", "none"])
            if try await Program.mostLevels() < 5 {
                #expect(outcome.code == 65 && outcome.errors.contains("libx265 4"), "\(outcome.errors)")
                return
            }
            try #require(outcome.code == 0, "\(outcome.errors)")

            let inspection = try await Program.granary(["inspect", output.path, "--json"])
            let movie = try #require(
                try JSONSerialization.jsonObject(with: Data(inspection.output.utf8)) as? [String: Any]
            )
            let tracks = try #require(movie["tracks"] as? [[String: Any]])
            #expect(tracks.count == 1, "no audio")
            let video = try #require(tracks.first?["video"] as? [String: Any])
            #expect(video["format"] as? String == "hvc1")
            let hevc = try #require(video["hevc"] as? [String: Any])
            #expect(hevc["profile"] as? Int == 2 && hevc["chromaFormat"] as? Int == 1)
            #expect(hevc["lumaBitDepth"] as? Int == 10 && hevc["chromaBitDepth"] as? Int == 10)
            #expect(hevc["temporalLayers"] as? Int == 5)
            #expect(hevc["averageFrameRate"] as? Int == 240 * 256 && hevc["constantFrameRate"] as? Int == 2)

            let levels = try #require(tracks.first?["temporalLevels"] as? [String: Any])
            #expect(levels["sampleCounts"] as? [Int] == [78, 78, 156, 312, 624] && levels["unknownCount"] as? Int == 0)
            let entries = try #require(levels["entries"] as? [[String: Any]])
            #expect(entries.map { $0["averageFrameRate"] as? Int } == [15, 30, 60, 120, 240].map { $0 * 256 })
            let needed = try entries.map { try #require(($0["capability"] as? [String: Any])?["level"] as? Int) }
            #expect(needed == needed.sorted() && needed.last == hevc["level"] as? Int)
            let film = try Data(contentsOf: output)
            for group in ["sgpd\u{1}\0\0\0tsas", "sbgp\0\0\0\0tsas", "sgpd\u{1}\0\0\0tscl", "sbgp\0\0\0\0tscl"] {
                #expect(film.range(of: Data(group.utf8)) != nil, "\(group)")
            }

            let words = ["-select_streams", "v:0", "-of", "csv=p=0", output.path]
            let tags = ["-show_entries", "stream=color_range,color_space,color_transfer,color_primaries"]
            #expect(try FFmpeg.ffprobe(tags + words).output.hasPrefix("tv,bt709,bt709,bt709"))
            let packets = try FFmpeg.ffprobe(["-show_entries", "packet=pts_time,flags"] + words).output
            let keys = packets.split(separator: "\n").filter { $0.contains("K") }.compactMap { line in
                line.split(separator: ",").first.flatMap { Double($0) }
            }
            #expect(keys == [0, 5])
            #expect(try FFmpeg.times(of: output) == FFmpeg.times(of: source))
        }

        @Test("a film with a different frame rate is refused before anything is encoded")
        func refused() async throws {
            let folder = TemporaryFolder.current
            let output = folder.appending(path: "refused.mp4")
            let source = try await TestFilm.short.url
            let outcome = try await Program.granary(
                ["encode", source.path, "-o", output.path, "--preset", "aerial", "--jobs", folder.path + "/none"]
            )
            #expect(outcome.code == 65 || outcome.code == 64)
            #expect(outcome.errors.contains("from 15 to 240 frames a second"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: output.path))
        }
    }
}
