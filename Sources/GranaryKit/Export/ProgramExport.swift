import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// An export by the program `granary`, a child of this process.
///
/// All of its files are in a hidden folder beside the new film, which goes when the export ends, however it ends.
final class ProgramExport: ExportRun {
    private let job: ExportJob
    private let program: String
    private let state = Locked(State())

    private struct State {
        var isCancelled = false
        var child: ChildProcess?
    }

    /// How long the program may take to end its workers before it is killed.
    private static let patience = Duration.seconds(10)
    /// Far longer than the program is silent: it reports its progress, and ends what makes none.
    private static let silenceLimitSeconds = 24 * 3600

    /// Finds the program. Throws `unavailable` without one, and `misuse` if it is the client itself.
    init(_ job: ExportJob, program: URL?) throws(GranaryError) {
        self.job = job
        guard let path = program?.path ?? SearchPath.program("granary") else {
            throw job.failure(
                .unavailable,
                "granary",
                "there is no such program in the folders of PATH",
                "Install Granary, name the program, or export in process."
            )
        }
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw job.failure(.unavailable, path, "there is no program of this name", "Name an installed granary.")
        }
        guard !Self.isOwnProgram(path) else {
            throw job.failure(.misuse, path, "it is this program itself", "Name an installed granary.")
        }
        self.program = path
    }

    func plan(_ target: URL) throws -> ExportPlan {
        try inFolder(of: target) { folder in
            var text = ""
            let words = ["--dry-run", "--json", "--progress", "none"]
            let exit = try run(target, words, in: folder) { text += $0 + "\n" }
            guard exit == .code(0) else { throw failure(exit, folder, nil) }
            let forecast: Forecast
            do {
                forecast = try JSONDecoder().decode(Forecast.self, from: Data(text.utf8))
            } catch {
                throw strange("its forecast cannot be read: \(error.localizedDescription)")
            }
            return forecast.plan
        }
    }

    func export(_ target: URL, report: @escaping @Sendable (ExportProgress) -> Void) throws -> ExportedFilm {
        try inFolder(of: target) { folder in
            let film = folder.appending(path: target.lastPathComponent)
            var follower = EventFollower(folder.appending(path: "jobs").path)
            let exit = try run(film, ["--progress", "json"], in: folder) { line in
                if let progress = follower.follow(line) { report(progress) }
            }
            guard let finished = follower.finished, finished.findings.isEmpty,
                exit == .code(0) || exit == .code(FailureKind.verification.rawValue)
            else { throw failure(exit, folder, follower) }
            let number = FinalName.give(film.path, target.path)
            guard number == 0 else { throw unnamed(target, number) }
            if let obstacle = Folder.sync(target.deletingLastPathComponent().path) {
                try? FileManager.default.removeItem(at: target)
                throw job.failure(.system, target.path, "its name may be lost: \(obstacle)")
            }
            return ExportedFilm(
                url: target,
                byteCount: finished.byteCount,
                isVerified: finished.isVerified,
                misses: (finished.misses ?? []) + follower.missedGoals(exit)
            )
        }
    }

    func cancel() {
        let child = state.withLock { state in
            state.isCancelled = true
            return state.child
        }
        child.map(Self.stop)
    }

    // MARK: - The child

    /// Runs the program on the manifest; returns how it ended. Throws `cancelled`.
    private func run(
        _ film: URL,
        _ words: [String],
        in folder: URL,
        onLine: (String) -> Void
    ) throws -> UnitExit {
        let manifest = folder.appending(path: "job.json")
        let (_, bytes) = try job.manifest(output: film)
        do {
            try Data(bytes).write(to: manifest)
        } catch {
            throw job.failure(.system, manifest.path, "it cannot be written: \(error.localizedDescription)")
        }
        let child: ChildProcess
        do {
            child = try ChildProcess(
                executable: program,
                arguments: ["run", manifest.path, "--jobs", folder.appending(path: "jobs").path] + words,
                errorLog: folder.appending(path: "log").path
            )
        } catch {
            throw job.failure(.system, program, error.cause, error.remedy)
        }
        let isCancelled = state.withLock { state in
            state.child = child
            return state.isCancelled
        }
        if isCancelled { Self.stop(child) }
        defer { state.withLock { $0.child = nil } }
        let (exit, _) = child.run(silenceLimitSeconds: Self.silenceLimitSeconds, onLine: onLine)
        if state.withLock({ $0.isCancelled }) { throw job.cancelled }
        return exit
    }

    /// Asks the program to stop at once. The first signal alone would let it finish its running ranges.
    private static func stop(_ child: ChildProcess) {
        child.signalGroup(SIGINT)
        child.terminate(killAfter: patience)
    }

    /// Runs a call with a hidden folder beside the film.
    private func inFolder<Result>(of target: URL, _ body: (URL) throws -> Result) throws -> Result {
        try job.check(target: target)
        let folder = target.standardizedFileURL.deletingLastPathComponent()
            .appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
        if let obstacle = Folder.create(folder.path, mode: 0o700, isLasting: false) {
            throw job.failure(.system, folder.path, obstacle)
        }
        // A folder that cannot be removed is hidden, and harms nobody.
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    // MARK: - Failures

    private func failure(_ exit: UnitExit, _ folder: URL, _ follower: EventFollower?) -> GranaryError {
        if let finished = follower?.finished, !finished.findings.isEmpty {
            return job.failure(.unverified, job.source.path, finished.findings.joined(separator: "; "))
        }
        if exit == .code(0) { return strange("it ended well, but its events name no finished film") }
        let words = UnitLog.lastWords(of: folder.appending(path: "log").path)
        let cause = follower?.explanation ?? (words.isEmpty ? "\(program) ended with \(exit)" : words)
        guard case .code(let code) = exit, let kind = FailureKind(rawValue: code) else {
            return job.failure(.system, job.source.path, cause)
        }
        return job.failure(kind.publicCode, job.source.path, cause)
    }

    private func strange(_ cause: String) -> GranaryError {
        job.failure(.mismatch, program, cause, "Use a granary of the same version as this library.")
    }

    private func unnamed(_ target: URL, _ number: CInt) -> GranaryError {
        // Safe: the text is copied before the next call of strerror.
        let words = unsafe String(cString: strerror(number))
        return job.failure(number == EEXIST ? .alreadyExists : .system, target.path, words)
    }

    private static func isOwnProgram(_ path: String) -> Bool {
        guard let program = FileStatus(path: path), let own = FileStatus(path: "/proc/self/exe") else { return false }
        return program.isSameFile(as: own)
    }
}

/// The part of `granary run --dry-run --json` that a plan needs.
private struct Forecast: Decodable {
    let passes: PassLimits
    let resolutions: [Jobs.Resolution]
    let filmBytes: Int64
    let diskBasis: String
    let diskUncertainty: Double?
    let notCarried: [String]

    var plan: ExportPlan {
        ExportPlan(
            maximumPasses: passes.maximum,
            passesReason: passes.reason,
            estimatedByteCount: filmBytes,
            estimateUncertainty: diskUncertainty,
            estimateBasis: diskBasis,
            resolutions: resolutions.map { ExportPlan.Resolution(key: $0.key, value: $0.value, reason: $0.reason) },
            losses: notCarried
        )
    }
}

extension FailureKind {
    /// The code of an error of the program.
    fileprivate var publicCode: GranaryError.Code {
        switch self {
        case .verification: .unverified
        case .usage, .badInput: .unsupportedFilm
        case .sourceNotFound: .missing
        case .unavailable: .unavailable
        case .bug: .encoderFailed
        case .cannotCreate, .inputOutput, .temporary: .system
        case .interrupted: .cancelled
        }
    }
}
