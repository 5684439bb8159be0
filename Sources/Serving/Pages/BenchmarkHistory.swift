import Foundation
import HTTPTypes
import Media
import Platform
import Reporting

/// The benchmark history, which the program `granary` reads: it is not part of this one.
///
/// What it answered is kept while the file of the history does not change.
actor BenchmarkHistory {
    /// Reports that are kept.
    private static let mostReports = 8
    private static let timeLimitSeconds = 30

    private let file: String?
    private let program: GranaryProgram
    private var stamp: FileStatus?
    private var runs: [BenchmarkRun]?
    private var reports: [String: [UInt8]] = [:]

    init(_ file: String?, _ program: GranaryProgram) {
        self.file = file
        self.program = program
    }

    /// The page of all runs.
    func page() async throws -> PageFrame {
        guard let file else {
            return PageFrame(
                title: "Benchmarks",
                place: .history,
                """
                <h1>Benchmarks</h1>
                <p>The server was started without a history: <code>granary serve --history FILE</code> shows one.</p>
                """
            )
        }
        return HistoryPage(try await known(file)).frame
    }

    /// The report of a run as a page. Throws if the history has no such run.
    func report(_ name: String) async throws -> [UInt8] {
        guard let file, try await known(file).contains(where: { $0.run.id == name }) else {
            throw Problem(.notFound, "There is no such run.")
        }
        if let report = reports[name] { return report }
        let folder = FileManager.default.temporaryDirectory.appending(path: "granary-serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appending(path: "run.html")
        _ = try await output(["bench", "report", name, "--history", file, "-o", page.path])
        let report = [UInt8](try Data(contentsOf: page))
        if reports.count >= Self.mostReports { reports = [:] }
        reports[name] = report
        return report
    }

    private func known(_ file: String) async throws -> [BenchmarkRun] {
        let now = FileStatus(path: file)
        if let runs, now == stamp { return runs }
        let text = try await output(["bench", "history", "--history", file, "--json", "--trend"])
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let read = try decoder.decode([BenchmarkRun].self, from: Data(text.utf8))
        (stamp, runs, reports) = (now, read, [:])
        return read
    }

    private func output(_ arguments: [String]) async throws -> String {
        let run = try await program.run(arguments, timeLimitSeconds: Self.timeLimitSeconds)
        guard run.exit == .code(0) else {
            throw Problem(.internalServerError, "The history cannot be read: \(run.exit): \(run.errors)")
        }
        return run.output
    }
}
