package import Jobs
package import Media

/// What a frame of each stage costs before anything of that stage was measured: the one model behind progress, dry run,
/// bundles of units, and simulation.
///
/// It is right within a factor of about two on machines like the one it was fitted on. `Benchmarks/stage-costs` prints
/// the figures that the constants come from. What is measured of a job always replaces them.
package struct StageCost: Hashable, Sendable {
    /// Luma samples of a picture of the film, and of its source.
    private let samples: Double
    private let sourceSamples: Double
    /// Bits of a frame of the source, audio included; 0 where the duration of the file is not known.
    private let sourceBitsPerFrame: Double
    /// How much longer an encode takes than at `medium`.
    private let slowness: Double
    /// Seconds that a decoder takes for a sample before it reads a bit.
    private let filteringSeconds: Double

    /// The costs of a job over a source.
    package init(job: ResolvedJob, source: SourceDescription) {
        func samples(_ size: PictureSize) -> Double { Double(size.width) * Double(size.height) }
        self.samples = samples(job.encoder.size)
        sourceSamples = samples(source.video.size)
        let timeline = source.video.timeline
        let (whole, part) = (source.identity.duration.seconds, timeline.timeRange.duration.seconds)
        sourceBitsPerFrame =
            whole > 0 && timeline.count > 0
            ? Double(source.identity.byteCount) * 8 * part / whole / Double(timeline.count) : 0
        let speed = job.encoder.speed
        slowness = Self.slowness[speed] ?? 1
        // The two fastest presets have no sample adaptive offset.
        filteringSeconds = ["ultrafast", "superfast"].contains(speed) ? 2.9e-9 : 5.4e-9
    }

    /// How much longer than at `medium` x265's presets take for pass 2.
    ///
    /// Encodes at `superfast` and at `medium` take 1.4 and 2.1 times their analysis. That is far less apart than the
    /// presets are by themselves, because pass 2 reuses decisions of the analysis.
    private static let slowness: [String: Double] = [
        "ultrafast": 0.5, "superfast": 0.65, "veryfast": 0.7, "faster": 0.75, "fast": 0.85, "medium": 1, "slow": 2.3,
        "slower": 6, "veryslow": 10, "placebo": 20,
    ]

    /// Seconds of the scout's conclusion: it reads a few lists of numbers, and publishes no cost.
    package static let conclusionSeconds = 0.1

    /// Seconds of one processor for a frame.
    ///
    /// - Parameter bitsPerFrame: bits of a frame of the film, where they are known; else a tenth of a bit for each
    ///   sample is assumed. The time of a decoder depends on them.
    package func secondsPerFrame(_ stage: Stage, bitsPerFrame: Double? = nil) -> Double {
        switch stage {
        // Fitted to 26 jobs of 690 and 1,440 frames over H.264 films on a quiet machine: 320x180 to 1280x720, 0.015 to
        // 0.4 bits a sample, five presets. Verification took 3.3 to 14 ns a sample.
        case .scout: 0.000_4 + 2.4e-9 * sourceSamples + 9.4e-9 * sourceBitsPerFrame
        case .verify: 0.000_12 + filteringSeconds * samples + 25e-9 * (bitsPerFrame ?? samples / 10)
        case .analyse: 40e-9 * samples
        case .encode: 85e-9 * samples * slowness
        case .mux: 0.2e-9 * samples
        }
    }
}
