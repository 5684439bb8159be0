import Jobs
import Media
import Platform

/// Result documents that were read, remembered as long as their files stay the same: a film of thousands of ranges is
/// looked through after every wave, and most of what it holds then was there before.
final class ReadDocuments: Sendable {
    private struct State {
        var results: [String: (status: FileStatus, result: RangeResult)] = [:]
        var scouted: [String: FileStatus] = [:]
    }

    private let state = Locked(State())

    /// The result at a path, as it was read from the file that still has this status.
    func result(at path: String, _ status: FileStatus) -> RangeResult? {
        state.withLock { state in
            guard let known = state.results[path], known.status == status else { return nil }
            return known.result
        }
    }

    /// Remembers a result; the status is what the file had before it was read.
    func insert(_ result: RangeResult, at path: String, _ status: FileStatus) {
        state.withLock { $0.results[path] = (status, result) }
    }

    /// Whether the scout's result at a path was found to be good, and its file still has this status.
    func isScouted(at path: String, _ status: FileStatus) -> Bool { state.withLock { $0.scouted[path] == status } }

    /// Remembers that a scout's result is good.
    func insertScouted(at path: String, _ status: FileStatus) { state.withLock { $0.scouted[path] = status } }
}
