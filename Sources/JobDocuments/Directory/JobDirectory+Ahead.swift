package import Jobs
import Media

extension JobDirectory {
    /// Reads and hashes what a unit published before it is needed. Valid files are remembered, so that `publishedWork`
    /// need not read them again while they do not change.
    ///
    /// - Parameter coarse: the coarse ranges of the scout.
    package func lookAhead(at unit: WorkUnit, of job: ResolvedJob, coarse: [PlannedRange]) {
        for range in unit.ranges {
            // Unreadable or invalid documents are not remembered. `publishedWork` finds them again and decides.
            if unit.stage.scope == .coarseRanges { _ = try? isScouted(coarse[safely: range], of: job) }
            guard unit.stage.isPass, let result = try? readResult(pass: unit.pass, range: range) else { continue }
            for file in [result.storage, result.silo].compactMap(\.self) {
                try? verify(file, in: paths.passFolder(unit.pass))
            }
        }
    }

    /// The result of a pass over a range, read once while its file does not change; nil without one.
    func readResult(pass: Int, range: Int) throws(FarmError) -> RangeResult? {
        let path = paths.result(pass: pass, range: range)
        guard let status = try JobFiles.status(of: path) else { return nil }
        if let known = read.result(at: path, status) { return known }
        guard let result = try result(pass: pass, range: range) else { return nil }
        read.insert(result, at: path, status)
        return result
    }
}
