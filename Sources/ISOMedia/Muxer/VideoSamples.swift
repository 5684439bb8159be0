import HEVC
import Media

/// The stored properties of the video samples in addition to sizes and times.
struct VideoSamples: Sendable {
    private(set) var samples: TrackSamples
    private(set) var offsets = CompositionOffsetBox()
    private(set) var syncSamples: [UInt32] = []
    private(set) var traits: [SampleTraits] = []
    private(set) var firstDecodeTick: Int64 = 0
    private var lastDecodeTick: Int64 = 0
    private(set) var firstPresentationTick = Int64.max
    /// Tick and duration of the sample that is presented last.
    private var lastPresentation: (tick: Int64, duration: Int64) = (.min, 0)
    private var highestLevel = 0

    init(timescale: Int32) { samples = TrackSamples(timescale: timescale) }

    /// The end of the sample that is presented last, on the film's clock.
    var presentationEnd: Int64 { lastPresentation.tick + lastPresentation.duration }
    /// Whether `stss` is needed.
    var areAllSync: Bool { syncSamples.count == samples.count }

    mutating func append(
        byteCount: UInt32,
        decodeTick: Int64,
        duration: Int64,
        compositionOffset: Int32,
        flags: SampleFlags,
        temporalLevel: UInt8,
        unitType: NALUnitType
    ) throws(MovieError) {
        let subject = "video sample \(samples.count)"
        if samples.count == 0 {
            firstDecodeTick = decodeTick
        } else {
            let step = decodeTick - lastDecodeTick
            guard step > 0, let delta = UInt32(exactly: step) else {
                throw MovieError(.invalidSample, subject, "it is decoded \(step) ticks after the previous one")
            }
            samples.durations.append(delta: delta)
        }
        lastDecodeTick = decodeTick
        let presentation = decodeTick + Int64(compositionOffset)
        firstPresentationTick = min(firstPresentationTick, presentation)
        if presentation > lastPresentation.tick { lastPresentation = (presentation, duration) }
        offsets.append(offset: compositionOffset)
        samples.append(byteCount: byteCount, at: decodeTick)
        if flags.contains(.sync) { syncSamples.append(UInt32(samples.count)) }
        traits.append(SampleTraits(unitType: unitType, temporalLevel: temporalLevel, flags: flags))
        highestLevel = max(highestLevel, Int(temporalLevel))
    }

    /// Completes the table of durations: the sample decoded last gets the duration of the one presented last. If decode
    /// times are the sorted presentation times, the media is then exactly as long as the presentation.
    mutating func finish() throws(MovieError) {
        guard samples.count > 0 else { throw MovieError(.invalidSample, "video track", "it has no samples") }
        guard let delta = UInt32(exactly: lastPresentation.duration) else {
            throw MovieError(.invalidSample, "last video sample", "it lasts \(lastPresentation.duration) ticks")
        }
        samples.durations.append(delta: delta)
        guard firstPresentationTick >= firstDecodeTick else {
            throw MovieError(
                .invalidSample,
                "first video sample",
                "a picture is presented \(firstDecodeTick - firstPresentationTick) ticks before the first is decoded"
            )
        }
    }

    /// The bytes of `sdtp`.
    var dependencies: SampleDependencyBox {
        SampleDependencyBox(samples: traits.map { $0.dependency(highestLevel: highestLevel).rawValue })
    }

    /// `cslg`, in ticks of the media, whose first sample is decoded at 0.
    var compositionShift: CompositionShiftBox {
        CompositionShiftBox(
            compositionToDecodeShift: max(0, -Int64(offsets.least)),
            leastOffset: Int64(offsets.least),
            greatestOffset: Int64(offsets.greatest),
            compositionStart: firstPresentationTick - firstDecodeTick,
            compositionEnd: presentationEnd - firstDecodeTick
        )
    }
}
