import Confinement
import Encoding
import Foundation
import Intake
package import JobDocuments
package import Jobs
package import Media

/// What every work unit of a job reads before it begins: the job, its source and where things are.
package struct WorkSite {
    /// The job directory.
    package let directory: JobDirectory
    /// The resolved job.
    package let job: ResolvedJob
    /// The probed source.
    package let source: SourceDescription
    /// Tells the coordinator how far the work is.
    let say: (WorkerMessage) -> Void
    /// What holds this process; nil in one that nobody confined.
    let confinement: UnitConfinement?
    /// True until something is measured, in a process that was started for this unit.
    private let isFresh: Locked<Bool>

    /// Reads the job's documents, and checks that builds and source are those that the job was resolved with.
    ///
    /// - Parameters:
    ///   - confinement: what holds this process.
    ///   - countsStart: true when this process was started for the unit: what that took is the unit's.
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
                attempted: "do a work unit of job \(job.id)",
                subject: directory.sourcePath,
                cause: "it describes another source than the job's",
                remedy:
                    "run the job with its manifest again, which probes the source anew, or begin anew with --restart"
            )
        }
        try MovieProbe.verifyIdentity(of: source)
    }

    /// The builds of this process, as jobs and stores name them.
    package static var builds: BuildIdentity {
        BuildIdentity(encoder: X265Library.buildName, reader: ReaderBuild.current)
    }

    /// What the decoded pictures are turned into before they are encoded.
    var conversion: PictureConversion { PictureConversion(of: source.video, for: job) }

    /// Measures what a piece of work takes from now on; the first one of a process, from the start of that.
    func costMeter() -> CostMeter {
        let isFirst = isFresh.withLock { isFresh in
            defer { isFresh = false }
            return isFresh
        }
        return CostMeter(countsStart: isFirst, sandbox: confinement?.held)
    }

    /// The plan, which exists from the first pass on.
    func plan() throws -> Plan { try published(try directory.plan(of: job, source.video.timeline), directory.planPath) }

    /// The result of a range in a pass, which the coordinator says is there.
    func result(pass: Int, range: Int) throws -> RangeResult {
        try published(try directory.result(pass: pass, range: range), directory.resultPath(pass: pass, range: range))
    }

    /// A document that must be there before this unit may begin.
    func published<Document>(_ document: Document?, _ path: String) throws -> Document {
        guard let document else {
            throw WorkError(
                .temporary,
                attempted: "do a work unit of job \(job.id)",
                subject: path,
                cause: "it is not published yet",
                remedy: "start the unit through `granary run`, which knows what comes first"
            )
        }
        return document
    }

    private func checkBuilds() throws {
        let builds = WorkSite.builds
        let judge = job.builds.judge == nil ? nil : try VMAFTool.find().version
        for (name, stored, current) in [
            ("granary", job.builds.granary, builds.granary), ("libx265", job.builds.encoder, builds.encoder),
            ("FFmpeg", job.builds.reader, builds.reader), ("VMAF", job.builds.judge ?? "", judge ?? ""),
        ] where stored != current {
            throw WorkError(
                .temporary,
                attempted: "go on with job \(job.id)",
                subject: name,
                cause: "the job was begun with \(stored), this is \(current)",
                remedy: "run it where the same build is installed, or begin again with --restart"
            )
        }
    }
}
