import Foundation
import JobDocuments
import Jobs
import Media
import Reporting

/// How large an encode is, and what Granary's own report adds to what was measured from outside.
struct EncodeSize {
    /// Bytes of video samples.
    let videoByteCount: Int
    /// Bytes of the file.
    let fileByteCount: Int
    /// CPU share of passes over what had been encoded before; nil for encoders that have none.
    var repeatedShare: Double?
    /// CPU seconds of all workers, wherever they ran; nil for other encoders.
    var workerCPUSeconds: Double?

    /// Looks at what a plan left.
    init(of plan: BenchPlan, frameCount: Int) throws(BenchHole) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: plan.output)
        guard let size = (attributes?[.size] as? NSNumber)?.intValue, size > 0 else {
            throw BenchHole(.outputUnusable, "it is empty", commands: plan.lines)
        }
        fileByteCount = size
        switch plan.form {
        case .stream: videoByteCount = size
        case .ivf: videoByteCount = max(0, size - 32 - 12 * frameCount)
        case .job(let folder):
            guard let job = JobFolder(path: folder).jobs.first,
                let document = FileManager.default.contents(atPath: job.reportPath),
                let report = try? FilmReport(document: [UInt8](document))
            else { throw BenchHole(.outputUnusable, "its job left no report", commands: plan.lines) }
            videoByteCount = report.totals.bits / 8
            let seconds = report.stages.reduce(0) { $0 + $1.cpuSeconds }
            workerCPUSeconds = seconds
            let encodes = report.passes.filter { $0.pass > Self.firstEncode(report) }
            let again = encodes.reduce(0) { $0 + $1.cpuSeconds }
            repeatedShare = seconds > 0 ? again / seconds : 0
        }
    }

    /// Number of the first pass whose encodes can be in the film: 2, or 1 for a job of one pass.
    private static func firstEncode(_ report: FilmReport) -> Int { report.job.passes.maximum == 1 ? 1 : 2 }
}
