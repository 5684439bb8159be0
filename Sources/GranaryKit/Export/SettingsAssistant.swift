import Foundation
import Jobs
import Media

/// Chooses the properties of a session for a film. The counterpart of AVOutputSettingsAssistant.
///
///     let reader = try MovieReader(url: source)
///     let properties = try SettingsAssistant(preset: .hevc1920x1080).properties(for: reader)
///     try reader.convertPictures(for: properties)
///
/// It decides what `granary run` decides for the same settings and film.
public struct SettingsAssistant: Hashable, Sendable {
    /// The settings; what is nil in them is chosen.
    public var settings: ExportSettings

    /// Creates an assistant.
    public init(_ settings: ExportSettings) { self.settings = settings }

    /// Creates an assistant for the settings of a preset.
    public init(preset: ExportPreset) { settings = ExportSettings(preset: preset) }

    /// The properties for the pictures of a film. Their size may be another one: see `MovieReader.convertPictures`.
    ///
    /// - Parameter reader: the film. Its configuration does not change.
    /// - Throws: `refusedProperty` if settings and film contradict each other, with every contradiction.
    public func properties(for reader: MovieReader) throws -> CompressionProperties {
        let job = ExportJob(source: reader.url, settings: settings, timeRange: nil)
        let target = URL(filePath: "/film.mp4")
        return CompressionProperties(try ExportResolution(job, of: reader.source, output: target).job)
    }
}

extension CompressionProperties {
    /// The properties of a job's encoders.
    init(_ job: ResolvedJob) {
        let encoder = job.encoder
        self.init(
            width: encoder.size.width,
            height: encoder.size.height,
            pixelFormat: PixelFormat(encoder.format),
            expectedFrameDuration: MediaTime(encoder.frameRate.frameDuration),
            goal: Goal(job.rate)
        )
        hasConstantFrameRate = encoder.hasConstantRate
        preset = encoder.speed
        tune = encoder.tune
        maximumKeyFrameInterval = encoder.keyFrameInterval
        minimumKeyFrameInterval = min(minimumKeyFrameInterval, maximumKeyFrameInterval)
        temporalLevels = encoder.temporalLevels
        colour = (encoder.colour.primaries, encoder.colour.transfer, encoder.colour.matrix)
        pixelAspectRatio = PixelAspectRatio(encoder.pixelAspect)
        isFullRange = encoder.colour.isFullRange
        chromaLocation = encoder.chromaLocation.map(Int.init)
        masteringDisplay = encoder.masteringDisplay.map(MasteringDisplay.init)
        contentLight = encoder.contentLight.map(ContentLight.init)
        ambientViewing = encoder.ambientViewing.map(AmbientViewing.init)
        maximumBitRate = encoder.buffer?.bitsPerSecond
        bufferSize = encoder.buffer?.bufferBits
        maximumPasses = job.passes.maximum
        tolerance = job.passes.tolerance
        encoderOptions = encoder.options
    }
}

extension CompressionProperties.Goal {
    init(_ goal: RateGoal) {
        switch goal {
        case .average(let bitsPerSecond): self = .averageBitRate(bitsPerSecond)
        case .constantRateFactor(let factor): self = .constantRateFactor(factor)
        case .quality(let goal): self.init(kind: .quality(goal.metric, goal.target))
        }
    }
}
