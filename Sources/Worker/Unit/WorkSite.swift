import Confinement
import Encoding
import Foundation
import Intake
package import JobDocuments
package import Jobs
package import Media

/// The documents that every work unit reads first: the job and its source.
package struct WorkSite {
    /// The job directory.
    package let directory: JobDirectory
    /// The resolved job.
    package let job: ResolvedJob
    /// The probed source.
    package let source: SourceDescription
    /// Sends a message to the coordinator.
    let say: (WorkerMessage) -> Void
    /// The confinement of this process; nil without one.
    let confinement: UnitConfinement?
    /// Whether the next cost meter counts from the start of the process.
    private let isFresh: Locked<Bool>

    /// Reads the job's documents, and checks that builds and source are those with which the job was resolved.
    ///
    /// - Parameters:
    ///   - confinement: confinement of this process.
    ///   - countsStart: true if this process was started for the unit: its start then counts as cost of the unit.
    package init(
        _ directory: JobDirectory,
        confinement: UnitConfinement? = nil,
        countsStart: Bool = false,
        say: @escaping (WorkerMessage) -> Void
    ) throws {
        isFresh = Locked(countsStart)
        self.confinement = confinement
        self.directory = directory
        job = try directory.job()
        source = try directory.source()
        self.say = say
        try checkBuilds()
        guard job.isOver(source.identity) else {
            throw WorkError(
                .badInput,
                attempted: "run a work unit of job \(job.id)",
                subject: directory.paths.source,
                cause: "it describes a different source than the job",
                remedy: "Run the job with its manifest again, which probes the source; or use --restart to start again."
            )
        }
        try FilmProbe.verifyIdentity(of: source)
    }

    /// The builds of this process, as jobs and stores of HEVC films name them.
    package static var builds: BuildIdentity {
        BuildIdentity(encoder: X265Library.buildName, reader: ReaderBuild.current)
    }

    /// The conversions from decoded pictures to those that the film is encoded from, in this size: one for each film
    /// of the source.
    func conversions(to size: PictureSize, _ plan: Plan) throws -> [PictureConversion] {
        try source.conversions(for: job, to: size, tables: try FilmColourTables(self)?.open(plan) ?? [])
    }

    /// Starts a cost meter. The first one may count from the start of the process; see `init`.
    func costMeter() -> CostMeter {
        let isFirst = isFresh.withLock { isFresh in
            defer { isFresh = false }
            return isFresh
        }
        return CostMeter(countsStart: isFirst, sandbox: confinement?.held)
    }

    /// The plan, which exists from pass 1 on.
    func plan() throws -> Plan {
        try published(try directory.reader.plan(of: job, source.video.timeline), directory.paths.plan)
    }

    /// The published result of a range in a pass.
    func result(pass: Int, range: Int) throws -> RangeResult {
        try published(try directory.result(pass: pass, range: range), directory.paths.result(pass: pass, range: range))
    }

    /// The document; throws if it is nil, because the unit then runs too early.
    func published<Document>(_ document: Document?, _ path: String) throws -> Document {
        guard let document else {
            throw WorkError(
                .temporary,
                attempted: "run a work unit of job \(job.id)",
                subject: path,
                cause: "it is not published yet",
                remedy: "Use `granary run`, which starts the units in the right order."
            )
        }
        return document
    }

    private func checkBuilds() throws {
        let builds = WorkSite.builds
        let encoder = EncoderLibraries.buildName(for: job.encoder.codec)
        let judge = job.builds.judge == nil ? nil : try VMAFTool.find().version
        for (name, stored, current) in [
            ("granary", job.builds.granary, builds.granary), (job.encoder.codec.libraries, job.builds.encoder, encoder),
            ("FFmpeg", job.builds.reader, builds.reader), ("VMAF", job.builds.judge ?? "", judge ?? ""),
        ] where stored != current {
            throw WorkError(
                .temporary,
                attempted: "continue job \(job.id)",
                subject: name,
                cause: "the job was started with \(stored), this is \(current)",
                remedy: "Run it where the same build is installed, or use --restart to start again."
            )
        }
    }
}
