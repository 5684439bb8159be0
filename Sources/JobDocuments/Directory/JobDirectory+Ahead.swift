package import Jobs
import Media

extension JobDirectory {
    /// Reads and hashes what a unit published, before it is asked for: what is found to be good is remembered, and
    /// `publishedWork` need not look at it again as long as it stays the same.
    ///
    /// - Parameter coarse: the ranges of the scout.
    package func lookAhead(at unit: WorkUnit, of job: ResolvedJob, coarse: [PlannedRange]) {
        for range in unit.ranges {
            // What cannot be read, or is not as it should be, is not remembered: `publishedWork` meets it again, and
            // decides.
            switch unit.stage {
            case .scout: _ = try? isScouted(coarse[safely: range], of: job)
            case .analyse, .encode:
                guard let result = try? readResult(pass: unit.pass, range: range) else { continue }
                for file in [result.storage, result.silo].compactMap(\.self) {
                    try? verify(file, in: passFolder(unit.pass))
                }
            case .mux, .verify: break
            }
        }
    }

    /// The result of a pass over a range, read once as long as its file stays the same; nil while there is none.
    func readResult(pass: Int, range: Int) throws(FarmError) -> RangeResult? {
        let path = resultPath(pass: pass, range: range)
        guard let status = try status(of: path) else { return nil }
        if let known = read.result(at: path, status) { return known }
        guard let result = try result(pass: pass, range: range) else { return nil }
        read.insert(result, at: path, status)
        return result
    }
}
