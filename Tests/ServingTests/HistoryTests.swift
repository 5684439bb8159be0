import Foundation
import Serving
import TestSupport
import Testing

@Suite("The benchmark history of the server", .temporaryFolder, .doesNotHang)
struct HistoryTests {
    /// A program that prints what `granary bench history --json --trend` does, and notes its arguments.
    private func program(_ farm: ServedFarm) throws -> String {
        let runs = (1...4).map { day in
            """
            {"run": {"id": "run-\(day)", "started": "2026-03-0\(day)T02:00:00Z", "suite": "<nightly>", \
            "commit": "abc\(day)", "measured": 9, "holes": 0, "processor": "p"}, "subject": "Granary", \
            "reference": "x265", "metric": "PSNR", "percent": -\(day).5, "interval": [-\(day + 1), -\(day)]}
            """
        }
        let script = """
            printf '%s|' "$@" >>'\(farm.folder.path)/said'
            test "$2" = report && { printf '<p>the run %s</p>' "$3" >"$7"; exit; }
            cat <<'JSON'
            [\(runs.joined(separator: ","))]
            JSON
            """
        let program = farm.folder.appending(path: "granary")
        try Tool.script(at: program, script)
        return program.path
    }

    @Test("runs are shown with their trend, and read once while the history does not change")
    func runs() async throws {
        let farm = try ServedFarm()
        let file = farm.folder.appending(path: "history.sqlite")
        try Data("1".utf8).write(to: file)
        let program = try program(farm)
        try await farm.serve({
            $0.history = file.path
            $0.program = program
        }) { port in
            for _ in 0..<2 {
                let page = try await Wire.ask(port, "GET", "/history").body
                for words in [
                    "&lt;nightly&gt;", "href=\"/history/run-3\"", "-4.50 %", "<polyline",
                    "BD-rate of Granary against x265",
                ] {
                    #expect(page.contains(words), "\(words)")
                }
            }
            let report = try await Wire.ask(port, "GET", "/history/run-2")
            #expect(report.body == "<p>the run run-2</p>")
            #expect(report.headers["content-security-policy"]?.contains("sandbox") == true)
            for name in ["run-9", "--help", "..%2fx", "latest"] {
                #expect(try await Wire.ask(port, "GET", "/history/\(name)").status == 404, "\(name)")
            }
            let said = try String(contentsOf: farm.folder.appending(path: "said"), encoding: .utf8)
            let history = "bench|history|--history|\(file.path)|--json|--trend|"
            #expect(said.hasPrefix(history + "bench|report|run-2|--history|\(file.path)|-o|"), "\(said)")
            #expect(said.components(separatedBy: "--trend").count == 2)
            try Data("22".utf8).write(to: file)
            #expect(try await Wire.ask(port, "GET", "/history").status == 200)
            let again = try String(contentsOf: farm.folder.appending(path: "said"), encoding: .utf8)
            #expect(again.components(separatedBy: "--trend").count == 3)
        }
    }
}
