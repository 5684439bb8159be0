import Foundation
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Jobs over HDR10 films")
    struct LightLevels {
        /// 72 frames of 64x64, mostly grey of 100 cd/m². Frame 30 has one pixel of 1004.19 cd/m² (code 723). Frame 50
        /// is half black and half 993.73 cd/m² (code 722).
        private func film() throws -> URL {
            let file = TemporaryFolder.current.appending(path: "pq.mkv")
            let raw = file.appendingPathExtension("yuv")
            var bytes = Data()
            for frame in 0..<72 {
                for y in 0..<64 {
                    for x in 0..<64 {
                        let code =
                            switch frame {
                            case 30 where (x, y) == (17, 40): 723
                            case 50: y < 32 ? 722 : 64
                            default: 509
                            }
                        bytes.append(contentsOf: [UInt8(code & 255), UInt8(code >> 8)])
                    }
                }
                bytes.append(contentsOf: (0..<64 * 32).flatMap { _ in [0, 2] as [UInt8] })
            }
            try bytes.write(to: raw)
            let input = ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "64x64", "-r", "24", "-i", raw.path]
            let tags = ColourTags.options(primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc", range: "tv")
            let output = ["-c:v", "ffv1"] + tags + [file.path]
            let result = try FFmpeg.ffmpeg(["-y"] + input + output)
            try #require(result.status == 0, "\(result.errors)")
            return file
        }

        /// MaxCLL and MaxFALL as ffprobe reads them from the container's box, and from the SEI of the first picture.
        private func levels(of film: URL) throws -> (box: [String], message: [String]) {
            func read(_ entries: [String]) throws -> [String] {
                try FFmpeg.ffprobe(["-select_streams", "v:0"] + entries + [film.path]).output.split(separator: "\n")
                    .map(String.init).filter { $0.hasPrefix("max_content=") || $0.hasPrefix("max_average=") }
            }
            return (try read(["-show_streams"]), try read(["-show_frames", "-read_intervals", "%+#1"]))
        }

        @Test("missing light levels are measured in the scout, and are in boxes, SEI messages and report")
        func measured() async throws {
            let source = try film()
            let bench = try JobBench("bare", source: source, video: "speed: ultrafast, rate: {constant: 20}", more: "")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            #expect(try levels(of: bench.output).box == ["max_content=1004", "max_average=497"])
            #expect(try levels(of: bench.output).message == ["max_content=1004", "max_average=497"])
            let light = try #require(try bench.report.light)
            let measured = try #require(light.measured)
            #expect(measured.maximumFrame == 30 && measured.averageFrame == 50)
            #expect(abs(measured.maximum - 1004.1919) < 0.001 && abs(measured.average - 496.8654) < 0.001)
            #expect(light.disagreement == nil)
            #expect(outcome.output.contains("measured in the scout") && outcome.output.contains("\"averageFrame\":50"))

            // The film declares its levels. If measured again, they may differ because of what x265 lost.
            let again = try JobBench(
                "again",
                source: bench.output,
                video: "speed: ultrafast, rate: {constant: 20}, contentLight: '4000,400'",
                more: ""
            )
            let second = try await again.run()
            try #require(second.code == 0, "\(second.errors)")
            #expect(try levels(of: again.output).box == ["max_content=4000", "max_average=400"])
            let words = try #require(try again.report.light?.disagreement)
            #expect(words.contains("the source declares MaxCLL 1004 and MaxFALL 497 cd/m²"))
        }
    }
}
