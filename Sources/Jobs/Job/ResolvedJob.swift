package import Media

/// A job without open choices: what `job.json` holds and every worker reads.
///
/// It is made from a manifest, the description of its source and the capabilities of the encoder. Each "auto" of the
/// manifest has become a value; `resolutions` lists them with their reasons. The probed source is in `source.json`.
///
/// The id depends on the source's identity and on what determines the bytes of the film: `part`, `encoder`,
/// `measuresLight`, `dynamicMetadata`, `colours`, `isPlaced`, `rate`, `optimize`, `passes`, `ranges`, `audio`,
/// `container`. Two jobs with one id may differ in everything else, such as their names and the folders of their
/// outputs.
package struct ResolvedJob: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// First 16 hexadecimal digits of the SHA-256 of the canonical encode settings and the source's identity.
    package var id: String
    /// What the user calls the job.
    package var name: String
    /// Absolute path of the film to make.
    package var outputPath: String
    /// The format of the film, which the extension of the output determines.
    package var container: MovieContainer { MovieContainer(fileName: outputPath) }
    /// The part of the source that is encoded; nil for all of it. `source.json` describes only this part, but whole
    /// pictures.
    package var part: SourcePart?
    /// Size of the shown area of a coded picture whose last column or row is padding; nil without padding.
    package var shownSize: PictureSize?
    /// Settings of every range, except for what the scout finds: see `encoderSettings(_:)`.
    package var encoder: EncoderSettings
    /// True if the scout measures the film's light levels for the encoder; nil if it does not.
    package var measuresLight: Bool?
    /// The dynamic HDR metadata that the film keeps; nil for none.
    package var dynamicMetadata: KeptMetadata?
    /// How the colours of the source become those of the film, once for each set of colours that its films have; nil
    /// if all stay.
    package var colours: [ColourConversion.Terms]?
    /// True if the pictures of each film are placed in a frame of `encoder.size`; nil if all are scaled alike.
    package var isPlaced: Bool?
    /// The goal of the whole film.
    package var rate: RateGoal
    /// The metric that the distribution of an average rate serves; nil for `balanced`, which favours no metric.
    package var optimize: QualityMetric?
    /// How many passes are allowed, and when they end.
    package var passes: PassLimits
    /// How the film is cut into ranges.
    package var ranges: RangeLimits
    /// Which audio tracks are carried.
    package var audio: AudioChoice
    /// The stills that the job makes of its source; nil for none.
    package var stills: [WantedStill]?
    /// How much of the finished film is decoded and compared.
    package var verification: Verification
    /// What happens if something in the source cannot be carried.
    package var onLoss: LossPolicy
    /// The builds that the job was resolved with. It can only be resumed with the same builds.
    package var builds: BuildIdentity
    /// 0 to 100, higher first, for engines that have priorities.
    package var priority: Int
    /// Name of the job in the user's own system, copied to events and report; empty if not given.
    package var externalID: String
    /// Names of the operator's hooks that learn how the film ended; nil for none.
    package var onFinish: [String]?
    /// What the user calls the film among several of one job; nil if the job makes only this one.
    package var outputName: String?
    /// Ids of the jobs that make the further films of several; nil if this is not the first of them.
    package var furtherOutputs: [String]?
    /// True if the film is an excerpt that stands for a film of several ranges; nil for all others.
    package var isExcerpt: Bool?
    /// What the scout measures for the further films; nil if they need no more than this one.
    package var scoutNeeds: ScoutNeeds?
    /// Slurm options of the manifest; nil without any. The options of the site file are not part of the job.
    package var slurm: SlurmOptions?
    /// The value of every "auto", in the manifest's order, for the `resolved` event and the report.
    package var resolutions: [Resolution]

    /// True if every range is encoded once without an analysis: as requested, or because a constant rate factor does
    /// not need one.
    package var isSinglePass: Bool {
        switch rate {
        case .constantRateFactor: encoder.buffer == nil || passes.maximum <= 1
        case .average, .quality: passes.maximum <= 1
        }
    }

    /// Creates a job from its parts and derives its id.
    package init(
        name: String,
        outputPath: String,
        source: SourceIdentity,
        part: SourcePart? = nil,
        shownSize: PictureSize? = nil,
        encoder: EncoderSettings,
        measuresLight: Bool = false,
        dynamicMetadata: KeptMetadata? = nil,
        colours: [ColourConversion.Terms]? = nil,
        isPlaced: Bool = false,
        rate: RateGoal,
        optimize: QualityMetric? = nil,
        passes: PassLimits,
        ranges: RangeLimits = .standard,
        audio: AudioChoice = .copy,
        stills: [WantedStill]? = nil,
        verification: Verification = .full,
        onLoss: LossPolicy = .warn,
        builds: BuildIdentity,
        priority: Int = 50,
        externalID: String = "",
        onFinish: [String] = [],
        outputName: String? = nil,
        slurm: SlurmOptions? = nil,
        resolutions: [Resolution] = []
    ) {
        version = Self.currentVersion
        id =
            JobIdentity(
                source: source,
                part: part,
                encoder: encoder,
                measuresLight: measuresLight,
                dynamicMetadata: dynamicMetadata,
                colours: colours,
                isPlaced: isPlaced,
                rate: rate,
                optimize: optimize,
                passes: passes,
                ranges: ranges,
                audio: audio,
                stills: stills,
                container: MovieContainer(fileName: outputPath)
            ).digest
        self.name = name
        self.outputPath = outputPath
        self.part = part
        self.shownSize = shownSize
        self.encoder = encoder
        self.measuresLight = measuresLight ? true : nil
        self.dynamicMetadata = dynamicMetadata
        self.colours = colours
        self.isPlaced = isPlaced ? true : nil
        self.rate = rate
        self.optimize = optimize
        self.passes = passes
        self.ranges = ranges
        self.audio = audio
        self.stills = stills
        self.verification = verification
        self.onLoss = onLoss
        self.builds = builds
        self.priority = priority
        self.externalID = externalID
        self.onFinish = onFinish.isEmpty ? nil : onFinish
        self.outputName = outputName
        self.slurm = slurm
        self.resolutions = resolutions
    }
}

extension ResolvedJob {
    /// The dynamic HDR metadata that the film keeps.
    package var keptMetadata: KeptMetadata { dynamicMetadata ?? .none }

    /// The metric that workers measure in every pass, including the analysis, because the allocation needs it; nil for
    /// none.
    package var judgedMetric: QualityMetric? {
        if case .quality(let goal) = rate { return goal.metric }
        return optimize
    }
}
