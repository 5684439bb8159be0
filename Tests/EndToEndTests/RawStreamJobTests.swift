import Foundation
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Raw HEVC without times")
    struct RawStreams {
        @Test("a raw stream is encoded at the rate that it states, which the events name, or at a requested rate")
        func statedRate() async throws {
            let stream = TemporaryFolder.current.appending(path: "film.hevc")
            let words = [
                "-y", "-f", "lavfi", "-i", "testsrc2=size=192x108:rate=24000/1001:duration=3.003", "-c:v", "libx265",
                "-x265-params", "bframes=3:keyint=24:log-level=none", stream.path,
            ]
            try #require(try FFmpeg.ffmpeg(words).status == 0)
            let bench = try JobBench(source: stream)
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try FFmpeg.codedRate(of: bench.output).contains("24000/1001"))
            #expect(try FFmpeg.times(of: bench.output).count == 72)
            #expect(outcome.output.contains("the rate that the stream declares (VUI)"))
            let other = try JobBench("named", source: stream, more: "passes: {tolerance: 20%}")
            let text = try String(contentsOf: other.manifest, encoding: .utf8)
            try Data(text.replacing(stream.path, with: "{path: \(stream.path), frameRate: 30}").utf8).write(
                to: other.manifest
            )
            #expect(try await other.run().code == 0)
            #expect(try FFmpeg.codedRate(of: other.output).contains("30/1"))
        }
    }
}
