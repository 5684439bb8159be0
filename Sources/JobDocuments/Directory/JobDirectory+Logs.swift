import Platform

extension JobDirectory {
    /// Names of the logs of a range, sorted; for nil those of the coordinator and of Slurm's tasks.
    package func logNames(ofRange range: Int?) -> [String] {
        JobFiles.names(in: paths.logFolder).filter { name in
            guard name.hasSuffix(".log") else { return false }
            guard let range else { return name.hasPrefix("coordinator") || name.hasPrefix("granary-") }
            return name.hasPrefix("pass-") && name.contains("-\(JobPaths.unitStem(range))-")
        }
    }

    /// Names of the logs of all attempts at units, sorted.
    package var unitLogNames: [String] {
        JobFiles.names(in: paths.logFolder).filter { $0.hasSuffix(".log") && $0.contains("-unit-") }
    }

    /// Whether a log of an attempt ends in another way than that of a successful unit.
    package func isLogOfFailure(_ name: String) -> Bool {
        !UnitLog.lastWords(of: "\(paths.logFolder)/\(name)").hasSuffix("exit code 0")
    }
}
