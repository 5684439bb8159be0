import Foundation
import JobDocuments
import Jobs
import Platform
import Storage

/// Disk space that a job will still take at a place.
struct DiskClaim {
    /// A folder that exists.
    let folder: String
    let byteCount: Int64

    /// What the films of a job will still take: in their job directories, and where they are made.
    static func claims(of job: PreparedJob) -> [DiskClaim] {
        zip(job.films, job.directories).flatMap { film, directory -> [DiskClaim] in
            let forecast = DiskForecast(job: film, source: job.source)
            let made = FileStatus(path: film.outputPath)?.byteCount ?? 0
            return [
                DiskClaim(
                    folder: existing(directory.path),
                    byteCount: max(forecast.jobByteCount - directory.usedByteCount, 0)
                ),
                DiskClaim(
                    folder: existing(URL(filePath: film.outputPath).deletingLastPathComponent().path),
                    byteCount: max(forecast.filmByteCount - made, 0)
                ),
            ]
        }
    }

    /// Whether there is space for the claims of a job and for those of the jobs that run, wherever they are.
    ///
    /// - Parameter available: bytes that are free at a folder; nil if unknown, which counts as enough.
    static func fit(
        _ claims: [DiskClaim],
        among others: [DiskClaim],
        available: (String) -> Int64? = DiskSpace.availableByteCount
    ) -> Bool {
        claims.allSatisfy { claim in
            guard let place = FileStatus(path: claim.folder), let free = available(claim.folder) else { return true }
            let sharing = (claims + others).filter { other in
                FileStatus(path: other.folder).map { place.isOnSameFileSystem(as: $0) } ?? false
            }
            return sharing.reduce(0) { $0.addingReportingOverflow($1.byteCount).partialValue } <= free
        }
    }

    /// The folder, or the nearest one above it that exists.
    private static func existing(_ path: String) -> String {
        var url = URL(filePath: path)
        while FileStatus(path: url.path) == nil, url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }
}
