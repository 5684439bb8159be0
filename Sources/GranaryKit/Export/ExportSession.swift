public import Foundation
import Media
import Platform

/// Exports a film to another one in one call. The counterpart of AVAssetExportSession.
///
///     let session = ExportSession(source: url, settings: ExportSettings(goal: .averageBitRate(2_500_000)))
///     let film = try await session.export(to: target)
///
/// The new film gets its name when it is complete. Until then, and after an error or a cancellation, there is no file
/// at its place, and none beside it. A session exports once; cancelling its task, or `cancel`, ends the export.
public final class ExportSession: Sendable {
    /// What decodes and encodes.
    public struct Engine: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case program(URL?)
            case inProcess
        }

        let kind: Kind

        /// The `granary` that is on `PATH`: encoders on all cores, confined readers, and verification of every picture.
        public static let installedProgram = Engine(kind: .program(nil))

        /// The same with a program at a path.
        ///
        /// - Parameter url: a `granary` of this library's version. It is never the client's own executable.
        public static func program(at url: URL) -> Engine { Engine(kind: .program(url)) }

        /// This process, with a single encoder. Decoding is not confined: a film that attacks its decoder attacks this
        /// process.
        public static let inProcess = Engine(kind: .inProcess)
    }

    /// The film that is exported.
    public let source: URL
    /// How it is exported.
    public let settings: ExportSettings
    /// The part of the film: the frames that begin in it; nil for all of it.
    public let timeRange: TimeRange?
    /// What decodes and encodes.
    public let engine: Engine
    /// How far the export is, a few times a second; ends with the export. For a single reader.
    public let progress: AsyncStream<ExportProgress>

    private let reports: AsyncStream<ExportProgress>.Continuation
    private let state = Locked(State())

    private struct State {
        var isBegun = false
        var isCancelled = false
        var run: (any ExportRun)?
    }

    /// Prepares an export; opens nothing.
    ///
    /// - Parameters:
    ///   - source: a film.
    ///   - settings: what is nil in them is chosen when the export is planned or begins.
    ///   - timeRange: the part of the film; nil for all of it.
    ///   - engine: what decodes and encodes.
    public init(
        source: URL,
        settings: ExportSettings = ExportSettings(),
        timeRange: TimeRange? = nil,
        engine: Engine = .installedProgram
    ) {
        self.source = source
        self.settings = settings
        self.timeRange = timeRange
        self.engine = engine
        (progress, reports) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit { reports.finish() }

    /// What the export would do, and how long its film would be.
    ///
    /// Without an average rate it encodes excerpts of the film, which takes some seconds.
    ///
    /// - Parameter url: the new film, QuickTime if its name ends in `.mov`, else MP4. Nothing is written to it.
    /// - Throws: `unsupportedFilm`, `missing`, `damaged`, `refusedProperty`, `unavailable`, `cancelled` or `system`.
    public func plan(for url: URL) async throws -> ExportPlan {
        let run = try makeRun()
        return try await withTaskCancellationHandler {
            try await onThread { try run.plan(url) }
        } onCancel: {
            run.cancel()
        }
    }

    /// Exports the film.
    ///
    /// - Parameter url: a file that does not exist, in a folder that does. QuickTime if its name ends in `.mov`, else
    ///   MP4.
    /// - Throws: what `plan` throws; `alreadyExists`, `diskFull`, `encoderFailed`; `misuse` for a second call;
    ///   `unverified` if the new film differs from what the encoder produced.
    public func export(to url: URL) async throws -> ExportedFilm {
        let run = try makeRun()
        let isFirst = state.withLock { state in
            defer { (state.isBegun, state.run) = (true, state.isBegun ? state.run : run) }
            return !state.isBegun
        }
        guard isFirst else { throw failure(.misuse, "the session has exported its film", "Make another session.") }
        defer {
            state.withLock { $0.run = nil }
            reports.finish()
        }
        return try await withTaskCancellationHandler {
            try await onThread { [reports] in
                guard !self.state.withLock({ $0.isCancelled }) else {
                    throw self.failure(.cancelled, "it was cancelled")
                }
                return try run.export(url) { reports.yield($0) }
            }
        } onCancel: {
            run.cancel()
        }
    }

    /// Ends the export, which then throws `cancelled`. Before `export` it makes that call throw; after it, it does
    /// nothing.
    public func cancel() {
        let run = state.withLock { state in
            state.isCancelled = true
            return state.run
        }
        run?.cancel()
    }

    private func makeRun() throws(GranaryError) -> any ExportRun {
        let job = ExportJob(source: source, settings: settings, timeRange: timeRange)
        switch engine.kind {
        case .program(let url): return try ProgramExport(job, program: url)
        case .inProcess: return InProcessExport(job)
        }
    }

    private func failure(_ code: GranaryError.Code, _ cause: String, _ remedy: String = "") -> GranaryError {
        GranaryError(code, attempted: "export a film", subject: source.path, cause: cause, remedy: remedy)
    }

    /// Runs a blocking call on a thread of its own, so that it takes none of those of Swift's tasks.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.name = "granary-export"
            // Encoders and decoders have threads of their own; this bounds the stack on systems with small ones.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}
