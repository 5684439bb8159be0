import Coordination
package import Jobs
package import Media

/// The short parts of a film that are encoded for its estimate. They are evenly spread and take a limited time.
package struct ExcerptPlan: Hashable, Sendable {
    /// Frames of the film, part by part; empty where trying would take too long.
    package let excerpts: [Range<Int>]

    /// Seconds of work, estimated from the pictures, that the excerpts may take.
    private static let affordableSeconds = 12.0
    /// If the shortest excerpts take more seconds of work than this, nothing is encoded: a few frames of such a film
    /// take minutes.
    private static let bearableSeconds = 60.0
    /// Fewest frames of an excerpt: about a second, because its first picture takes many bits.
    private static let fewestFrames = 24

    /// Plans the excerpts of a film.
    ///
    /// - Parameters:
    ///   - frameCount: frames of the film.
    ///   - secondsPerFrame: seconds of one worker for a frame, over all passes.
    ///   - workers: number of workers; up to eight of them get at least one excerpt each.
    package init(frameCount: Int, secondsPerFrame: Double, workers: Int) {
        let count = min(max(workers, 4), 8)
        let affordable = Int(min(Self.affordableSeconds / max(secondsPerFrame, 1e-9), 1e9))
        guard frameCount > 0, Double(Self.fewestFrames * count) * secondsPerFrame <= Self.bearableSeconds else {
            excerpts = []
            return
        }
        // Excerpts are at most half of the film. A short film has one excerpt.
        let length = min(max(affordable / count, Self.fewestFrames), frameCount / (2 * count))
        guard length >= Self.fewestFrames else {
            excerpts = [0..<min(frameCount, max(affordable, Self.fewestFrames))]
            return
        }
        excerpts = (0..<count).map { place in
            let middle = (2 * place + 1) * frameCount / (2 * count)
            return middle - length / 2..<middle - length / 2 + length
        }
    }

    /// Plans the excerpts of a job.
    package init(job: ResolvedJob, source: SourceDescription, workers: Int) {
        // Excerpts are encoded and decoded, but not muxed.
        let stages = Pipeline(job).stages.filter { $0.scope != .film }
        let cost = StageCost(job: job, source: source)
        self.init(
            frameCount: source.video.timeline.count,
            secondsPerFrame: stages.reduce(0) { $0 + cost.secondsPerFrame($1) },
            workers: workers
        )
    }
}
