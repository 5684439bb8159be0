package import Jobs
package import Media

/// What a frame of each stage is reckoned to take before anything of that stage was measured: right within a factor of
/// a few, as it hangs on machine, source and x265's preset.
package struct StageReckoning: Sendable {
    /// Luma samples of a picture of the film, and of its source.
    private let samples: Double
    private let sourceSamples: Double
    /// Bits of a frame of the source, sound included; 0 where it is not known how long the file lasts.
    private let sourceBitsPerFrame: Double
    /// How much longer than at `medium` an encode takes.
    private let pace: Double
    /// Seconds that a decoder takes for a sample before it reads a bit.
    private let filteringSeconds: Double

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
        // Encodes take 1.4 (superfast) and 2.1 times (medium) their analysis, which is far less apart than the presets
        // are by themselves.
        let quick = ["ultrafast": 0.5, "superfast": 0.65, "veryfast": 0.7, "faster": 0.75, "fast": 0.85]
        pace = quick[speed] ?? WorkForecast.slowness[speed] ?? 1
        // The two quickest presets do without sample adaptive offset.
        filteringSeconds = ["ultrafast", "superfast"].contains(speed) ? 2.9e-9 : 5.4e-9
    }

    /// Seconds of one processor for a frame.
    ///
    /// - Parameter bitsPerFrame: bits of a frame of the film, as far as they are known, else a tenth of a bit a sample;
    ///   a decoder's time hangs on them.
    package func secondsPerFrame(_ stage: Stage, bitsPerFrame: Double? = nil) -> Double {
        switch stage {
        // Fitted to 26 jobs of 690 and 1,440 frames over H.264 films on a quiet machine: 320x180 to 1280x720, 0.015 to
        // 0.4 bits a sample, five presets. Verification took 3.3 to 14 ns a sample.
        case .scout: 0.000_4 + 2.4e-9 * sourceSamples + 9.4e-9 * sourceBitsPerFrame
        case .verify: 0.000_12 + filteringSeconds * samples + 25e-9 * (bitsPerFrame ?? samples / 10)
        case .analyse: 40e-9 * samples
        case .encode: 85e-9 * samples * pace
        case .mux: 0.2e-9 * samples
        }
    }
}
