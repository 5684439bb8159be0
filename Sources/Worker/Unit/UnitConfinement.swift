package import Confinement
import Foundation
import Glibc
import Intake
package import JobDocuments
package import Jobs
package import Media
import Platform

/// Confines the process of a work unit, and owns the private folders of the process.
///
/// The process may read the job and its source, and may write the results of its stage and its own scratch folders.
/// Later units of the process belong to the same stage of the same job, so the same rules fit them.
package final class UnitConfinement: Sendable {
    /// The confinement of this process.
    package let held: HeldConfinement
    private let scratch: PrivateFolder?
    private let memory: PrivateFolder?

    /// The process's folder for the encoder's statistics, in memory if possible; nil without a sandbox.
    package var memoryFolder: String? { (memory ?? scratch)?.path }

    /// Confines this process. Must be called before the process opens its source and before it has a second thread.
    ///
    /// - Throws: when the job cannot be read, there is no scratch folder, or a `required` sandbox is not available.
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
                attempted: "create a scratch folder",
                subject: place,
                // Safe: the text is copied before the next call of strerror.
                cause: unsafe String(cString: strerror(errno)),
                remedy: "Set TMPDIR to a writable local folder."
            )
        }
        FilmReader.loadLibraries(for: source)
        self.scratch = scratch
        memory = PrivateFolder(in: Self.memoryPlace)
        // Safe: no other thread reads the environment yet.
        unsafe setenv("TMPDIR", scratch.path, 1)
        unsafe unsetenv("SLURM_TMPDIR")
        let results = Self.resultFolders(of: unit.stage, job, directory)
        // Rules need existing folders. If one cannot be created, the code that writes there reports it.
        for folder in results { _ = Folder.create(folder) }
        try UnitPresence.prepare(directory)
        let film = [job.outputPath, try? directory.muxResult()?.path].compactMap(\.self)
        let judge = job.judgedMetric == .vmaf ? VMAFTool.places() : (programs: [], folders: [])
        let confinement = Confinement(
            readable: source.readPaths + [directory.path] + (unit.stage.readsFilm ? film : []) + judge.folders,
            writable: results + [directory.paths.logFolder, scratch.path] + (memory.map { [$0.path] } ?? []),
            tidied: [place] + (memory == nil ? [] : [Self.memoryPlace]),
            programs: judge.programs,
            limits: Confinement.Limits(memoryByteCount: WorkerMemory.limit(settings: job.encoder, source: source))
        )
        held = try confinement.apply(mode)
    }

    /// A hint for an error that the confinement may have caused; nil for any other error.
    package func hint(on error: any ExplainedError) -> String? {
        // Safe: the text is copied before the next call of strerror.
        let denied = unsafe String(cString: strerror(EACCES))
        guard held.landlock > 0, error.cause.contains(denied) else { return nil }
        return "The worker is confined: it may read its source and its job, and no other files."
    }

    /// Removes the private folders, for a process that ends without running deinitialisers.
    package func leave() {
        scratch?.remove()
        memory?.remove()
    }

    private static let memoryPlace = "/dev/shm"

    /// Folders for the results of a stage. The scout also makes the stills of a job. The mux also writes the film next
    /// to its output, and its document to the job directory. The verification makes a damaged table of dynamic metadata
    /// again.
    private static func resultFolders(of stage: Stage, _ job: ResolvedJob, _ directory: JobDirectory) -> [String] {
        switch stage.destination {
        case .passes: [directory.paths.passesFolder] + (stage == .scout ? job.stillFolders : [])
        case .film: [directory.path, URL(filePath: job.outputPath).deletingLastPathComponent().path]
        case .findings:
            [directory.paths.verifyFolder] + (job.dynamicMetadata == nil ? [] : [directory.paths.passFolder(0)])
        }
    }
}
