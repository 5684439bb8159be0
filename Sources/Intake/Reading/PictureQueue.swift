import Foundation
import Media

/// A bounded queue between the thread that decodes and the one that asks: full, it holds the decoder back.
final class PictureQueue: @unchecked Sendable {
    // Safe: every stored property below is touched only while `condition` is locked.
    private let condition = NSCondition()
    private let capacity: Int
    private var pictures: [Picture] = []
    private var outcome: Result<Void, IntakeError>?
    private var isCancelled = false
    private var producerIsGone = false

    /// Creates a queue that holds at most `capacity` pictures.
    init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// Adds a picture, waiting for room; false when nobody wants more.
    func add(_ picture: Picture) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while pictures.count >= capacity && !isCancelled { condition.wait() }
        guard !isCancelled else { return false }
        pictures.append(picture)
        condition.broadcast()
        return true
    }

    /// Says that no picture follows, and why; the producer touches nothing shared after this call.
    func finish(_ outcome: Result<Void, IntakeError>) {
        condition.lock()
        defer { condition.unlock() }
        self.outcome = outcome
        producerIsGone = true
        condition.broadcast()
    }

    /// The next picture, waiting for it; nil after the last one. An error comes after the pictures before it.
    func next() throws(IntakeError) -> Picture? {
        condition.lock()
        defer { condition.unlock() }
        while pictures.isEmpty && outcome == nil && !isCancelled { condition.wait() }
        guard !isCancelled else { return nil }
        if !pictures.isEmpty {
            let picture = pictures.removeFirst()
            condition.broadcast()
            return picture
        }
        try outcome?.get()
        return nil
    }

    /// Ends the queue and waits until the producer is gone.
    func cancel() {
        condition.lock()
        defer { condition.unlock() }
        isCancelled = true
        pictures.removeAll()
        condition.broadcast()
        while !producerIsGone { condition.wait() }
    }
}
