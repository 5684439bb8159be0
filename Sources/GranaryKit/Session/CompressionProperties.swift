import Jobs
import Media
import Session

/// What a `CompressionSession` encodes, and how well. The counterpart of the properties of a VTCompressionSession.
///
/// Values are checked when a session is created. `CompressionProperties.supported` lists them.
public struct CompressionProperties: Hashable, Sendable {
    /// The aim for the whole film. More kinds may come.
    public struct Goal: Hashable, Sendable {
        enum Kind: Hashable {
            case average(Int)
            case constantRateFactor(Double)
            case quality(QualityMetric, Double)
        }

        let kind: Kind

        /// An average bit rate: the bits of all samples divided by the presented time.
        ///
        /// - Parameter bitsPerSecond: 1 to 10^12 bit/s.
        public static func averageBitRate(_ bitsPerSecond: Int) -> Goal { Goal(kind: .average(bitsPerSecond)) }

        /// One constant rate factor (x265 `crf`). It needs a single pass.
        ///
        /// - Parameter factor: 0 to 51. A smaller one makes better pictures and more bits.
        public static func constantRateFactor(_ factor: Double) -> Goal { Goal(kind: .constantRateFactor(factor)) }

        /// A mean PSNR of luma over the frames.
        ///
        /// - Parameter decibels: 10 to 80 dB.
        public static func meanPSNR(_ decibels: Double) -> Goal { Goal(kind: .quality(.psnr, decibels)) }

        /// A mean SSIM of luma over the frames.
        ///
        /// - Parameter value: 0.3 to 0.9999.
        public static func meanSSIM(_ value: Double) -> Goal { Goal(kind: .quality(.ssim, value)) }

        /// True for a goal that takes a single pass.
        var isConstantRateFactor: Bool {
            if case .constantRateFactor = kind { return true }
            return false
        }

        /// The goal of the rate control; nil if the value is out of range.
        var checked: RateGoal? {
            switch kind {
            case .average(let rate): (1...1_000_000_000_000).contains(rate) ? .average(bitsPerSecond: rate) : nil
            case .constantRateFactor(let factor): (0...51).contains(factor) ? .constantRateFactor(factor) : nil
            case .quality(let metric, let value): QualityGoal(metric: metric, target: value).map(RateGoal.quality)
            }
        }
    }

    /// Luma samples in a row: an even number from 16 to 16888.
    public var width: Int
    /// Rows of luma samples: an even number from 16 to 16888.
    public var height: Int
    /// The format of the pictures. Its depth is the depth of the stream.
    public var pixelFormat: PixelFormat
    /// Duration of most frames, positive; the rate of the film is its inverse. x265's model of bits refers to it.
    public var expectedFrameDuration: MediaTime
    /// True if every frame lasts as long as expected: the stream then declares its rate. True by default.
    public var hasConstantFrameRate = true
    /// The aim for the whole film.
    public var goal: Goal
    /// x265 preset, `ultrafast` to `placebo`; `medium` by default.
    public var preset = "medium"
    /// x265 tune, or `none`, the default.
    public var tune = "none"
    /// Longest distance of key frames in frames, 1 to 100000; 250 by default.
    public var maximumKeyFrameInterval = 250
    /// Shortest distance of the key frames that the session chooses at scene cuts, in frames, 1 to
    /// `maximumKeyFrameInterval`; 48 by default.
    public var minimumKeyFrameInterval = 48
    /// Number of temporal levels, 1 to 5; 1 by default. `EncoderCapabilities` says how many this machine supports.
    public var temporalLevels = 1
    /// Codes of ITU-T H.273 for primaries, transfer and matrix; 2 is unspecified, the default of each.
    public var colour: (primaries: UInt8, transfer: UInt8, matrix: UInt8) {
        get { (codes[0], codes[1], codes[2]) }
        set { codes = [newValue.primaries, newValue.transfer, newValue.matrix] }
    }
    private var codes: [UInt8] = [2, 2, 2]
    /// True if samples use the full range of their bits; nil says nothing, which decoders take as limited.
    public var isFullRange: Bool?
    /// Where the chroma samples lie: chroma_sample_loc_type (ISO/IEC 23008-2, E.3.1), 0 to 5; nil says nothing.
    public var chromaLocation: Int?
    /// The shape of a pixel; square by default.
    public var pixelAspectRatio = PixelAspectRatio.square
    /// The display on which the film was mastered; nil says nothing.
    public var masteringDisplay: MasteringDisplay?
    /// The film's brightness; nil says nothing.
    public var contentLight: ContentLight?
    /// The ambient light for which the film was made; nil says nothing.
    public var ambientViewing: AmbientViewing?
    /// Highest rate at which a decoder's buffer fills, in bit/s, 1 to 2*10^9: no part of the film takes more for longer
    /// than the buffer lasts. At least the rate of the goal; nil sets no limit.
    public var maximumBitRate: Int?
    /// Size of that buffer in bits, 1 to 2*10^9; nil is one second at the highest rate.
    public var bufferSize: Int?
    /// Most passes, 1 to 1000: 1 is a single pass, 2 are analysis and encode, more allow further passes. 4 by default.
    public var maximumPasses = 4
    /// Largest accepted miss of the goal, as a fraction of it, 0 to 1; 0.005 by default.
    public var tolerance = 0.005
    /// Largest share of the film that further passes may encode again, 0 to 1; 0.25 by default. One group of pictures
    /// is always allowed.
    public var repeatableShare = 0.25
    /// Other x265 options by name; none by default. An unknown one is refused.
    public var encoderOptions: [String: String] = [:]
    /// Names the source, so that a storage of another one is refused. Any text; empty by default.
    public var sourceIdentifier = ""

