import Foundation
package import Jobs
import Platform
import Storage

/// A folder of job directories: what `--jobs`, `$GRANARY_JOBS` or `.granary` beside an output names.
package struct JobFolder: Hashable, Sendable {
    /// Absolute path of the folder.
    package let path: String

    /// Refers to a folder, there or not.
    package init(path: String) { self.path = path }

    /// The directories in it that hold a job, by name; none when the folder is not there.
    package var jobs: [JobDirectory] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { JobDirectory(path: "\(path)/\($0)") }.filter { $0.holdsJob }
    }

    /// The job whose name, which is its id, begins with some text; nil when there is none, or more than one.
    package func job(beginning text: String) -> JobDirectory? {
        let found = jobs.filter { $0.path.dropFirst(path.count + 1).hasPrefix(text) }
        return found.count == 1 ? found[0] : nil
    }

    /// The job that made a movie: one that recorded its checksum, else one that recorded its path.
    package func maker(of movie: String) throws -> JobDirectory? {
        var namesake: JobDirectory?
        for job in jobs {
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
    /// Whether the folder holds a job, as far as its name and first document tell.
    package var holdsJob: Bool { (try? job().id) == URL(filePath: path).lastPathComponent }

    /// Whether a file has the size and the checksum of a film that is on record. Throws when it cannot be read.
    package func isContent(of film: FinishedFilm, at path: String) throws -> Bool {
        try hasContent(film.sha256, film.byteCount, at: path)
    }
}
