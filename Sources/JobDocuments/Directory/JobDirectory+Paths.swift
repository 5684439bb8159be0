package import Jobs
import Platform

extension JobDirectory {
    /// Path of the resolved job.
    package var jobPath: String { path + "/job.json" }
    /// Path of the probed source.
    package var sourcePath: String { path + "/source.json" }
    /// Path of the plan.
    package var planPath: String { path + "/plan.json" }
    /// Path of the selection of passes for the film.
    package var selectionPath: String { path + "/film.json" }
    /// Path of the result of the mux.
    package var muxPath: String { path + "/mux.json" }
    /// Path of the record of the finished film.
    package var finishedPath: String { path + "/finished.json" }
    /// Path of the report for programs.
    package var reportPath: String { path + "/" + Self.reportName }
    /// Path of the report for users.
    package var reportPagePath: String { path + "/" + Self.reportPageName }
    /// Path of the conclusion of the scout.
    package var sceneCutsPath: String { passFolder(0) + "/scene-cuts.json" }
    /// Folder of the logs.
    package var logFolder: String { path + "/log" }
    /// Folder of the findings of the verification.
    package var verifyFolder: String { path + "/verify" }

    package static let reportName = "report.json"
    package static let reportPageName = "report.html"

    /// Parent folder of the folders of the passes.
    package var passesFolder: String { path + "/passes" }

    /// Folder of a pass; of the scout for 0.
    package func passFolder(_ pass: Int) -> String { "\(passesFolder)/\(Self.padded(pass, 4))" }

    /// Path of the allocation of a wave, from 1.
    package func allocationPath(pass: Int, wave: Int) -> String {
        passFolder(pass) + (wave == 1 ? "/allocation.json" : "/allocation-\(wave).json")
    }

    /// Path of the result of a range in a pass; in pass 0, of a coarse range.
    package func resultPath(pass: Int, range: Int) -> String {
        "\(passFolder(pass))/\(stem(range: range)).json"
    }

    /// Prefix of the names of all published files of a range, as in `range-00017`.
    package func stem(range: Int) -> String { "range-" + Self.padded(range, 5) }

    /// Path of the findings of the verification in the unit whose first range is `range`.
    package func verifyPath(firstRange range: Int) -> String { "\(verifyFolder)/\(stem(range: range)).json" }

    /// Path of the log of an attempt at a unit.
    package func logPath(of unit: WorkUnit) -> String { "\(path)/\(Self.logName(of: unit))" }

    /// Path of the log of an attempt at a unit within the folder, as in `log/pass-02-unit-0003-attempt-1.log`. The
    /// number of a unit is its first range.
    package static func logName(of unit: WorkUnit) -> String {
        "log/\(unit.logPrefix)-unit-\(padded(unit.ranges.first ?? 0, 4))-attempt-\(unit.attempt).log"
    }

    /// Names of the logs of a range, sorted; for nil those of the coordinator and of Slurm's tasks.
    package func logNames(ofRange range: Int?) -> [String] {
        names(in: logFolder).filter { name in
            guard name.hasSuffix(".log") else { return false }
            guard let range else { return name.hasPrefix("coordinator") || name.hasPrefix("granary-") }
            return name.hasPrefix("pass-") && name.contains("-unit-\(Self.padded(range, 4))-")
        }
    }

    /// Names of the logs of all attempts at units, sorted.
    package var unitLogNames: [String] { names(in: logFolder).filter { $0.hasSuffix(".log") && $0.contains("-unit-") } }

    /// Whether a log of an attempt ends in another way than that of a successful unit.
    package func isLogOfFailure(_ name: String) -> Bool {
        !UnitLog.lastWords(of: "\(logFolder)/\(name)").hasSuffix("exit code 0")
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
