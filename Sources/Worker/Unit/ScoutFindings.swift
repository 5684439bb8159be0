import Intake
import JobDocuments
import Jobs
import Media

/// What the scout measured over a whole film: the results of all coarse ranges, joined. It does not depend on how the
/// film is divided.
struct ScoutFindings {
    /// How much each frame differs from the one before it.
    private(set) var activities: [FrameActivity] = []
    /// The light levels of the film; nil if the job does not need them.
    private(set) var light: MeasuredLight?
    /// What the source says about light, where it begins and changes.
    private(set) var statements: [LightStatement] = []
    /// What the fields of each frame show.
    private(set) var fields: [FieldSign] = []
    /// The bits of the rough encode; nil without one.
    private(set) var scoutBits: ScoutBits?
    /// How the light of each frame is distributed; empty if the job does not need it.
    private(set) var distributions: [LightDistribution] = []
    /// How sharp each frame is; empty if the job does not need it.
    private(set) var sharpness: [Int] = []
    /// The frames that start a scene.
    private(set) var cuts: [Int] = []

    /// Reads the published results of a job. Throws if one is missing or has numbers that cannot be right.
    init(_ site: WorkSite) throws {
        let timeline = site.source.video.timeline
        for range in Pipeline(site.job).ranges(of: .scout, in: timeline, nil) {
            try add(
                try site.published(
                    try site.directory.scoutResult(range: range.index),
                    site.directory.paths.result(pass: 0, range: range.index)
                )
            )
        }
        guard !site.job.scoutsDistribution || distributions.count == timeline.count else {
            throw Self.damaged(0, "the light of some frames is missing")
        }
        guard !site.job.measuresSharpness || sharpness.count == timeline.count else {
            throw Self.damaged(0, "the sharpness of some frames is missing")
        }
        // Each film of a list starts a scene, however much it looks like the one before.
        cuts = Set(SceneCuts.cuts(in: activities, timeline: timeline)).union(site.source.joints).sorted()
    }

    private mutating func add(_ result: ScoutResult) throws {
        statements += result.lightStatements ?? []
        light = result.light.map { $0.merged(with: light) } ?? light
        fields += try Self.signs(in: result)
        if let part = result.scoutBits { scoutBits = scoutBits?.merged(with: part) ?? part }
        for (frame, numbers) in zip(result.frames, result.activities) {
            guard let activity = FrameActivity(numbers: numbers), activity.frame == frame else {
                throw Self.damaged(result.range, "it has invalid numbers for a frame")
            }
            activities.append(activity)
        }
        sharpness += result.sharpness ?? []
        for numbers in result.lightDistributions ?? [] {
            guard let distribution = LightDistribution(numbers: numbers) else {
                throw Self.damaged(result.range, "it has invalid numbers for the light of a frame")
            }
            distributions.append(distribution)
        }
    }

    /// The field signs of a range; all unclear in a result of an earlier version without them.
    private static func signs(in result: ScoutResult) throws -> [FieldSign] {
        guard let letters = result.fields else { return result.frames.map { _ in .unclear } }
        let signs = letters.compactMap(FieldSign.init)
        guard signs.count == letters.count, signs.count == result.frames.count else {
            throw damaged(result.range, "its field letters do not match its frames")
        }
        return signs
    }

    private static func damaged(_ range: Int, _ cause: String) -> WorkError {
        WorkError(
            .badInput,
            attempted: "find the film's scene changes",
            subject: "scout result \(range)",
            cause: cause,
            remedy: "Use --restart to start again."
        )
    }
}
