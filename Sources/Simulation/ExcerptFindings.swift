/// The results of encoding a few excerpts of a film: how fast the work is on this machine, and how many bits it takes.
package struct ExcerptFindings: Hashable, Sendable {
    /// The result of one excerpt.
    package struct Excerpt: Hashable, Sendable {
        /// Number of its frames.
        package var frames: Int
        /// Seconds of workers for all of it.
        package var workSeconds: Double
        /// Bits of its video.
        package var videoBits: Int

        /// Creates a value.
        package init(frames: Int, workSeconds: Double, videoBits: Int) {
            self.frames = frames
            self.workSeconds = workSeconds
            self.videoBits = videoBits
        }
    }

    /// The excerpts that were encoded.
    package private(set) var excerpts: [Excerpt] = []
    /// The rates by which the film is estimated; nil before the first excerpt.
    package private(set) var rates: WorkRates?

    /// Creates a value without excerpts.
    package init() {}

    /// Adds an excerpt with the measured rates of its job.
    package mutating func add(_ excerpt: Excerpt, _ found: WorkRates) {
        excerpts.append(excerpt)
        rates = rates?.joined(with: found) ?? found.withoutMux
    }

    /// Frames of all of them.
    package var frames: Int { excerpts.reduce(0) { $0 + $1.frames } }

    /// How far the film's time may differ from the estimate, as a fraction.
    package var timeUncertainty: Double { Self.uncertainty(of: excerpts.map { $0.workSeconds / Double($0.frames) }) }

    /// How far the film's bits may differ from the estimate, as a fraction.
    package var bitUncertainty: Double {
        Self.uncertainty(of: excerpts.map { Double($0.videoBits) / Double($0.frames) })
    }

    /// Twice the standard error of the mean: 19 of 20 means are within it. It is at least a tenth, because excerpts
    /// begin with a key frame and a cold start. It is a half for a single excerpt, which tells nothing about the rest.
    package static func uncertainty(of values: [Double]) -> Double {
        let count = Double(values.count)
        let mean = values.reduce(0, +) / max(count, 1)
        guard count > 1, mean > 0 else { return 0.5 }
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        return max(2 * (variance / count).squareRoot() / mean, 0.1)
    }
}
