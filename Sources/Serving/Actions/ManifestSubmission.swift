import Foundation
import HTTPTypes
import JobDocuments
import Jobs
import Media

/// A manifest that somebody posts: its text, and the folder that its relative paths begin at.
struct ManifestSubmission: Decodable {
    /// The text, YAML or JSON.
    let manifest: String
    /// One of the folders that the server was started with; the first of them if absent.
    var folder: String?
    /// 0 to 100, higher first; that of the manifest if absent.
    var priority: Int?

    /// Checks the manifest as the command line does; throws everything that is wrong with it.
    ///
    /// - Returns: the entry for a queue.
    func entry(in folders: AllowedFolders) throws -> QueueEntry {
        guard let folder = folder.flatMap({ $0.isEmpty ? nil : $0 }) ?? folders.paths.first, !folders.isEmpty else {
            throw Problem(
                .forbidden,
                "This server takes no manifests.",
                remedy: "Start it with --folder DIR for each folder that films may lie in, or use granary queue add."
            )
        }
        guard folders.paths.contains(folder) else {
            throw Problem(.forbidden, "The server was not started with --folder \(PlainText.field(folder)).")
        }
        try checkPriority()
        let text = Self.lines(manifest)
        let manifest = try Self.parsed(text, in: folder)
        for path in manifest.readPaths + manifest.madePaths where !folders.contain(path) {
            throw Problem(
                .forbidden,
                "The manifest names \(PlainText.field(path)), which is in none of the server's folders.",
                remedy: "Films are read and made in \(folders.paths.joined(separator: ", "))."
            )
        }
        guard manifest.slurm == SlurmOptions() else {
            throw Problem(
                .forbidden,
                "A manifest from a page has no slurm section: its options can name any file.",
                remedy: "Use the site's options, or granary queue add."
            )
        }
        return QueueEntry(
            manifest,
            file: folder + "/" + Self.fileName,
            text: text,
            name: manifest.filmName,
            priority: priority
        )
    }

    /// What is wrong with a manifest as such; empty if nothing is.
    func issues(in folders: AllowedFolders) throws -> [ManifestIssue] {
        try checkPriority()
        do throws(ManifestError) {
            _ = try Self.parsed(Self.lines(manifest), in: folder ?? folders.paths.first ?? "/")
            return []
        } catch {
            return error.issues
        }
    }

    private func checkPriority() throws(Problem) {
        guard let priority, !(0...100).contains(priority) else { return }
        throw Problem(.unprocessableContent, "A priority is from 0 to 100, not \(priority).")
    }

    /// The name that stands for the text in messages.
    private static let fileName = "posted.yaml"

    private static func parsed(_ text: String, in folder: String) throws(ManifestError) -> Manifest {
        try Manifest(parsing: Array(text.utf8), file: fileName, folder: folder)
    }

    /// A form sends lines that end in CR LF.
    private static func lines(_ text: String) -> String { text.replacing("\r\n", with: "\n") }
}
