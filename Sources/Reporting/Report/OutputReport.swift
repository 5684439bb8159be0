import JobDocuments
import Jobs
import Media

/// A further film of a job of several, as the report of the first one lists it.
package struct OutputReport: Hashable, Sendable, Codable {
    /// What the user calls it.
    package var name: String
    /// Path of the film.
    package var path: String
    /// Size of its pictures, as in `1280x720`.
    package var size: String
    /// Bits of a sample.
    package var bitDepth: Int
    /// Its colours, as in `BT.709`.
    package var colour: String
    /// Its goal.
    package var rate: String
    /// Bits of its video samples; nil before it is planned.
    package var bits: Int?
    /// Its average rate in bit/s; nil before it is planned.
    package var bitsPerSecond: Double?
    /// The outcome in a sentence.
    package var outcome: String
    /// Path of its own report, relative to the job directory of the first film.
    package var page: String

    /// Describes a further film by its documents.
    init(of directory: JobDirectory) throws {
        let job = try directory.job()
        let report = directory.writtenReport()
        name = job.outputName ?? job.name
        path = job.outputPath
        size = "\(job.encoder.size)"
        bitDepth = job.encoder.format.bitDepth
        colour = "\(job.encoder.colourMetadata.dynamicRange): \(job.encoder.colour)"
        rate = "\(job.rate)"
        bits = report?.totals.bits
        bitsPerSecond = report?.totals.bitsPerSecond
        outcome = report.map(Self.outcome) ?? "not begun"
        page = "outputs/\(job.id)/\(JobDocument.reportPage.rawValue)"
    }

    private static func outcome(_ report: FilmReport) -> String {
        if let failure = report.failure { return "failed: \(failure)" }
        guard report.finished != nil else { return "not finished" }
        let verified = report.verification.map { "; verification: \($0.summary)" } ?? ""
        return "finished\(report.totals.isWithinTolerance ? "" : ", but it misses its goal")\(verified)"
    }
}
