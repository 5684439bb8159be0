import Jobs
package import Media

extension ResolvedJob {
    /// The rate control of the film: for a target quality or for all other goals.
    package func allocator(for source: SourceDescription) -> any FilmAllocating {
        if case .quality(let goal) = rate {
            let buffer = FilmBuffer(encoder.buffer, timeline: source.video.timeline)
            return FilmQualityControl(goal: goal, limits: passes, speed: encoder.speed, buffer: buffer)
        }
        return FilmRateControl(job: self, source: source)
    }
}
