import Foundation
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Requests for impossible temporal levels", .enabled(if: FFmpeg.isPresent, "needs ffmpeg"))
    struct BadLevelRequests {
        @Test("impossible levels are refused with their position and the possible rates, before anything is encoded")
        func rates() async throws {
            let source = try await TestFilm.fast.url
            for (temporal, words) in [
                ("baseLayerFrameRate: 25", "write one of 240, 120, 60, 30, 15"),
                ("baseLayerFrameRate: 480", "is not 480 times a power of two"),
                ("levels: 6", "video.temporal.levels"),
            ] {
                let bench = try JobBench(source: source, video: "speed: ultrafast, temporal: {\(temporal)}")
                let outcome = try await bench.run()
                #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
                #expect(outcome.errors.contains("job.yaml:5:"), "\(outcome.errors)")
                try await bench.expectNothing()
            }
        }

        @Test("levels of a film with a variable frame rate are refused with a remedy")
        func varying() async throws {
            let source = TemporaryFolder.current.appending(path: "varying.mp4")
            let made = try FFmpeg.ffmpeg([
                "-y", "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=60:duration=1", "-vf", "select='mod(n,7)'",
                "-fps_mode", "vfr", "-c:v", "libx264", "-preset", "ultrafast", source.path,
            ])
            try #require(made.status == 0, "\(made.errors)")
            let bench = try JobBench(source: source, video: "speed: ultrafast, temporal: {levels: 2}")
            let outcome = try await bench.run()
            #expect(outcome.code == 65, "\(outcome.errors)")
            #expect(outcome.errors.contains("durations of the frames differ"), "\(outcome.errors)")
            #expect(outcome.errors.contains("convert the source to a constant frame rate first"))
            try await bench.expectNothing()
        }
    }
}
