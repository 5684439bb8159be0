import Confinement
import Encoding
import JobDocuments
import Jobs
import Media
import Worker

/// Makes a job of a manifest: probes its source, settles what is open, and begins its directory.
struct JobBeginning {
    /// True makes a new job know its source by all of its bytes.
    let hashesSource: Bool
    /// Whether what reads films is confined.
    let sandbox: SandboxMode

    private var reader: SourceReader { SourceReader(sandbox: sandbox) }

    /// The job of a manifest, over its source.
    func resolve(_ manifest: Manifest) throws -> (job: ResolvedJob, source: SourceDescription) {
        let whole = try described(manifest)
        let frames = try manifest.frames(of: whole.video.timeline)
        let source = try frames.map { try reader.cut(whole, to: $0) } ?? whole
        var job = try ResolvedJob.resolving(manifest, source: source, capabilities: X265Library.capabilities())
        // Options that are good one by one may not go together: better said now than by the first worker.
        if !job.encoder.options.isEmpty { try X265Trial.check(job.encoder) }
        if job.judgedMetric == .vmaf {
            // Looked for before anything is done: nothing else takes its place.
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
        return (job, source)
    }

    /// What the probe finds in the source: of a list of films in each of them, and then in all of them together.
    private func described(_ manifest: Manifest) throws -> SourceDescription {
        guard !manifest.films.isEmpty else {
            return try reader.describe(
                path: manifest.source,
                hashWholeFile: hashesSource,
                reading: manifest.reading
            )
        }
        var films: [SourceDescription] = []
        for (index, listed) in manifest.films.enumerated() {
            let film = try reader.describe(
                path: listed.path,
                hashWholeFile: hashesSource,
                reading: listed.reading
            )
            let frames = try manifest.frames(of: film.video.timeline, ofFilm: index)
            films.append(try frames.map { try reader.cut(film, to: $0) } ?? film)
        }
        // Films without sound may be made of films whose sound differs.
        return try reader.joined(
            films,
            comparesSound: (manifest.audio ?? manifest.preset?.audio) != Manifest.Audio.none
        )
    }

    /// Where a job lives.
    func directory(of job: ResolvedJob, in folder: JobsFolderOptions) -> JobDirectory {
        JobDirectory(path: "\(folder.folder(beside: job.outputPath))/\(job.id)")
    }

    /// Makes the directory of a job ready for a coordinator that starts elsewhere. Throws when one is at work, or when
    /// the output could not be written.
    func begin(_ job: ResolvedJob, _ source: SourceDescription, in directory: JobDirectory) throws {
        try directory.createFolder(directory.path)
        let lease = try JobLease(of: directory)
        defer { withExtendedLifetime(lease) {} }
        try directory.begin(job, source: source)
        try directory.checkOutput(of: job, source: source, overwrites: false)
    }
}
