import Foundation
import JobDocuments
import Jobs
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Jobs with a real film")
    struct RealFilmJobTests {
        @Test(
            "at speed medium the samples of the film are within half a percent of its rate",
            .enabled(if: DemoFilm.url != nil, "the demo film was not fetched (make demo)")
        )
        func rate() async throws {
            let film = try #require(DemoFilm.url)
            let bench = try JobBench(
                source: film,
                video: "speed: medium, rate: {average: 1500k}, size: 640x360",
                ranges: "minimum: 0.5s, maximum: 0.9s",
                more: "audio: none"
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 0, "\(outcome.errors)")
            let plan = try #require(try bench.directory.plan())
            #expect(plan.ranges.count >= 6)
            // ffprobe counts the bytes of the samples in the film, independently of the job.
            let packets = try FFmpeg.ffprobe([
                "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=size,duration_time", "-of", "csv=p=0",
                bench.output.path,
            ])
            try #require(packets.status == 0, "\(packets.errors)")
            var (bits, seconds) = (0.0, 0.0)
            for line in packets.output.split(separator: "\n") {
                let fields = line.split(separator: ",").compactMap { Double($0) }
                try #require(fields.count == 2, "\(line)")
                seconds += fields[0]
                bits += fields[1] * 8
            }
            #expect(abs(seconds - 132 / 25.0) < 0.001)
            #expect(abs(bits / seconds / 1_500_000 - 1) <= 0.005, "\(bits / seconds) bit/s")
        }
    }
}
