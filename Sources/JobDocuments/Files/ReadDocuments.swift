import Jobs
import Media
import Platform

/// Results that were read, remembered while their files do not change. A film of thousands of ranges is read again
/// after every wave, and most of its results were there before.
final class ReadDocuments: Sendable {
    private struct State {
        var results: [String: (status: FileStatus, result: RangeResult)] = [:]
        var scouted: [String: FileStatus] = [:]
    }

    private let state = Locked(State())

    /// The result at a path, if it was read from a file with this status.
    func result(at path: String, _ status: FileStatus) -> RangeResult? {
        state.withLock { state in
            guard let known = state.results[path], known.status == status else { return nil }
            return known.result
        }
    }

    /// Remembers a result, with the status of the file from before it was read.
    func insert(_ result: RangeResult, at path: String, _ status: FileStatus) {
        state.withLock { $0.results[path] = (status, result) }
    }

    /// Whether the scout's result at a path was valid, and its file still has this status.
    func isScouted(at path: String, _ status: FileStatus) -> Bool { state.withLock { $0.scouted[path] == status } }

    /// Remembers that a result of the scout is valid.
    func insertScouted(at path: String, _ status: FileStatus) { state.withLock { $0.scouted[path] = status } }
}
