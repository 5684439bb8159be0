package import Confinement
import Foundation
import Glibc
package import JobDocuments
package import Jobs
package import Media
import Platform

/// Confines the process of a work unit, and holds the folders that are its alone.
///
/// It may read the job and its source, and write the results of its stage and its own scratch. Units that the process
/// does later are of the same stage of the same job, so the same holds for them.
package final class UnitConfinement: Sendable {
    /// What holds this process.
    package let held: HeldConfinement
    private let scratch: PrivateFolder?
    private let memory: PrivateFolder?

    /// Folder of the process for the encoder's statistics, in memory where there is any; nil where it has none of its
    /// own.
    package var memoryFolder: String? { (memory ?? scratch)?.path }

    /// Confines this process before it opens its source. To be called before it has a second thread.
    ///
    /// - Throws: when the job cannot be read, there is no scratch folder, or `required` cannot be held.
    package init(of unit: WorkUnit, in directory: JobDirectory, mode: SandboxMode) throws {
        guard mode != .off else {
            (held, scratch, memory) = (.none, nil, nil)
            return
        }
        let (job, source) = (try directory.job(), try directory.source())
        let place = ScratchPlace.standard
        guard let scratch = PrivateFolder(in: place) else {
            throw WorkError(
                .inputOutput,
                attempted: "make a scratch folder",
                subject: place,
                // Safe: the text is copied before anything else asks for one.
                cause: unsafe String(cString: strerror(errno)),
                remedy: "set TMPDIR to a local folder that can be written"
            )
        }
        self.scratch = scratch
        memory = PrivateFolder(in: Self.memoryPlace)
        // Safe: no other thread reads the environment yet.
        unsafe setenv("TMPDIR", scratch.path, 1)
        unsafe unsetenv("SLURM_TMPDIR")
        let results = Self.resultFolders(of: unit.stage, job, directory)
        // Rules are for what is there. One that cannot be made is missed, and named, by who writes there.
        for folder in results { _ = Folder.create(folder) }
        try UnitPresence.prepare(directory)
        let film = [job.outputPath, try? directory.muxResult()?.path].compactMap(\.self)
        let judge = job.judgedMetric == .vmaf ? VMAFTool.places() : (programs: [], folders: [])
        let confinement = Confinement(
            readable: source.paths + [directory.path] + (unit.stage == .verify ? film : []) + judge.folders,
            writable: results + [directory.logFolder, scratch.path] + (memory.map { [$0.path] } ?? []),
            tidied: [place] + (memory == nil ? [] : [Self.memoryPlace]),
            programs: judge.programs,
            limits: Confinement.Limits(memoryByteCount: WorkerMemory.limit(settings: job.encoder, source: source))
        )
        held = try confinement.apply(mode)
    }

    /// What to say of an error of which the confinement may be the cause; nil of any other.
    package func hint(on error: any ExplainedError) -> String? {
        // Safe: the text is copied before anything else asks for one.
        let denied = unsafe String(cString: strerror(EACCES))
        guard held.landlock > 0, error.cause.contains(denied) else { return nil }
        return "The worker is confined: it reads its source and its job, and no other file."
    }

    /// Removes its folders: for a process that ends without unwinding.
    package func leave() {
        scratch?.remove()
        memory?.remove()
    }

    private static let memoryPlace = "/dev/shm"

    /// Where the results of a stage go. The mux also writes the film beside its output, and its own document beside the
    /// job's.
    private static func resultFolders(of stage: Stage, _ job: ResolvedJob, _ directory: JobDirectory) -> [String] {
        switch stage {
        case .scout, .analyse, .encode: [directory.passesFolder]
        case .mux: [directory.path, URL(filePath: job.outputPath).deletingLastPathComponent().path]
        case .verify: [directory.verifyFolder]
        }
    }
}
