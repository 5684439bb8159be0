import Foundation
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Films whose colour or light changes")
    struct ChangingFilms {
        @Test("a film whose colour changes is refused, with and without scene cuts, and no files remain")
        func colour() async throws {
            let film = try ChangingFilm.make(
                "colour.mkv",
                codec: "hevc",
                [
                    .colours(60, codec: "hevc", primaries: 1, transfer: 1, matrix: 1),
                    .colours(132, codec: "hevc", primaries: 9, transfer: 16, matrix: 9),
                ]
            )
            for (name, ranges) in [("scouted", ""), ("unscouted", ", sceneCuts: false")] {
                let bench = try JobBench(
                    name,
                    source: URL(filePath: film),
                    ranges: "minimum: 1s, maximum: 2s\(ranges)"
                )
                let outcome = try await bench.run()
                #expect(outcome.code == 65, "\(name): \(outcome.errors)")
                #expect(outcome.errors.contains("decode the film at 2.500 s"), "\(name): \(outcome.errors)")
                #expect(outcome.errors.contains("primaries from bt709 to bt2020, transfer from bt709 to smpte2084"))
                #expect(outcome.errors.contains("convert the film to one colour first"))
                try await bench.expectNothing()
            }
        }

        @Test(
            "a film whose mastering display changes is encoded, and a warning states the change and what is written"
        )
        func light() async throws {
            let film = try ChangingFilm.make(
                "light.mkv",
                codec: "hevc",
                [.light(60, peak: 1000, levels: "1000,400"), .light(132, peak: 4000, levels: "1000,400")]
            )
            let bench = try JobBench(source: URL(filePath: film))
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let warning =
                "the mastering display of the source changes: it is P3-D65, 0.005 to 4000 cd/m² from 2.500 s; "
                + "the film has P3-D65, 0.005 to 1000 cd/m² throughout"
            #expect(outcome.errors.contains("granary: warning: \(warning)"))
            #expect(try bench.report.warnings.contains(warning))
            #expect(outcome.events.contains { $0.type == "note" && $0.object["text"] as? String == warning })
            #expect(try await bench.run().errors.contains(warning), "a second run repeats the warning")
        }

        @Test("an interlaced film that is flagged as progressive is encoded, and a warning names the command to fix it")
        func interlaced() async throws {
            let film = TemporaryFolder.current.appending(path: "interlaced.mkv")
            try #require(Tool("ffmpeg")).output([
                "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                "testsrc=size=192x108:rate=48:duration=4,scroll=horizontal=0.01", "-vf",
                "tinterlace=interleave_top,setfield=prog", "-c:v", "ffv1", film.path,
            ])
            let bench = try JobBench(source: film)
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let warning = try #require(try bench.report.warnings.first { $0.contains("interlaced") })
            #expect(warning.hasPrefix("pictures are interlaced but flagged as progressive: 0."), "\(warning)")
            #expect(warning.contains("deinterlace: frame, or field"), "\(warning)")
            #expect(outcome.errors.contains("granary: warning: \(warning)"))
        }
    }
}
