import Jobs
import Media

extension PublishedWorkReader {
    /// Reads what the scout published: its conclusion, or else its results.
    func loadScout(
        into work: inout PublishedWork,
        of job: ResolvedJob,
        _ timeline: FrameTimeline,
        _ discarding: (String) -> Void
    ) throws {
        let pipeline = Pipeline(job)
        guard pipeline.hasScout else { return }
        work.sceneCuts = try usable(discarding, remedy: { try JobFiles.remove(paths.sceneCuts) }) {
            guard let list = try directory.sceneCuts() else { return nil }
            guard list.job == job.id else {
                throw Unusable(reason: "\(paths.sceneCuts): it belongs to job \(list.job)")
            }
            guard job.isMeasured(list.light) else {
                throw Unusable(reason: "\(paths.sceneCuts): it has no light levels")
            }
            guard job.hasMetadata(list.dynamicMetadata) else {
                throw Unusable(reason: "\(paths.sceneCuts): it lacks the dynamic metadata that the job keeps")
            }
            guard list.colours?.count == job.colours?.count else {
                throw Unusable(reason: "\(paths.sceneCuts): it lacks a table that converts the colours of the film")
            }
            return list
        }
        guard work.sceneCuts == nil else { return }
        for range in pipeline.ranges(of: .scout, in: timeline, nil) {
            let path = paths.result(pass: 0, range: range.index)
            let found: Bool? = try usable(discarding, remedy: { try JobFiles.remove(path) }) {
                try isScouted(range, of: job) ? true : nil
            }
            if found != nil { work.scouted.insert(range.index) }
        }
    }

    /// Whether the scout's result for a coarse range is published; read once while its file does not change. Throws if
    /// it cannot be used.
    func isScouted(_ range: PlannedRange?, of job: ResolvedJob) throws -> Bool {
        guard let range else { return false }
        let path = paths.result(pass: 0, range: range.index)
        guard let status = try JobFiles.status(of: path) else { return false }
        if directory.read.isScouted(at: path, status) { return true }
        guard let result = try directory.scoutResult(range: range.index) else { return false }
        guard result.job == job.id, result.range == range.index, result.frames == range.frames,
            result.activities.count == range.frames.count
        else { throw Unusable(reason: "\(path): it does not match its job, range or frames") }
        guard job.isMeasured(result.light) else { throw Unusable(reason: "\(path): it has no light levels") }
        if job.scoutsDistribution, result.lightDistributions?.count != range.frames.count {
            throw Unusable(reason: "\(path): it lacks the light of its frames")
        }
        directory.read.insertScouted(at: path, status)
        return true
    }
}
