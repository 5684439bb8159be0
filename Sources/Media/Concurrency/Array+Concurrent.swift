private import Foundation

extension Array where Element: Sendable {
    /// The results of a function for all elements in their order, computed on several threads.
    ///
    /// Throws the error of the first element in this order that failed; after a failure no other element begins.
    ///
    /// - Parameter threads: how many elements are computed at the same time, at most; fewer on a machine with fewer
    ///   processors.
    package func mapConcurrently<Output: Sendable>(
        threads: Int,
        _ body: @Sendable (Element) throws -> Output
    ) throws -> [Output] {
        guard threads > 1, count > 1 else { return try map(body) }
        let state = Locked(ConcurrentMap<Output>(count: count))
        DispatchQueue.concurrentPerform(iterations: Swift.min(threads, count)) { _ in
            while let index = state.withLock({ $0.next() }) {
                do {
                    let output = try body(self[index])
                    state.withLock { $0.outputs[index] = output }
                } catch {
                    state.withLock { $0.note(error, of: index) }
                }
            }
        }
        return try state.withLock { try $0.all() }
    }
}

/// What threads that compute the elements of an array have done so far.
private struct ConcurrentMap<Output: Sendable>: Sendable {
    var outputs: [Output?]
    private var started = 0
    private var failure: (index: Int, error: any Error)?

    init(count: Int) { outputs = [Output?](repeating: nil, count: count) }

    /// The element that is next; nil if there is none, or if one failed.
    mutating func next() -> Int? {
        guard failure == nil, started < outputs.count else { return nil }
        defer { started += 1 }
        return started
    }

    mutating func note(_ error: any Error, of index: Int) {
        if failure.map({ index < $0.index }) ?? true { failure = (index, error) }
    }

    func all() throws -> [Output] {
        if let failure { throw failure.error }
        return outputs.compactMap(\.self)
    }
}
