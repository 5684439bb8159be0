import Media

/// What a frame of each stage is reckoned to take before anything of that stage was measured: right within a factor of a few, as it
/// hangs on machine, source and x265's preset.
struct StageReckoning: Sendable {
    private let job: ResolvedJob
    private let source: VideoTrack
    /// Bits of a frame of the source, sound included; 0 where it is not known how long the file lasts.
    private let sourceBitsPerFrame: Double

    init(job: ResolvedJob, source: SourceDescription) {
        self.job = job
        self.source = source.video
        let timeline = source.video.timeline
        let (whole, part) = (source.identity.duration.seconds, timeline.timeRange.duration.seconds)
        sourceBitsPerFrame =
            whole > 0 && timeline.count > 0
            ? Double(source.identity.byteCount) * 8 * part / whole / Double(timeline.count) : 0
    }

    /// Bits of a frame that are expected where nobody says: a tenth of a bit a sample.
    private var usualBitsPerFrame: Double { samples(job.encoder.size) / 10 }

    /// Seconds of one processor for a frame.
    ///
    /// - Parameter bitsPerFrame: bits of a frame of the film, as far as they are known; a decoder's time hangs on them.
    func secondsPerFrame(_ stage: Stage, bitsPerFrame: Double? = nil) -> Double {
        let size = samples(job.encoder.size)
        switch stage {
        // Fitted to 26 jobs of 690 and 1,440 frames over H.264 films on a quiet machine: 320x180 to 1280x720, 0.015 to 0.4 bits a sample,
        // five presets. Verification took 3.3 to 14 ns a sample.
        case .scout: return 0.000_4 + 2.4e-9 * samples(source.size) + 9.4e-9 * sourceBitsPerFrame
        case .verify:
            return 0.000_12 + filtering * size + 25e-9 * (bitsPerFrame ?? usualBitsPerFrame)
        case .analyse: return 40e-9 * size
        case .encode: return 85e-9 * size * pace
        case .mux: return 0.2e-9 * size
        }
    }

    /// Seconds that a decoder takes for a sample before it reads a bit; the two quickest presets do without sample adaptive offset.
    private var filtering: Double { ["ultrafast", "superfast"].contains(job.encoder.speed) ? 2.9e-9 : 5.4e-9 }

    /// How much longer than at `medium` an encode takes. Encodes take 1.4 (superfast) and 2.1 times (medium) their analysis, which is far
    /// less apart than the presets are by themselves.
    private var pace: Double {
        let paces = [
            "ultrafast": 0.5, "superfast": 0.65, "veryfast": 0.7, "faster": 0.75, "fast": 0.85, "medium": 1,
            "slow": 2.3, "slower": 6, "veryslow": 10, "placebo": 20,
        ]
        return paces[job.encoder.speed] ?? 1
    }

    private func samples(_ size: PictureSize) -> Double { Double(size.width) * Double(size.height) }
}
