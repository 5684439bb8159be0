package import Jobs
package import Media

/// A job of several films has a job directory for each of the further ones, within that of the first.
extension JobDirectory {
    /// The job directory of a further film, by the id of its job.
    package func output(_ id: String) -> JobDirectory { JobDirectory(path: "\(paths.outputsFolder)/\(id)") }

    /// The job directories of the further films, in the order of the manifest; none for a job of one film. Throws if
    /// the job is missing or unreadable.
    package func outputs() throws(FarmError) -> [JobDirectory] { (try job().furtherOutputs ?? []).map(output) }

    /// Publishes what the scout of another film of the same source measured, as far as it is all that this film needs
    /// and nothing was measured for it yet.
    ///
    /// A film whose plan or scene cuts are known needs none of it.
    package func adoptScout(of other: JobDirectory, for job: ResolvedJob, timeline: FrameTimeline) throws {
        guard try plan() == nil, try sceneCuts() == nil, try other.job().canScout(for: job) else { return }
        for range in Pipeline(job).ranges(of: .scout, in: timeline, nil) {
            let found = try other.scoutResult(range: range.index)
            guard let result = found?.adopted(by: job), result.frames == range.frames else { continue }
            try publish(result)
        }
    }
}
