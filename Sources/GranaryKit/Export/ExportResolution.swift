import Encoding
import Foundation
import Intake
import Jobs
import Media

/// The settings of an export, resolved for its source as the farm resolves a manifest.
struct ExportResolution {
    /// The part of the film that is exported.
    let source: SourceDescription
    /// The settings.
    let job: ResolvedJob

    /// Probes a film in this process, and resolves the settings.
    ///
    /// - Throws: what `MovieReader` throws; `refusedProperty`, `invalidTimeRanges` or `unavailable`, with everything
    ///   that is wrong.
    init(_ export: ExportJob, output: URL) throws {
        let path = export.source.standardizedFileURL.path
        let whole = try translating { try FilmProbe.describe(path: path, hashWholeFile: false) }
        try self.init(export, of: whole, output: output)
    }

    /// Resolves the settings for a film that was probed.
    init(_ export: ExportJob, of whole: SourceDescription, output: URL) throws {
        let (manifest, _) = try export.manifest(output: output)
        do {
            let frames = try manifest.frames(of: whole.video.timeline)
            let part = try translating { try frames.map { try FilmProbe.cut(whole, to: $0) } ?? whole }
            job = try ResolvedJob.resolving(manifest, source: part, capabilities: X265Library.capabilities())
            source = part
        } catch let error as ManifestError {
            throw export.refusal(error)
        }
        guard job.colours == nil else {
            throw export.failure(
                .refusedProperty,
                "dynamicRange",
                "an export in process does not convert colours",
                "Leave the range to the source, choose another preset, or export by the program."
            )
        }
        guard job.keptMetadata.isEmpty else {
            throw export.failure(
                .refusedProperty,
                "dynamicMetadata",
                "an export in process has no \(job.keptMetadata)",
                "Drop it, or export by the program."
            )
        }
    }

    /// The audio tracks whose packets the film carries as they are, as positions in the source.
    var copiedTracks: [Int] {
        job.audio.carriedTracks(of: source, in: job.container).filter {
            job.audio.fate(of: source.audio[$0], in: job.container) == .copied
        }
    }

    /// What of the source a film that is made in process does not have: one sentence each.
    var losses: [String] {
        var losses = job.losses(of: source)
        for line in job.audio.conversions(of: source, in: job.container) {
            losses.append("\(line), but not in process")
        }
        let others: [(name: String, isThere: Bool)] = [
            ("subtitles", source.subtitles?.isEmpty == false),
            ("chapters", source.chapters?.isEmpty == false),
            ("timecode", source.timecode != nil),
            ("ICC profile", source.video.colourProfile != nil),
            ("rotation", source.video.displayMatrix != nil),
            ("clean aperture", source.video.cleanAperture != nil || job.shownSize != nil),
        ]
        for (name, isThere) in others where isThere { losses.append("\(name): not carried in process") }
        if job.measuresLight == true {
            losses.append("light levels: the source states none, and they are not measured in process")
        }
        return losses
    }

    /// How far the length of the film may differ from an estimate without excerpts, as a fraction; nil if unknown.
    var rateUncertainty: Double? { isAverage ? 0.1 : nil }

    /// Where an estimate without excerpts comes from, in words.
    var rateBasis: String {
        isAverage ? "from the requested rate" : "assumed to be as large as the source: an excerpt would take too long"
    }

    private var isAverage: Bool {
        if case .average = job.rate { return true }
        return false
    }
}
