import Media

/// The user's request to stop a run: made on one thread, checked by others.
package final class BenchStop: Sendable {
    private let flag = Locked(false)

    /// Creates it without a request.
    package init() {}

    /// Whether the run is to stop.
    package var isRequested: Bool { flag.withLock { $0 } }

    /// Requests the stop: the current encode is discarded, and finished points are kept.
    package func request() { flag.withLock { $0 = true } }
}