    /// Creates properties with the defaults.
    ///
    /// Any value is taken here: a session refuses those out of range.
    ///
    /// - Parameters:
    ///   - width: luma samples in a row: an even number from 16 to 16888.
    ///   - height: rows of luma samples: an even number from 16 to 16888.
    ///   - pixelFormat: the format of the pictures.
    ///   - expectedFrameDuration: positive, as in 1001/24000 s.
    ///   - goal: the aim for the whole film.
    public init(
        width: Int,
        height: Int,
        pixelFormat: PixelFormat,
        expectedFrameDuration: MediaTime,
        goal: Goal
    ) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.expectedFrameDuration = expectedFrameDuration
        self.goal = goal
    }
}

extension CompressionProperties {
    /// Why these properties need no more than one pass, in words; nil if they ask for several.
    var singlePassReason: String? {
        if goal.isConstantRateFactor { return "a constant rate factor needs no more than one pass" }
        return maximumPasses > 1 ? nil : "the properties allow no more than one pass"
    }

    /// The settings of a session. Throws `refusedProperty` for a value that is out of range.
    func settings() throws(GranaryError) -> SessionSettings {
        func refusal(_ property: String, _ value: Any) -> GranaryError {
            let range = Self.supported.first { $0.name == property }?.range ?? ""
            return GranaryError(
                .refusedProperty,
                attempted: "create a session",
                subject: property,
                cause: "its value is \(value)",
                remedy: "Valid values: \(range)."
            )
        }
        func check(_ isValid: Bool, _ property: String, _ value: Any?) throws(GranaryError) {
            guard isValid else { throw refusal(property, value ?? "missing") }
        }
        let sides = EncoderSettings.shortestSide...Picture.longestSide
        try check(sides.contains(width) && width % 2 == 0, "width", width)
        try check(sides.contains(height) && height % 2 == 0, "height", height)
        let duration = expectedFrameDuration.wrapped.reduced
        let isRate = duration.value > 0 && duration.value <= Int64(Int32.max)
        try check(isRate, "expectedFrameDuration", expectedFrameDuration)
        try check(EncoderSettings.speeds.contains(preset), "preset", preset)
        try check(EncoderSettings.tunes.contains(tune), "tune", tune)
        try check((1...100_000).contains(maximumKeyFrameInterval), "maximumKeyFrameInterval", maximumKeyFrameInterval)
        let isShortest = (1...maximumKeyFrameInterval).contains(minimumKeyFrameInterval)
        try check(isShortest, "minimumKeyFrameInterval", minimumKeyFrameInterval)
        try check((1...5).contains(temporalLevels), "temporalLevels", temporalLevels)
        try check((1...1000).contains(maximumPasses), "maximumPasses", maximumPasses)
        try check((0...1).contains(tolerance), "tolerance", tolerance)
        try check((0...1).contains(repeatableShare), "repeatableShare", repeatableShare)
        guard let goal = self.goal.checked else { throw refusal("goal", self.goal.kind) }
        var encoder = EncoderSettings(
            size: PictureSize(width: width, height: height),
            format: pixelFormat.wrapped,
            frameRate: FrameRate(frames: duration.timescale, seconds: Int32(duration.value)),
            hasConstantRate: hasConstantFrameRate,
            speed: preset,
            tune: tune,
            keyFrameInterval: maximumKeyFrameInterval,
            temporalLevels: temporalLevels,
            options: encoderOptions
        )
        if let unit = EncoderSettings.treeUnit(fitting: encoder.size, speed: preset), encoder.options["ctu"] == nil {
            encoder.options["ctu"] = String(unit)
        }
        try describe(&encoder, check)
        return SessionSettings(
            encoder: encoder,
            goal: goal,
            passes: PassLimits(
                maximum: maximumPasses,
                tolerance: tolerance,
                budget: repeatableShare,
                reason: "the client's property"
            ),
            shortestKeyFrameInterval: minimumKeyFrameInterval,
            source: sourceIdentifier
        )
    }
}
