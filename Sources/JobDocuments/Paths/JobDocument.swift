/// A document of which a job has one, in the job directory itself. The raw value is its file name.
///
/// This list says everything about a document but its layout: a restart, the ledger of leases and the paths use it.
package enum JobDocument: String, CaseIterable, Sendable {
    /// The resolved job.
    case job = "job.json"
    /// The probed source.
    case source = "source.json"
    /// The plan.
    case plan = "plan.json"
    /// The selection of passes for the film.
    case selection = "film.json"
    /// The result of the mux.
    case mux = "mux.json"
    /// The record of the finished film.
    case finished = "finished.json"
    /// The report for programs.
    case report = "report.json"
    /// The report for users.
    case reportPage = "report.html"

    /// Who writes a document, which decides when it counts.
    enum Writer: Hashable, Sendable {
        /// Coordinators write it once, and the first one counts.
        case firstCoordinator
        /// Coordinators replace it. It counts if its coordinator had the lease.
        case leaseHolder
        /// A work unit writes it. It counts until a restart of the job.
        case unit
        /// Coordinators write it for users only, and nothing reads it.
        case nobodyReads
    }

    /// Who writes the document.
    var writer: Writer {
        switch self {
        case .job, .source, .finished, .report: .leaseHolder
        case .plan, .selection: .firstCoordinator
        case .mux: .unit
        case .reportPage: .nobodyReads
        }
    }

    /// Whether a restart removes the document. The record of the film stays, because it proves who owns the output.
    var isRemovedByRestart: Bool { self != .finished }
}
