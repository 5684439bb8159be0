import Foundation
import JobDocuments
import Media
import Reporting
import TestSupport
import Testing

extension WholeJobs {
    @Suite("Jobs of one pass with a target quality")
    struct OnePassQuality {
        @Test(
            "a film of one pass is measured against target and floor, and a miss is reported with a remedy",
            arguments: [
                ("psnr", "target: 60, floor: 59", "PSNR 60.00 dB"), ("xpsnr", "target: 12", "XPSNR 12.00 dB"),
            ]
        )
        func missed(metric: String, figures: String, target: String) async throws {
            let bench = try JobBench(
                source: try await TestFilm.short.url,
                video: "speed: ultrafast, rate: {quality: {metric: \(metric), \(figures)}}",
                more: "passes: {maximum: 1}"
            )
            let outcome = try await bench.run()
            #expect(outcome.code == 3, "\(outcome.errors)")
            #expect(outcome.errors.contains("warning: one pass cannot aim at a quality"), "\(outcome.errors)")
            #expect(
                outcome.errors.contains("its target of \(target)")
                    && outcome.errors.contains("further passes would close")
            )
            let resolved = try #require(outcome.events.first { $0.type == "resolved" }?.object["job"] as? [String: Any])
            let settled = try #require(resolved["resolutions"] as? [[String: Any]])
            #expect(settled.contains { ($0["reason"] as? String)?.contains("one pass cannot aim") == true })

            let report = try bench.report
            #expect(report.ranges.allSatisfy { $0.encodes.count == 1 && $0.encodes[0].pass == 1 && $0.used != nil })
            // The estimated factor stays between 14 and 38, for any target.
            let factor = metric == "psnr" ? 14.0 : 38
            #expect(report.ranges.allSatisfy { $0.encodes[0].rate == .constantRateFactor(factor) })
            let quality = try #require(report.totals.qualityOutcome)
            #expect(quality.mean.isFinite && !quality.isOnTarget)
            #expect(quality.rangesUnderFloor.isEmpty == (metric == "xpsnr"))
            #expect(report.warnings.contains { $0.contains("one pass cannot aim") })
            #expect(report.verification?.findings == [] && report.verification?.picturesCompared == 180)
            #expect(try FFmpeg.times(of: bench.output).count == 180)
            let page = try String(contentsOfFile: try bench.directory.paths.reportPage, encoding: .utf8)
            #expect(page.contains("one pass cannot aim") && page.contains("its target of \(target)"))

            let again = try await bench.run()
            #expect(again.code == 3 && again.errors.contains("further passes would close"), "\(again.errors)")
        }
    }
}
