import Foundation
import Intake
import JobDocuments
import Jobs
import Media

/// Pass 0: measures how much the frames of coarse ranges differ and, if the job requests it, how bright and how sharp
/// they are. Then it derives the scene cuts and the light levels of the film, and makes its stills.
struct ScoutStage {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Measures the unit's coarse ranges. A unit without ranges evaluates the results of all ranges.
    func run(_ unit: WorkUnit) throws {
        if unit.ranges.isEmpty { return try conclude() }
        let reader = try FilmReader(
            source: site.source,
            outputs: try site.source.scoutConversions(for: site.job, tables: try lightTables())
        )
        let lightMeter = try lightMeter()
        let distributionMeters = try distributionMeters()
        let coarse = coarseRanges
        for index in unit.ranges {
            guard coarse.indices.contains(index) else { throw noSuchRange(index, of: coarse.count) }
            let meter = site.costMeter()
            var light: MeasuredLight?
            var distributions: [[UInt32]] = []
            var statements: [LightStatement] = []
            var sharpness: [Int] = []
            let encode = try scoutEncode(of: coarse[index])
            let scan = try SceneScout.scan(reader, frames: coarse[index].frames) { picture in
                try encode?.look(at: picture)
                if let lightMeter { light = lightMeter.measure(picture).merged(with: light) }
                if let distributionMeters { distributions.append(distributionMeters.numbers(of: picture)) }
                if site.job.measuresSharpness { sharpness.append(SharpnessMeter.measure(picture)) }
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
                    lightDistributions: distributionMeters == nil ? nil : distributions,
                    sharpness: site.job.measuresSharpness ? sharpness : nil,
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

    /// The tables with which light levels are measured as they become; none if colours stay, or no levels are needed.
    private func lightTables() throws -> [ColourTable] {
        guard site.job.measuresLight == true, let tables = FilmColourTables(site) else { return [] }
        guard let made = tables.beforeScout else {
            throw unmeasurable("the film's light levels", "its colours depend on its light", "contentLight: none")
        }
        return made
    }

    /// A light meter for the job's colour; nil when the job requests no measurement.
    private func lightMeter() throws -> LightMeter? {
        guard site.job.measuresLight == true else { return nil }
        let colour = site.job.encoder.colour
        let format = site.job.colours == nil ? site.source.video.format : site.job.encoder.format
        guard format == .yuv420p10, let meter = LightMeter(colour) else {
            throw unmeasurable("the film's light levels", colour.obstacleToLightLevels, "contentLight: none")
        }
        return meter
    }

    /// Meters for the distribution of light; nil when the job does not need it.
    private func distributionMeters() throws -> FilmDistributionMeters? {
        guard site.job.scoutsDistribution else { return nil }
        guard site.source.video.format == .yuv420p10, let meters = FilmDistributionMeters(site) else {
            throw unmeasurable(
                "the light of the film's pictures",
                (site.job.colours?.first?.source ?? site.job.encoder.colour).obstacleToLightLevels,
                site.job.colours == nil ? "dynamicMetadata: drop" : "toneMap: clip"
            )
        }
        return meters
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
        let colours = try FilmColourTables(site)?.publish(found)
        let stills = JobStills(site).make(found, colours)
        for still in stills where still.frame != nil { site.say(.note(still.words)) }
        let findings = SourceFindings(
            lightChanges: lightChanges(found.statements),
            fields: FieldPattern.stretches(in: found.fields),
            stills: stills
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
                colours: colours
            )
        )
    }

    /// Where what the source says about light changes within a film. What films with other colours say does not hold
    /// for the film, and the job said so.
    private func lightChanges(_ statements: [LightStatement]) -> [LightStatement] {
        zip(site.source.parts, site.source.frameRanges).flatMap { film, frames in
            guard site.source.films == nil || site.job.terms(for: film) == nil else { return [LightStatement]() }
            return SourceFindings.changes(
                in: statements.filter { frames.contains($0.frame) },
                after: LightMetadata(film.video.colourMetadata)
            )
        }
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
