package import Jobs

extension JobDirectory {
    /// The published documents, without verification: no file is hashed, and nothing is removed. For estimates and
    /// displays; `publishedWork` reads what a film is made of. Throws if a document cannot be read.
    package func claimedWork() throws(FarmError) -> PublishedWork {
        var work = PublishedWork()
        guard let plan = try plan() else { return work }
        work.plan = plan
        work.allocations = try allocations()
        for pass in try passes() where pass > 0 {
            for range in plan.ranges {
                if let result = try result(pass: pass, range: range.index) {
                    work.results[pass, default: [:]][range.index] = result
                }
            }
        }
        return work
    }
}
