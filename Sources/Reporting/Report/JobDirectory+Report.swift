import Foundation
import JobDocuments
import Jobs
import Media
import Storage

extension JobDirectory {
    /// The report of the job in its current state, made from published documents; nil before the film is planned.
    ///
    /// - Parameters:
    ///   - wallSeconds: wall time of the run.
    ///   - failure: why the job failed; nil when it did not.
    package func report(wallSeconds: Double? = nil, failure: String? = nil) throws -> FilmReport? {
        guard let plan = try plan() else { return nil }
        let job = try job()
        var analysis: [RangeResult] = []
        var encodes: [RangeResult] = []
        for pass in try passes() where pass > 0 {
            for range in plan.ranges {
                guard let result = try result(pass: pass, range: range.index) else { continue }
                if result.silo == nil { analysis.append(result) } else { encodes.append(result) }
            }
        }
        let mux = try muxResult()
        let checked = try plan.ranges.compactMap { try verifyResult(firstRange: $0.index) }
            .filter { result in mux.map(result.isAbout) ?? false }
        let source = try source()
        var report = FilmReport(
            job: job,
            source: source,
            plan: plan,
            costs: try unitCosts(of: job, in: source.video.timeline),
            analysis: analysis,
            encodes: encodes,
            allocations: try allocations(),
            selection: try selection(),
            mux: mux,
            verification: checked,
            finished: try finishedFilm(),
            wallSeconds: wallSeconds,
            failure: failure
        )
        report.furtherOutputs = try job.furtherOutputs?.map { try OutputReport(of: output($0)) }
        return report
    }

    /// Writes the report again as it was written last, with what became of the further films meanwhile.
    package func updateReport() throws {
        guard let last = writtenReport() else { return }
        try writeReport(wallSeconds: last.wallSeconds, failure: last.failure)
    }

    /// The report that was written last; nil when there is none, or it is not valid or cannot be read.
    package func writtenReport() -> FilmReport? {
        guard let data = FileManager.default.contents(atPath: paths.report) else { return nil }
        do {
            return try leases.refusal(of: paths.report, data) == nil ? FilmReport(document: [UInt8](data)) : nil
        } catch {
            return nil
        }
    }

    /// Writes `report.json` and `report.html` in place of earlier ones; does nothing before the film is planned. Throws
    /// when the lease is lost.
    package func writeReport(wallSeconds: Double?, failure: String?) throws {
        guard let report = try report(wallSeconds: wallSeconds, failure: failure) else { return }
        try leases.confirm()
        let document = try report.document(underLease: leases.epoch)
        try Publication.replaceDocument(document, as: JobDocument.report.rawValue, in: path)
        let stills = try (try plan())?.ranges.compactMap { try verifyResult(firstRange: $0.index) }
            .filter { result in report.mux.map(result.isAbout) ?? false }.flatMap { $0.stills ?? [] }
        let page = ReportPage(report, stills: (stills ?? []).sorted { $0.range < $1.range })
        try Publication.replaceDocument(page.document, as: JobDocument.reportPage.rawValue, in: path)
    }
}
