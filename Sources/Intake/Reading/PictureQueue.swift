import Foundation
import Media

/// A bounded queue between the decoding thread and the reading one. If it is full, the decoder waits.
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

    /// Adds a picture and waits for room if necessary; false if no more are wanted.
    func add(_ picture: Picture) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while pictures.count >= capacity && !isCancelled { condition.wait() }
        guard !isCancelled else { return false }
        pictures.append(picture)
        condition.broadcast()
        return true
    }

    /// Marks the end of the pictures, with an error if there was one. The producer touches nothing shared after this
    /// call.
    func finish(_ outcome: Result<Void, IntakeError>) {
        condition.lock()
        defer { condition.unlock() }
        self.outcome = outcome
        producerIsGone = true
        condition.broadcast()
    }

    /// The next picture; waits for it if necessary. Nil after the last one. An error comes after the pictures before
    /// it.
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

    /// Ends the queue and waits until the producer has finished.
    func cancel() {
        condition.lock()
        defer { condition.unlock() }
        isCancelled = true
        pictures.removeAll()
        condition.broadcast()
        while !producerIsGone { condition.wait() }
    }
}
