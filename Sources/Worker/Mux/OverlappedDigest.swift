import Checksums
import Dispatch
import Media

/// A SHA-256 that is taken on a thread of its own, while the same bytes are put to another use.
final class OverlappedDigest: Sendable {
    private let queue = DispatchQueue(label: "digest")
    private let digest = Locked(SHA256Digest())

    /// Adds bytes while `body` runs; returns when both are done.
    func add(_ bytes: RawSpan, during body: (RawSpan) throws -> Void) rethrows {
        // Safe: the bytes are lent for the call, which does not end before the queue is done with them.
        try unsafe bytes.withUnsafeBytes { bytes in
            nonisolated(unsafe) let lent = unsafe bytes
            queue.async { [self] in digest.withLock { unsafe $0.update(lent.bytes) } }
            defer { queue.sync {} }
            try unsafe body(lent.bytes)
        }
    }

    /// The SHA-256 of all that was added.
    func finish() -> String { digest.withLock { $0.finish() } }
}
