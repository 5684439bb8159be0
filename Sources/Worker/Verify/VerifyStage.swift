import Foundation
import ISOMedia
import Intake
import JobDocuments
import Jobs
import Media
import Quality
import Storage

/// Decodes ranges of the stitched film and compares the pictures with the encoders' reconstructions.
struct VerifyStage {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Verifies the unit's ranges. The unit with the first range also checks the frame count, times, durations,
    /// metadata, text tracks, audio and the buffer.
    func run(_ unit: WorkUnit) throws {
        let meter = site.costMeter()
        let mux = try site.published(try site.directory.muxResult(), site.directory.paths.mux)
        let plan = try site.plan()
        let selection = try site.published(try site.directory.selection(), site.directory.paths.selection)
        let film = try FilmUnderTest(path: site.directory.output(of: site.job).path(of: mux))
        let verification = FilmVerification(film)
        let settings = site.job.encoderSettings(try site.plan())
        var findings: [String] = []
        var faulty: [Int] = []
        var (compared, levelPictures) = (0, 0)
        var audioPackets: Int?
        var stills: [RangeStill] = []
        let shown = Set(plan.shownRanges())
        var sourceReader: FilmReader?
        let metadata = try FilmMetadataTable(site)?.open(plan)
        if unit.ranges.contains(0) {
            findings += film.movie.findings
            findings += verification.checkTimes(site.source.video.timeline)
            let carried = site.job.carriedAudio(of: site.source)
            let encoded = site.job.encodedAudio(of: site.source)
            findings += verification.checkDurations(site.source, carried: carried, encoded: encoded)
            findings += try verification.checkText(site.source)
            let profile = site.job.colours == nil ? site.source.video.colourProfile : nil
            findings += verification.checkMetadata(settings, profile: profile)
            findings += verification.checkGeometry(FilmGeometry(site.job, source: site.source.video))
            findings += try checkDynamicMetadata(verification, metadata)
            let audio = try verification.checkAudio(site.source, carried: carried, encoded: encoded) {
                site.say(.progress(range: 0, frames: 0, bits: 0))
            }
            findings += audio.findings
            audioPackets = audio.compared
            if settings.declaresBuffer, selection.misses == nil {
                findings += verification.checkTiming(settings.buffer)
            }
            // Known misses are in the report already, and the film is finished with them.
            if let limits = settings.buffer, selection.misses == nil {
                findings += verification.checkBuffer(limits, ranges: plan.ranges.map(\.frames)).findings
            }
        }
        let seconds = site.source.video.timeline.timeRange.duration.seconds
        for index in unit.ranges {
            guard plan.ranges.indices.contains(index), selection.passes.indices.contains(index) else {
                throw WorkError(
                    .usage,
                    attempted: "verify range \(index)",
                    subject: site.directory.path,
                    cause: "the plan has no such range"
                )
            }
            let range = plan.ranges[index]
            let hashes = try site.directory.pictureHashes(of: range, pass: selection.passes[index])
            let before = shown.contains(index) ? try sourceStill(of: range, &sourceReader) : nil
            let result = verification.checkPictures(range.frames, hashes: hashes) { frame, picture in
                guard frame == range.frames.lowerBound, shown.contains(index) else { return }
                stills += still(of: picture, range: range, before: before).map { [$0] } ?? []
            }
            findings += result.findings
            if !result.findings.isEmpty { faulty.append(index) }
            compared += result.compared
            findings += verification.checkHierarchy(range.frames)
            findings += verification.checkMetadata(settings, of: range.frames)
            if let metadata { findings += try verification.checkDynamicMetadata(of: range.frames, metadata) }
            if LevelVerification.sample.isDue(range: index, filmSeconds: seconds) {
                let levels = verification.checkLevels(range.frames, hashes: hashes)
                findings += levels.findings
                levelPictures += levels.compared
            }
            site.say(.progress(range: index, frames: result.compared, bits: 0))
        }
        // A published result is final, and a temporary read error of the disk is not a fault of the film.
        try film.checkReading()
        try site.directory.publish(
            VerifyResult(
                job: site.job.id,
                film: mux.sha256,
                attempt: mux.attempt,
                ranges: unit.ranges,
                findings: findings,
                faultyRanges: faulty.isEmpty ? nil : faulty,
                picturesCompared: compared,
                levelPicturesCompared: film.levelCount > 1 ? levelPictures : nil,
                soundPacketsCompared: audioPackets,
                stills: stills.isEmpty ? nil : stills,
                cost: meter.cost
            )
        )
    }

    /// Compares the film's header, and the table of dynamic metadata, with the source.
    private func checkDynamicMetadata(
        _ verification: FilmVerification,
        _ table: DynamicMetadataTable?
    ) throws -> [String] {
        let kept = site.job.keptMetadata
        let record = kept.dolbyVision ? site.source.video.dolbyVision(ofSize: site.job.encoder.size) : nil
        let findings = verification.checkDynamicHeader(kept, dolbyVision: record)
        guard let table else { return findings }
        return findings
            + (try verification.checkTable(
                table,
                against: try WantedMetadata(site),
                MetadataRewriting(site.job, of: site.source.video)
            ) {
                site.say(.progress(range: 0, frames: 0, bits: 0))
            })
    }

    /// A small picture for the report; nil if this libavcodec cannot write it, which is no error.
    private func still(
        of picture: borrowing DecodedPicture,
        range: PlannedRange,
        before: [UInt8]?
    ) -> RangeStill? {
        let copy = picture.picture(
            frame: range.frames.lowerBound,
            presentationTime: range.timeRange.start,
            duration: range.timeRange.duration
        )
        let image = StillImage(of: copy, colour: site.job.encoder.colour, maximumWidth: Self.stillWidth)
        return (try? image.png()).map { RangeStill(range: range.index, png: $0, source: before) }
    }

    private static let stillWidth = 240

    /// The first frame of a range as it was before its colours were converted; nil if they were not.
    ///
    /// - Parameter reader: of the source; opened when it is first needed.
    private func sourceStill(of range: PlannedRange, _ reader: inout FilmReader?) throws -> [UInt8]? {
        let frame = range.frames.lowerBound
        guard let film = site.source.frameRanges.firstIndex(where: { $0.contains(frame) }),
            let terms = site.job.terms(for: site.source.parts[film]).flatMap({ site.job.colours?[$0] })
        else { return nil }
        if reader == nil {
            let outputs = try site.source.conversions(for: site.job, tables: [])
            reader = try FilmReader(source: site.source, outputs: outputs, decodeAhead: 1)
        }
        guard let picture = try reader?.pictures(in: frame..<frame + 1).next() else { return nil }
        var colour = terms.source
        colour.isFullRange = site.job.encoder.colour.isFullRange
        return try? StillImage(of: picture, colour: colour, maximumWidth: Self.stillWidth).png()
    }
}
