import Checksums
import Foundation
import HEVC
import ISOMedia
import Intake
import JobDocuments
import Jobs
import Media
import Storage

/// Stitches the film: reads the chosen silos in range order, and writes a file under its own temporary name.
struct MuxStage {
    private let site: WorkSite

    init(_ site: WorkSite) { self.site = site }

    /// Writes the film to a temporary file next to the output and publishes its path. There is no file under the final
    /// name yet.
    ///
    /// Several copies of the unit may run at once, each on its own file. The first one that publishes wins; the others
    /// remove their files and succeed.
    func run(_ unit: WorkUnit) throws {
        guard try site.directory.muxResult() == nil else { return sayStitched() }
        let meter = site.costMeter()
        let results = try chosenResults()
        let overlay = SiloOverlay(
            try results.map { result in
                guard let silo = result.silo else { throw missingSilo(result) }
                return SiloOverlay.Layer(folder: site.directory.paths.passFolder(result.pass), file: silo)
            }
        )
        let verification = SiloVerification(of: overlay)
        // The source's audio is prepared meanwhile. If both fail, the error of the damaged silo is reported.
        let prepared = Result {
            try FilmAudio(of: site.source, site.job.audio, in: site.job.container) {
                site.say(.progress(range: 0, frames: 0, bits: 0))
            }
        }
        try verification.finish { site.say(.progress(range: 0, frames: 0, bits: 0)) }
        let settings = site.job.encoderSettings(try site.plan())
        let sets = try FilmParameterSets.common(to: results)
        var video = try VideoTrackConfiguration(
            parameterSets: sets,
            settings: settings,
            geometry: FilmGeometry(site.job, source: site.source.video),
            kept: site.job.keptMetadata,
            source: site.source.video
        )
        video.colourProfile = site.job.colours == nil ? try FilmProbe.colourProfile(of: site.source) : nil
        let audio = try prepared.get()
        var assembly = try MovieAssembly(video, audio: audio, of: site.source, as: site.job.container)
        var videoBytes = 0
        let timescale = site.source.video.timeline.timescale
        var timing = try settings.declaresBuffer ? TimedSample(sets, timescale: timescale) : nil
        var messages: [Int: [UInt8]] = [:]
        var lastKeyFrame: Int?
        try overlay.forEachHeader { sample in
            var header = sample
            if sample.flags.contains(.sync), settings.codec == .h264 {
                guard lastKeyFrame != sample.frame - 1 else { throw adjacentKeyFrames(sample.frame) }
                lastKeyFrame = sample.frame
            }
            if let said = try timing?.messages(sample, timescale: timescale) {
                messages[sample.frame] = said
                header.byteCount += timing?.growth(said) ?? 0
            }
            videoBytes += header.byteCount
            try assembly.muxer.append(header)
        }
        let layout = try assembly.layOut()
        let attempt = FilmAttempt.newName()
        let path = JobOutput.temporaryPath(of: site.job, attempt: attempt)
        let file = try FilmFile(creating: path, byteCount: layout.totalByteCount)
        do {
            try assembly.write(layout, to: { try file.write($0) }) { interleaver in
                try overlay.forEachSample { header, bytes in
                    if let timing, let said = messages[header.frame] {
                        try timing.placing(said, in: bytes, of: header).withRawSpan { try interleaver.writeVideo($0) }
                    } else {
                        try interleaver.writeVideo(bytes)
                    }
                    if header.flags.contains(.sync) {
                        site.say(.progress(range: 0, frames: header.frame, bits: 0))
                    }
                }
            }
            let sha256 = try file.finish()
            let isFirst = try site.directory.publish(
                MuxResult(
                    job: site.job.id,
                    path: path,
                    attempt: attempt,
                    sha256: sha256,
                    byteCount: Int64(layout.totalByteCount),
                    modificationTime: file.modificationTime,
                    videoBits: videoBytes * 8,
                    notes: site.job.losses(of: site.source)
                        + site.job.audio.conversions(of: site.source, in: site.job.container) + audio.notes
                        + layout.notes.map { "\($0.subject): \($0.text)" } + missingMetadata(settings),
                    cost: meter.cost
                )
            )
            if !isFirst {
                remove(path)
                sayStitched()
            }
        } catch {
            remove(path)
            throw error
        }
    }

    /// Two IDR pictures in a row must have different values of idr_pic_id (ISO/IEC 14496-10 7.4.3), but every range
    /// begins with the same one.
    private func adjacentKeyFrames(_ frame: Int) -> WorkError {
        WorkError(
            .badInput,
            attempted: "stitch the film",
            subject: "frame \(frame)",
            cause:
                "it is a key frame, like the frame before it, and H.264 does not allow that of ranges that are encoded "
                + "apart",
            remedy: "Set ranges.minimum to two frames or more, or make an HEVC film."
        )
    }

    /// Removes this attempt's file. If that fails, the coordinator removes it later.
    private func remove(_ path: String) {
        // Safe: the path is lent for the call only.
        _ = unsafe unlink(path)
    }

    private func sayStitched() { site.say(.note("another copy of this unit has already stitched the film")) }

    /// A note about what players assume when a PQ film has no mastering display.
    private func missingMetadata(_ settings: EncoderSettings) -> [String] {
        guard settings.colour.transfer == 16, settings.masteringDisplay == nil else { return [] }
        let guess =
            if let light = settings.contentLight, light.maximumContentLightLevel > 0 {
                "many players take the brightest pixel, \(light.maximumContentLightLevel) cd/m², for its peak"
            } else {
                "players assume a peak of their own, from 400 cd/m² to the 10000 cd/m² that PQ can say, and may show "
                    + "the film darker or with less detail in its lights than it was meant"
            }
        return ["video track: it is PQ without a mastering display, and none is invented: \(guess)"]
    }

    /// The result of each range that the coordinator chose for the film, in range order.
    private func chosenResults() throws -> [RangeResult] {
        let selection = try site.published(try site.directory.selection(), site.directory.paths.selection)
        let plan = try site.plan()
        guard selection.passes.count == plan.ranges.count else {
            throw WorkError(
                .bug,
                attempted: "stitch the film",
                subject: site.directory.paths.selection,
                cause: "it names \(counted(selection.passes.count, "range")), the plan has \(plan.ranges.count)"
            )
        }
        return try selection.passes.enumerated().map { index, pass in
            try site.result(pass: pass, range: index)
        }
    }

    private func missingSilo(_ result: RangeResult) -> WorkError {
        WorkError(
            .bug,
            attempted: "stitch the film",
            subject: "range \(result.range), pass \(result.pass)",
            cause: "that pass published no silo"
        )
    }
}
