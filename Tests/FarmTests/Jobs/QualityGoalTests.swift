import Foundation
import Media
import Testing

@testable import Jobs
@testable import Reporting

@Suite("Quality goals: manifest, options, job and report")
struct QualityGoalTests {
    private func issues(_ rate: String) throws -> [String] {
        let text = ManifestParsingTests.smallest + "video:\n  rate: \(rate)\n"
        let error = try #require(throws: ManifestError.self) {
            try Manifest(parsing: Array(text.utf8), file: "film.yaml", folder: "/films")
        }
        return error.issues.map { $0.line(in: "film.yaml") }
    }

    private func manifest(_ yaml: String) throws -> Manifest {
        try Manifest(parsing: Array((ManifestParsingTests.smallest + yaml).utf8), file: "film.yaml", folder: "/films")
    }

    @Test("A manifest's quality is read, with and without a floor")
    func reads() throws {
        let rate = try manifest("video: {rate: {quality: {metric: ssim, target: 0.985, floor: 0.97}}}").video.rate
        #expect(rate == .quality(try #require(QualityGoal(metric: .ssim, target: 0.985, floor: 0.97))))
        #expect("\(try #require(rate))" == "SSIM 0.985, no range below 0.97")
        let plain = try manifest("video: {rate: {quality: {metric: vmaf, target: 94}}}").video.rate
        #expect(plain == .quality(try #require(QualityGoal(metric: .vmaf, target: 94))))
    }

    @Test(
        "Invalid values are rejected with line and column",
        arguments: [
            (
                "{quality: {metric: ssim, target: 0.97, floor: 0.98}}",
                ":5:", "video.rate.quality.floor", "the floor (0.98) is above the target (0.97)"
            ),
            (
                "{quality: {metric: ssim, target: 1}}", ":5:", "video.rate.quality.target",
                "expected SSIM from 0.3 to 0.9999"
            ),
            (
                "{quality: {metric: psnr, target: 0.98}}", ":5:", "video.rate.quality.target",
                "expected PSNR from 10 to 80"
            ),
            (
                "{quality: {metric: vmaf, target: 100}}", ":5:", "video.rate.quality.target",
                "expected VMAF from 5 to 99.5"
            ),
            ("{quality: {metric: vmaf, target: 94, floor: -1}}", ":5:", "video.rate.quality.floor", "expected VMAF"),
            ("{quality: {metric: pnsr, target: 40}}", ":5:", "video.rate.quality.metric", "did you mean \"psnr\"?"),
            ("{quality: {target: 40}}", ":5:", "video.rate.quality.metric", "is missing"),
            ("{quality: {metric: psnr}}", ":5:", "video.rate.quality.target", "is missing"),
            ("{quality: {metric: psnr, target: 40, lowest: 30}}", ":5:", "lowest", "unknown key"),
            ("{quality: 40}", ":5:", "video.rate.quality", "expected"),
            (
                "{constant: 21, quality: {metric: psnr, target: 40}}", ":5:", "video.rate.quality",
                "contradicts constant"
            ),
        ]
    )
    func refuses(rate: String, place: String, key: String, problem: String) throws {
        let issues = try issues(rate)
        #expect(issues.contains { $0.contains(place) && $0.contains(key) && $0.contains(problem) }, "\(issues)")
    }

    @Test("The option of the command line uses the manifest's keys")
    func option() {
        #expect(QualityGoal.manifestKeys(of: "ssim=0.98") == ["metric": "ssim", "target": "0.98"])
        #expect(
            QualityGoal.manifestKeys(of: "vmaf=94,88") == ["metric": "vmaf", "target": "94", "floor": "88"]
        )
        for text in ["", "ssim", "=1", "ssim=", "ssim=1,", "ssim=1,2,3", "a=b=c"] {
            #expect(QualityGoal.manifestKeys(of: text) == nil, "\(text)")
        }
    }

    @Test("A job with a quality goal has an analysis, further passes, and its own id")
    func resolves() throws {
        let goal = try #require(QualityGoal(metric: .psnr, target: 41, floor: 39))
        let job = JobSample.job(rate: .quality(goal))
        #expect(!job.isSinglePass)
        let others = [
            JobSample.job(), JobSample.job(rate: .constantRateFactor(21)),
            JobSample.job(rate: .quality(try #require(QualityGoal(metric: .psnr, target: 41)))),
            JobSample.job(rate: .quality(try #require(QualityGoal(metric: .xpsnr, target: 41, floor: 39)))),
        ]
        #expect(Set((others + [job]).map(\.id)).count == others.count + 1)
        let rate = try JSONDecoder().decode(RateGoal.self, from: JSONEncoder().encode(job.rate))
        #expect(rate == job.rate)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                RateGoal.self,
                from: Data(#"{"quality": {"metric": "psnr", "target": 40, "floor": 41}}"#.utf8)
            )
        }
    }

    @Test("One pass uses the rate factor of other films, and the job warns that it cannot aim")
    func onePass() throws {
        let rate = "video: {rate: {quality: {metric: psnr, target: 40, floor: 38}}}"
        var asked = try manifest("passes: {maximum: 1}\n\(rate)")
        asked.source = source().path
        let job = try resolve(asked)
        #expect(job.isSinglePass && job.passes.maximum == 1 && job.judgedMetric == .psnr)
        // 43 dB are usual at 26, with 0.6 dB per step.
        let settled = try #require(job.resolutions.first { $0.key == "video.rate.quality" })
        #expect(settled.value == "rate factor 31" && settled.reason.contains("one pass cannot aim"))
        let warnings = job.warnings(about: source())
        #expect(
            warnings.count == 1 && warnings[0].contains("one pass cannot aim") && warnings[0].contains("PSNR 40 dB")
        )
        asked = try manifest(rate)
        asked.source = source().path
        let several = try resolve(asked)
        #expect(several.warnings(about: source()).isEmpty && several.id != job.id)
        #expect(!several.resolutions.contains { $0.key == "video.rate.quality" })
    }

    @Test("Totals have the distance of a film from its quality goal, and report the miss")
    func outcome() throws {
        let goal = try #require(QualityGoal(metric: .ssim, target: 0.98, floor: 0.97))
        func quality(_ ssim: Double, _ frames: Int) -> RangeQuality {
            RangeQuality(psnrY: 40, psnrU: 40, psnrV: 40, ssim: ssim, frameCount: frames)
        }
        let good = try #require(QualityOutcome(of: goal, ranges: [(0, quality(0.981, 100)), (1, quality(0.979, 100))]))
        #expect(good.isOnTarget && good.misses.isEmpty)
        let bad = try #require(QualityOutcome(of: goal, ranges: [(0, quality(0.99, 300)), (1, quality(0.9699, 100))]))
        #expect(bad.mean.rounded(to: 6) == 0.984975)
        #expect(
            bad.misses == [
                "the film has SSIM 0.98498, 0.00498 above its target of SSIM 0.98000",
                "under the floor of SSIM 0.97000: range 1",
            ]
        )
        #expect(
            QualityOutcome(of: try #require(QualityGoal(metric: .vmaf, target: 90)), ranges: [(0, quality(0.9, 1))])
                == nil
        )
    }

    @Test("A film that is better than its target meets its goal only if no range can be coarser")
    func coarsest() throws {
        func quality(_ psnr: Double) -> RangeQuality {
            RangeQuality(psnrY: psnr, psnrU: 40, psnrV: 40, ssim: 0.9, frameCount: 24)
        }
        func isOnTarget(_ floor: Double?, _ factors: [Double?], _ psnr: Double = 45) throws -> Bool? {
            let goal = try #require(QualityGoal(metric: .psnr, target: 41, floor: floor))
            return QualityOutcome(of: goal, ranges: [(0, quality(psnr)), (1, quality(41.2))], rateFactors: factors)?
                .isOnTarget
        }
        #expect(try isOnTarget(nil, [51, 51]) == true, "as black films are")
        #expect(try isOnTarget(nil, [51, 50]) == false && isOnTarget(nil, []) == false)
        #expect(try isOnTarget(nil, [nil, nil]) == false)
        #expect(try isOnTarget(41, [51, 24]) == true, "the second range stands on its floor")
        #expect(try isOnTarget(40, [51, 24]) == false)
        #expect(try isOnTarget(nil, [51, 51], 39) == false, "worse is worse")
    }

    @Test("Quality values of frames are joined in order and summarised with their 5th percentile")
    func figures() throws {
        let joined = FrameFigures(
            joining: [
                FrameFigures(psnr: [40.123, 41], ssim: [0.98765, 0.9], vmaf: [90, 91]),
                FrameFigures(psnr: [42], ssim: [1], vmaf: [92]),
            ]
        )
        #expect(joined.psnr == [40.12, 41, 42] && joined.ssim == [0.9877, 0.9, 1] && joined.vmaf == [90, 91, 92])
        #expect(joined.xpsnr == nil && joined.isWhole(3) && !joined.isWhole(2))
        let distribution = try #require(QualityDistribution(joined))
        #expect(distribution.vmaf?.percentile5 == 90.1)
        #expect(distribution.all.map(\.name) == ["PSNR of luma in dB", "SSIM of luma", "VMAF"])
        #expect(FrameFigures(joining: [joined, FrameFigures(psnr: [1], ssim: [1])]).vmaf == nil)
        #expect(QualityDistribution(FrameFigures(psnr: [], ssim: [])) == nil)
    }
}

extension Double {
    fileprivate func rounded(to digits: Int) -> Double {
        let scale = pow(10, Double(digits))
        return (self * scale).rounded() / scale
    }
}
