import Confinement
import Encoding
import JobDocuments
import Jobs
import Media
import Worker

/// Turns a manifest into a job: probes its source, resolves all settings, and creates its directory.
struct JobBeginning {
    /// True if a new job identifies its source by all of its bytes.
    let hashesSource: Bool
    /// Whether processes that read films are confined.
    let sandbox: SandboxMode

    private var reader: SourceReader { SourceReader(sandbox: sandbox) }

    /// The resolved jobs of a manifest, one for each film that it asks for, and their source. The first one leads.
    func resolve(_ manifest: Manifest) throws -> (jobs: [ResolvedJob], source: SourceDescription) {
        let source = try describe(manifest)
        var manifests = [manifest] + manifest.furtherOutputs.map { manifest.manifest(of: $0) }
        var jobs = try manifests.map { try resolve($0, source) }
        let periods = jobs.map { TemporalPyramid(levels: $0.encoder.temporalLevels)?.period ?? 1 }
        if let longest = periods.max(), periods.contains(where: { $0 != longest }) {
            // Key frames are at the same times in all films, also in those with fewer temporal levels.
            for index in manifests.indices { manifests[index].ranges.period = longest }
            jobs = try manifests.map { try resolve($0, source) }
        }
        return ([jobs[0].leading(Array(jobs.dropFirst()))] + jobs.dropFirst(), source)
    }

    /// The probed source of a manifest, with the times of the film.
    private func describe(_ manifest: Manifest) throws -> SourceDescription {
        let whole = try described(manifest)
        let frames = try manifest.frames(of: whole.video.timeline)
        let part = try frames.map { try reader.cut(whole, to: $0) } ?? whole
        // Frames are made and repeated last, so that parts are cut in the times of the files.
        let makesFrames = part.parts.contains { $0.reading?.deinterlacing == .field }
        let rate = manifest.video.outputFrameRate
        return makesFrames || rate != nil ? try joined(part.parts, manifest, at: rate, makesFrames: true) : part
    }

    private func resolve(_ manifest: Manifest, _ source: SourceDescription) throws -> ResolvedJob {
        var job = try ResolvedJob.resolving(manifest, source: source, capabilities: X265Library.capabilities())
        job.builds.encoder = EncoderLibraries.buildName(for: job.encoder.codec)
        // Options that are valid alone may conflict. This reports it before the first worker would.
        if !job.encoder.options.isEmpty {
            switch job.encoder.codec {
            case .hevc: try X265Trial.check(job.encoder)
            case .h264: try X264Library.check(job.encoder)
            }
        }
        if job.judgedMetric == .vmaf {
            // Looked for before any work is done, because no other tool can replace it.
            let tool = try VMAFTool.find()
            job.builds.judge = tool.version
            job.resolutions.append(
                Resolution(
                    key: job.optimize == nil ? "video.rate.quality.metric" : "video.optimize",
                    value: "vmaf, model vmaf_v0.6.1",
                    reason: "measured by \(tool.version), \(tool.path)"
                )
            )
        }
        return job
    }

    /// The probed source. A list of films is probed film by film, and then described as one source.
    private func described(_ manifest: Manifest) throws -> SourceDescription {
        guard !manifest.films.isEmpty else {
            var film = try reader.describe(
                path: manifest.source,
                hashWholeFile: hashesSource,
                reading: reading(manifest.reading, manifest)
            )
            film = try reader.attaching(manifest.video.dynamicMetadata?.files ?? [:], to: film)
            return try joined([fitting(film, manifest.fit, manifest.isEnlarged, manifest)], manifest)
        }
        var films: [SourceDescription] = []
        for (index, listed) in manifest.films.enumerated() {
            let film = try reader.describe(
                path: listed.path,
                hashWholeFile: hashesSource,
                reading: reading(listed.reading, manifest)
            )
            let frames = try manifest.frames(of: film.video.timeline, ofFilm: index)
            let part = try frames.map { try reader.cut(film, to: $0) } ?? film
            films.append(fitting(part, listed.fit, listed.isEnlarged, manifest))
        }
        return try joined(films, manifest)
    }

    /// One source of several films, or of a single one whose pictures do not become the film's as they are.
    ///
    /// - Parameters:
    ///   - rate: the rate that frames are repeated or left out for; nil for the times of the films.
    ///   - makesFrames: whether the frames of films are made of their fields, where they are read so.
    private func joined(
        _ films: [SourceDescription],
        _ manifest: Manifest,
        at rate: FrameRate? = nil,
        makesFrames: Bool = false
    ) throws -> SourceDescription {
        // If the new film has no audio, that of the films is not looked at.
        try reader.joined(
            films,
            comparesAudio: (manifest.audio ?? manifest.preset?.audio) != Manifest.Audio.none,
            times: FilmTimes(rate: rate, makesFrames: makesFrames)
        )
    }

    /// A film that fits into the frame as its entry says, and else as all films.
    private func fitting(
        _ film: SourceDescription,
        _ fit: FrameFit?,
        _ isEnlarged: Bool?,
        _ manifest: Manifest
    ) -> SourceDescription {
        var film = film
        film.fit = fit ?? manifest.video.fit
        film.isEnlarged = isEnlarged ?? manifest.video.isEnlarged == true ? true : nil
        return film
    }

    /// How a film is read: as its entry says, and else as all films.
    private func reading(_ own: SourceReading, _ manifest: Manifest) -> SourceReading {
        var reading = own
        reading.deinterlacing = own.deinterlacing ?? manifest.video.deinterlacing
        reading.denoising = manifest.video.denoising
        reading.debands = manifest.video.debands ? true : nil
        reading.burning = manifest.video.burning
        return reading
    }

    /// The directory of a job.
    func directory(of job: ResolvedJob, in folder: JobsFolderOptions) -> JobDirectory {
        JobDirectory(path: "\(folder.folder(beside: job.outputPath))/\(job.id)")
    }

    /// The directory of each of the jobs that make the films of a manifest, given that of the first.
    func directories(of jobs: [ResolvedJob], first: JobDirectory) -> [JobDirectory] {
        [first] + jobs.dropFirst().map { first.output($0.id) }
    }

    /// Prepares the directory of a job for a coordinator that starts later or elsewhere. Throws if a coordinator is
    /// running, or if the output cannot be written.
    func begin(
        _ job: ResolvedJob,
        _ source: SourceDescription,
        in directory: JobDirectory,
        overwrites: Bool = false
    ) throws {
        try JobFiles.createFolder(directory.path)
        let lease = try JobLease(of: directory)
        defer { withExtendedLifetime(lease) {} }
        try directory.begin(job, source: source)
        try directory.output(of: job).check(source: source, overwrites: overwrites)
    }
}
