package import JobDocuments
import Jobs

extension WorkUnit {
    /// Arguments of the `granary` process that does this unit, without those that an engine adds.
    package func arguments(of job: JobDirectory) -> [String] {
        var words = ["work", job.path, "--stage", stage.rawValue, "--pass", String(pass)]
        if !ranges.isEmpty { words += ["--ranges", ranges.map(String.init).joined(separator: ",")] }
        return words + ["--attempt", String(attempt)]
    }
}
