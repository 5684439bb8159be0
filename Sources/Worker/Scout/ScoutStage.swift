import Foundation
import Intake
import JobDocuments
import Jobs
import Media

/// Pass 0: measures how much the frames of coarse ranges differ and, if the job requests it, how bright they are. Then
/// it derives the scene cuts and the light levels of the film.
struct ScoutStage {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Measures the unit's coarse ranges. A unit without ranges evaluates the results of all ranges.
    func run(_ unit: WorkUnit) throws {
        if unit.ranges.isEmpty { return try conclude() }
        let reader = try FilmReader(
            source: site.source,
            output: PictureConversion(scouting: site.source.video, for: site.job)
        )
        let lightMeter = try lightMeter()
        let coarse = coarseRanges
        for index in unit.ranges {
            guard coarse.indices.contains(index) else { throw noSuchRange(index, of: coarse.count) }
            let meter = site.costMeter()
            var light: MeasuredLight?
            var statements: [LightStatement] = []
            let encode = try scoutEncode(of: coarse[index])
            let scan = try SceneScout.scan(reader, frames: coarse[index].frames) { picture in
                try encode?.look(at: picture)
                if let lightMeter { light = lightMeter.measure(picture).merged(with: light) }
                note(picture, in: &statements)
            }
            try site.directory.publish(
                ScoutResult(
                    job: site.job.id,
                    range: index,
                    frames: coarse[index].frames,
                    activities: scan.activities.map(\.numbers),
                    light: light,
                    lightStatements: statements.isEmpty ? nil : statements,
                    fields: String(scan.fields.map(\.rawValue)),
                    scoutBits: try encode?.finish(),
                    cost: meter.cost
                )
            )
            site.say(.published(range: index))
        }
    }

    /// The rough encode of a coarse range; nil when the job's rate control does not need it.
    private func scoutEncode(of range: PlannedRange) throws -> ScoutEncode? {
        guard Pipeline(site.job).hasScoutEncode else { return nil }
        return ScoutEncode(
            site.job,
            frames: range.frames,
            memoryFolder: site.confinement?.memoryFolder ?? "/dev/shm"
        )
    }

    /// Adds the light metadata of a picture, unless it repeats the previous one.
    private func note(_ picture: Picture, in statements: inout [LightStatement]) {
        guard let said = picture.light else { return }
        let light = statements.last.map { $0.light.followed(by: said) } ?? said
        if light != statements.last?.light { statements.append(LightStatement(frame: picture.frame, light: light)) }
    }

    /// A light meter for the job's colour; nil when the job requests no measurement.
    private func lightMeter() throws -> LightMeter? {
        guard site.job.measuresLight == true else { return nil }
        let colour = site.job.encoder.colour
        guard site.source.video.format == .yuv420p10, let meter = LightMeter(colour) else {
            throw WorkError(
                .badInput,
                attempted: "measure the film's light levels",
                subject: site.source.path,
                cause: colour.obstacleToLightLevels ?? "its pictures have 8 bits",
                remedy: "Write contentLight: none in the manifest."
            )
        }
        return meter
    }

    private var coarseRanges: [PlannedRange] {
        Pipeline(site.job).ranges(of: .scout, in: site.source.video.timeline, nil)
    }

    /// Evaluates the measurements of all coarse ranges. The outcome does not depend on how the film is divided.
    private func conclude() throws {
        var activities: [FrameActivity] = []
        var light: MeasuredLight?
        var statements: [LightStatement] = []
        var fields: [FieldSign] = []
        var scoutBits: ScoutBits?
        for range in coarseRanges {
            let index = range.index
            let result = try site.published(
                try site.directory.scoutResult(range: index),
                site.directory.paths.result(pass: 0, range: index)
            )
            statements += result.lightStatements ?? []
            light = result.light.map { $0.merged(with: light) } ?? light
            fields += try signs(in: result)
            if let part = result.scoutBits { scoutBits = scoutBits?.merged(with: part) ?? part }
            for (frame, numbers) in zip(result.frames, result.activities) {
                guard let activity = FrameActivity(numbers: numbers), activity.frame == frame else {
                    throw damaged(result, "it has invalid numbers for a frame")
                }
                activities.append(activity)
            }
        }
        let findings = SourceFindings(
            lightChanges: SourceFindings.changes(
                in: statements,
                after: LightMetadata(site.source.video.colourMetadata)
            ),
            fields: FieldPattern.stretches(in: fields)
        )
        let cuts = SceneCuts.cuts(in: activities, timeline: site.source.video.timeline)
        let plan = Plan(job: site.job.id, ranges: [], sceneCuts: cuts, light: light, findings: findings)
        for warning in site.job.warnings(about: plan, site.source.video.timeline) { site.say(.note(warning)) }
        try site.directory.publish(
            SceneCutList(
                job: site.job.id,
                cuts: cuts,
                light: light,
                findings: findings,
                scoutBits: scoutBits,
                dynamicMetadata: try FilmMetadataTable(site)?.publish()
            )
        )
    }

    /// The field signs of a range; all unclear in a result of an earlier version without them.
    private func signs(in result: ScoutResult) throws -> [FieldSign] {
        guard let letters = result.fields else { return result.frames.map { _ in .unclear } }
        let signs = letters.compactMap(FieldSign.init)
        guard signs.count == letters.count, signs.count == result.frames.count else {
            throw damaged(result, "its field letters do not match its frames")
        }
        return signs
    }

    private func damaged(_ result: ScoutResult, _ cause: String) -> WorkError {
        WorkError(
            .badInput,
            attempted: "find the film's scene changes",
            subject: "scout result \(result.range)",
            cause: cause,
            remedy: "Use --restart to start again."
        )
    }

    private func noSuchRange(_ index: Int, of count: Int) -> WorkError {
        WorkError(
            .usage,
            attempted: "scout range \(index)",
            subject: site.source.path,
            cause: "the source has only \(counted(count, "coarse range"))"
        )
    }
}
