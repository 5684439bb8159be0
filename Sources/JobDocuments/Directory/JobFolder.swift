import Foundation
package import Jobs
import Platform
import Storage

/// A folder of job directories: `--jobs`, `$GRANARY_JOBS` or `.granary` next to an output.
package struct JobFolder: Hashable, Sendable {
    /// Absolute path of the folder.
    package let path: String

    /// Creates a value for a folder, which need not exist.
    package init(path: String) { self.path = path }

    /// The directories in it that contain a job, by name; none if the folder is missing.
    package var jobs: [JobDirectory] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { JobDirectory(path: "\(path)/\($0)") }.filter { $0.holdsJob }
    }

    /// The job whose id, which is the name of its directory, begins with the given text; nil if there is none or more
    /// than one.
    package func job(beginning text: String) -> JobDirectory? {
        let found = jobs.filter { $0.path.dropFirst(path.count + 1).hasPrefix(text) }
        return found.count == 1 ? found[0] : nil
    }

    /// The job that made a film: one that recorded its checksum, otherwise one that recorded its path.
    package func maker(of movie: String) throws -> JobDirectory? {
        var namesake: JobDirectory?
        for job in jobs.flatMap({ [$0] + ((try? $0.outputs()) ?? []) }) {
            guard let record = try? job.finishedFilm() else { continue }
            if try job.isContent(of: record, at: movie) { return job }
            if let place = FileStatus(path: record.path), let file = FileStatus(path: movie), place.isSameFile(as: file)
            {
                namesake = job
            }
        }
        return namesake
    }
}

extension JobDirectory {
    /// Whether the folder contains a job, judged by its name and its first document.
    package var holdsJob: Bool { (try? job().id) == URL(filePath: path).lastPathComponent }

    /// Whether a file has the size and the checksum of a recorded film. Throws if it cannot be read.
    package func isContent(of film: FinishedFilm, at path: String) throws -> Bool {
        try verified.hasContent(film.sha256, film.byteCount, at: path)
    }
}
