package import Media

/// A job in which nothing is left to choose: what `job.json` holds, and what every worker reads.
///
/// A manifest, the description of its source and the capabilities of the encoder make one; each "auto" of the manifest
/// has become a value, and `resolutions` says which and why. The probed source itself is in `source.json`.
///
/// The id depends on what decides the bytes of the film (`part`, `encoder`, `measuresLight`, `rate`, `optimize`,
/// `passes`, `ranges`, `audio`, `container`) and on the source's identity; two jobs with one id may differ in
/// everything else, such as their names and the folders of their outputs.
package struct ResolvedJob: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// First 16 hexadecimal digits of the SHA-256 of the canonical encode settings and the source's identity.
    package var id: String
    /// What the user calls the job.
    package var name: String
    /// Absolute path of the film to make.
    package var outputPath: String
    /// The format of the film, which the name of the output asks for.
    package var container: MovieContainer { MovieContainer(fileName: outputPath) }
    /// What of the source is taken; nil for all of it. `source.json` describes the part alone, but for its region.
    package var part: SourcePart?
    /// Size of what is shown of a coded picture whose last column or row is padding; nil when there is none.
    package var shownSize: PictureSize?
    /// What every range is encoded with, but for what the scout finds out: see `encoderSettings(_:)`.
    package var encoder: EncoderSettings
    /// True when the scout measures the film's light levels, which the encoder is then told; nil when it does not.
    package var measuresLight: Bool?
    /// What the film as a whole aims at.
    package var rate: RateGoal
    /// The metric that an average rate is spent for; nil is `balanced`, which spends it on all ranges alike.
    package var optimize: QualityMetric?
    /// How many passes there may be, and when they end.
    package var passes: PassLimits
    /// How the film is cut into ranges.
    package var ranges: RangeLimits
    /// Which sound tracks are carried.
    package var audio: AudioChoice
    /// How much of the finished film is decoded and compared.
    package var verification: Verification
    /// What happens when something of the source cannot be carried.
    package var onLoss: LossPolicy
    /// The builds that the job was resolved with: it goes on with the same ones or not at all.
    package var builds: BuildIdentity
    /// 0 to 100, higher first, where an engine knows priorities.
    package var priority: Int
    /// Name of the job in the user's own system, carried into events and report; empty when not given.
    package var externalID: String
    /// What the manifest asks of Slurm; nil when it asks for nothing. What a site asks for is no part of the job.
    package var slurm: SlurmOptions?
    /// Every "auto" that was settled, in the manifest's order, for the `resolved` event and the report.
    package var resolutions: [Resolution]

    /// True when every range is encoded once, without an analysis: as asked for, or because a constant rate factor has
    /// nothing to learn from one.
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
        rate: RateGoal,
        optimize: QualityMetric? = nil,
        passes: PassLimits,
        ranges: RangeLimits = .standard,
        audio: AudioChoice = .copy,
        verification: Verification = .full,
        onLoss: LossPolicy = .warn,
        builds: BuildIdentity,
        priority: Int = 50,
        externalID: String = "",
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
                rate: rate,
                optimize: optimize,
                passes: passes,
                ranges: ranges,
                audio: audio,
                container: MovieContainer(fileName: outputPath)
            ).digest
        self.name = name
        self.outputPath = outputPath
        self.part = part
        self.shownSize = shownSize
        self.encoder = encoder
        self.measuresLight = measuresLight ? true : nil
        self.rate = rate
        self.optimize = optimize
        self.passes = passes
        self.ranges = ranges
        self.audio = audio
        self.verification = verification
        self.onLoss = onLoss
        self.builds = builds
        self.priority = priority
        self.externalID = externalID
        self.slurm = slurm
        self.resolutions = resolutions
    }
}

extension ResolvedJob {
    /// The metric that workers measure in every pass, the analysis included, because the allocation needs it; nil for
    /// none.
    package var judgedMetric: QualityMetric? {
        if case .quality(let goal) = rate { return goal.metric }
        return optimize
    }
}
