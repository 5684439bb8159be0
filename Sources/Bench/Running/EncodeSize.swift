import Foundation
import JobDocuments
import Jobs
import Media
import Reporting

/// The size of an encode, and the figures that only Granary's own report has.
struct EncodeSize {
    /// Bytes of video samples.
    let videoByteCount: Int
    /// Bytes of the file.
    let fileByteCount: Int
    /// Share of CPU time that was spent on ranges encoded before; nil for encoders without such passes.
    var repeatedShare: Double?
    /// CPU seconds of all workers on all nodes; nil for other encoders.
    var workerCPUSeconds: Double?

    /// Reads the files that a plan wrote.
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
                let document = FileManager.default.contents(atPath: job.paths.report),
                let report = try? FilmReport(document: [UInt8](document))
            else { throw BenchHole(.outputUnusable, "its job wrote no report", commands: plan.lines) }
            videoByteCount = report.totals.bits / 8
            let seconds = report.stages.reduce(0) { $0 + $1.cpuSeconds }
            workerCPUSeconds = seconds
            let encodes = report.passes.filter { $0.pass > Pipeline(report.job).firstEncodingPass }
            let again = encodes.reduce(0) { $0 + $1.cpuSeconds }
            repeatedShare = seconds > 0 ? again / seconds : 0
        }
    }
}
