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
        let distributionMeter = try distributionMeter()
        let coarse = coarseRanges
        for index in unit.ranges {
            guard coarse.indices.contains(index) else { throw noSuchRange(index, of: coarse.count) }
            let meter = site.costMeter()
            var light: MeasuredLight?
            var distributions: [[UInt32]] = []
            var statements: [LightStatement] = []
            let encode = try scoutEncode(of: coarse[index])
            let scan = try SceneScout.scan(reader, frames: coarse[index].frames) { picture in
                try encode?.look(at: picture)
                if let lightMeter { light = lightMeter.measure(picture).merged(with: light) }
                if let distributionMeter { distributions.append(distributionMeter.measure(picture).numbers) }
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
                    lightDistributions: distributionMeter == nil ? nil : distributions,
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
            throw unmeasurable("the film's light levels", colour.obstacleToLightLevels, "contentLight: none")
        }
        return meter
    }

    /// A meter for the distribution of light; nil when the job does not need it.
    private func distributionMeter() throws -> DistributionMeter? {
        guard site.job.measuresDistribution else { return nil }
        let colour = site.job.colours?.source ?? site.job.encoder.colour
        guard site.source.video.format == .yuv420p10, let meter = DistributionMeter(colour) else {
            throw unmeasurable(
                "the light of the film's pictures",
                colour.obstacleToLightLevels,
                site.job.colours == nil ? "dynamicMetadata: drop" : "toneMap: clip"
            )
        }
        return meter
    }

    private func unmeasurable(_ what: String, _ obstacle: String?, _ remedy: String) -> WorkError {
        WorkError(
            .badInput,
            attempted: "measure \(what)",
            subject: site.source.path,
            cause: obstacle ?? "its pictures have 8 bits",
            remedy: "Write \(remedy) in the manifest."
        )
    }

    private var coarseRanges: [PlannedRange] {
        Pipeline(site.job).ranges(of: .scout, in: site.source.video.timeline, nil)
    }

    /// Evaluates the measurements of all coarse ranges. The outcome does not depend on how the film is divided.
    private func conclude() throws {
        let found = try ScoutFindings(site)
        let findings = SourceFindings(
            lightChanges: SourceFindings.changes(
                in: found.statements,
                after: LightMetadata(site.source.video.colourMetadata)
            ),
            fields: FieldPattern.stretches(in: found.fields)
        )
        let plan = Plan(job: site.job.id, ranges: [], sceneCuts: found.cuts, light: found.light, findings: findings)
        for warning in site.job.warnings(about: plan, site.source.video.timeline) { site.say(.note(warning)) }
        try site.directory.publish(
            SceneCutList(
                job: site.job.id,
                cuts: found.cuts,
                light: found.light,
                findings: findings,
                scoutBits: found.scoutBits,
                dynamicMetadata: try FilmMetadataTable(site)?.publish(found),
                colours: try FilmColourTable(site)?.publish(found)
            )
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
