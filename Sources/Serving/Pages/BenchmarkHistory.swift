import Foundation
import HTTPTypes
import Media
import Reporting

/// The benchmark history, which the program `granary` reads: it is not part of this one.
///
/// What it answered is kept while the file of the history does not change.
actor BenchmarkHistory {
    private let file: String?
    private let program: GranaryProgram

    init(_ file: String?, _ program: GranaryProgram) {
        self.file = file
        self.program = program
    }

    /// The page of all runs.
    func page() async throws -> PageFrame {
        PageFrame(title: "Benchmarks", place: .history, "<h1>Benchmarks</h1><p>The server was started without --history.</p>")
    }

    /// The report of a run as a page.
    func report(_ run: String) async throws -> [UInt8] {
        throw Problem(.notFound, "There is no such run.")
    }
}
