import Foundation
import Jobs
import Media

/// One way to export a film. Calls block; `cancel` may be called from any thread, before, during and after them.
protocol ExportRun: Sendable {
    /// What an export to a file would do.
    func plan(_ target: URL) throws -> ExportPlan

    /// Exports the film. After an error there is no file at the place of the film, and none beside it.
    func export(_ target: URL, report: @escaping @Sendable (ExportProgress) -> Void) throws -> ExportedFilm

    /// Ends the running call, and every later one, with `cancelled`.
    func cancel()
}

/// What is exported, and how.
struct ExportJob: Sendable {
    let source: URL
    let settings: ExportSettings
    let timeRange: TimeRange?

    /// The job as a manifest, and its text, JSON.
    ///
    /// Throws `refusedProperty` for settings that no film can have, with everything that is wrong.
    func manifest(output: URL) throws(GranaryError) -> (manifest: Manifest, bytes: [UInt8]) {
        let bytes = try settings.manifestBytes(
            source: source.standardizedFileURL.path,
            output: output.standardizedFileURL.path,
            timeRange: timeRange
        )
        let folder = FileManager.default.currentDirectoryPath
        do throws(ManifestError) {
            return (try Manifest(parsing: bytes, file: "settings", folder: folder), bytes)
        } catch {
            throw refusal(error)
        }
    }

    /// The error of a manifest as that of the settings.
    func refusal(_ error: ManifestError) -> GranaryError {
        let problems = error.issues.map { issue in
            (issue.key.isEmpty ? "" : "\(issue.key) ") + issue.problem
                + (issue.suggestion.isEmpty ? "" : " (\(issue.suggestion))")
        }
        return failure(.refusedProperty, source.path, problems.joined(separator: "; "))
    }

    /// Throws if a film cannot get this name.
    func check(target: URL) throws(GranaryError) {
        let folder = target.deletingLastPathComponent()
        var isFolder: ObjCBool = false
        // Safe: the call writes the flag, which it does not keep.
        let exists = unsafe FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
        guard exists, isFolder.boolValue else {
            throw failure(.missing, folder.path, "there is no such folder", "Create it.")
        }
        guard (try? FileManager.default.attributesOfItem(atPath: target.path)) == nil else {
            throw failure(.alreadyExists, target.path, "the file exists", "Remove it, or choose another name.")
        }
    }

    func failure(
        _ code: GranaryError.Code,
        _ subject: String,
        _ cause: String,
        _ remedy: String = ""
    ) -> GranaryError {
        GranaryError(code, attempted: "export a film", subject: subject, cause: cause, remedy: remedy)
    }

    /// The error of a cancelled export.
    var cancelled: GranaryError { failure(.cancelled, source.path, "it was cancelled") }
}
