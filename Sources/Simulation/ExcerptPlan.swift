import Coordination
package import Jobs
package import Media

/// Which short parts of a film are encoded to see what it takes: evenly spread, as long as their work is cheap.
package struct ExcerptPlan: Hashable, Sendable {
    /// Frames of the film, part by part; empty where trying would take too long.
    package let excerpts: [Range<Int>]

    /// Seconds of work, estimated from the pictures, that the excerpts may take.
    private static let affordableSeconds = 12.0
    /// Seconds of work above which nothing is tried at all: a few frames of such a film take minutes.
    private static let bearableSeconds = 60.0
    /// Fewest frames of an excerpt: about a second, because its first picture takes many bits.
    private static let fewestFrames = 24

    /// Plans the excerpts of a film.
    ///
    /// - Parameters:
    ///   - frameCount: frames of the film.
    ///   - secondsPerFrame: of one worker, over all passes.
    ///   - workers: how many run at once: each is to have one excerpt at least.
    package init(frameCount: Int, secondsPerFrame: Double, workers: Int) {
        let count = min(max(workers, 4), 8)
        let affordable = Int(min(Self.affordableSeconds / max(secondsPerFrame, 1e-9), 1e9))
        guard frameCount > 0, Double(Self.fewestFrames * count) * secondsPerFrame <= Self.bearableSeconds else {
            excerpts = []
            return
        }
        // Half of the film at most; of a short one, one part.
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
        // Excerpts are encoded and decoded; they are not stitched.
        let stages = Pipeline(job).stages.filter { $0 != .mux }
        let cost = StageCost(job: job, source: source)
        self.init(
            frameCount: source.video.timeline.count,
            secondsPerFrame: stages.reduce(0) { $0 + cost.secondsPerFrame($1) },
            workers: workers
        )
    }
}
