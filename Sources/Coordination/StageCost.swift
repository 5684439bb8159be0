package import Jobs
package import Media

/// The processor time of a frame in each stage, before any work of that stage is measured. Progress, dry run, bundles
/// of units and simulation use this model.
///
/// It is right within a factor of a few, on machines like the one that it was fitted on. `Benchmarks/stage-costs`
/// prints the figures that the constants come from. When work of a job is measured, the measurement replaces them.
package struct StageCost: Hashable, Sendable {
    /// Luma samples of a picture of the film.
    private let samples: Double
    /// Luma samples of a picture of the source.
    private let sourceSamples: Double
    /// Bits of a frame of the source, audio included; 0 where the duration of the file is not known.
    private let sourceBitsPerFrame: Double
    /// The time of an encode, divided by that at `medium`.
    private let slowness: Double
    /// Seconds that a decoder takes for each sample, in addition to the time for bits.
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

    /// The time of an encode at each of x265's presets, divided by that at `medium`.
    ///
    /// The numbers are from pass 2 after an analysis: encodes at `superfast` and at `medium` take 1.4 and 2.1 times as
    /// long as their analysis. The presets by themselves differ far more; in pass 2 they do not, because it reuses
    /// decisions of the analysis. The only pass of a job without an analysis uses the same numbers.
    private static let slowness: [String: Double] = [
        "ultrafast": 0.5, "superfast": 0.65, "veryfast": 0.7, "faster": 0.75, "fast": 0.85, "medium": 1, "slow": 2.3,
        "slower": 6, "veryslow": 10, "placebo": 20,
    ]

    /// Seconds of the scout's conclusion. It reads a few lists of numbers, and publishes no cost.
    package static let conclusionSeconds = 0.1

    /// Seconds of one processor for a frame.
    ///
    /// - Parameter bitsPerFrame: bits of a frame of the film. The time of a decoder depends on them. For nil, a tenth
    ///   of a bit per sample is assumed.
    package func secondsPerFrame(_ stage: Stage, bitsPerFrame: Double? = nil) -> Double {
        switch stage {
        // Fitted to 26 jobs of 690 and 1,440 frames over H.264 films on an idle machine: 320x180 to 1280x720, 0.015 to
        // 0.4 bits per sample, five presets. Verification took 3.3 to 14 ns per sample.
        case .scout: 0.000_4 + 2.4e-9 * sourceSamples + 9.4e-9 * sourceBitsPerFrame
        case .verify: 0.000_12 + filteringSeconds * samples + 25e-9 * (bitsPerFrame ?? samples / 10)
        case .analyse: 40e-9 * samples
        case .encode: 85e-9 * samples * slowness
        case .mux: 0.2e-9 * samples
        }
    }
}
