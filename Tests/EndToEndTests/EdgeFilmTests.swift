import Foundation
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Extreme films for the rate control")
    struct EdgeFilms {
        /// A film with very few frames, or with extreme pictures.
        enum Film: String, CaseIterable {
            case oneFrame, twoFrames, oneRange, black, noise, flash, busyMiddle

            var frames: Int {
                switch self {
                case .oneFrame: 1
                case .twoFrames: 2
                case .oneRange: 20
                case .black, .noise, .flash: 60
                case .busyMiddle: 144
                }
            }

            /// FFmpeg's source of its pictures, 24 a second.
            var pictures: String {
                let shape = "size=128x96:rate=24"
                return switch self {
                case .oneFrame, .twoFrames, .oneRange: "testsrc2=\(shape)"
                case .black: "color=black:\(shape)"
                case .noise: "color=gray:\(shape),noise=alls=100:allf=t+u:all_seed=1"
                case .busyMiddle:
                    "testsrc2=\(shape),noise=alls=100:allf=t+u:all_seed=1:enable='between(n,60,83)'"
                case .flash: "color=black:\(shape),drawbox=color=white:t=fill:enable='eq(n,31)'"
                }
            }
        }

        /// The goal of a film.
        enum Aim: String, CaseIterable {
            case average = "rate: {average: 150k}"
            case bounded = "rate: {average: 150k, maximum: 300k, buffer: 300k}"
            case constant = "rate: {constant: 28}"
            case quality = "rate: {quality: {metric: psnr, target: 36, floor: 30}}"
        }

        @Test("extreme films are encoded with any goal, or report a miss", arguments: Film.allCases, Aim.allCases)
        func works(film: Film, aim: Aim) async throws {
            let source = TemporaryFolder.current.appending(path: "\(film).mkv")
            let words = ["-y", "-f", "lavfi", "-i", film.pictures, "-frames:v", "\(film.frames)"]
            let made = try FFmpeg.ffmpeg(words + ["-pix_fmt", "yuv420p", "-c:v", "ffv1", source.path])
            try #require(made.status == 0, "\(made.errors)")
            let bench = try JobBench(
                "\(film)-\(aim)",
                source: source,
                video: "speed: ultrafast, \(aim.rawValue)",
                more: ""
            )
            let outcome = try await bench.run()
            // A picture of a few bits misses any rate, and no quantiser makes black pictures larger. The job then
            // reports the miss.
            let report = try bench.report
            #expect(outcome.code == (report.totals.isWithinTolerance ? 0 : 3), "\(outcome.errors)")
            if outcome.code == 3 {
                #expect(aim != .constant)
                #expect(outcome.errors.contains(aim == .quality ? "its target of PSNR" : "misses its rate by"))
                #expect(outcome.errors.contains(bench.output.path), "the best film that was reached is kept")
            }
            #expect(try FFmpeg.times(of: bench.output).count == film.frames)
            #expect(report.verification?.findings == [])
        }
    }
}
