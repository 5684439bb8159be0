/// A value for each sample of a track in decode order, run-length coded.
package struct SampleRuns<Value: Hashable & Sendable>: Hashable, Sendable, Sequence {
    /// Successive samples with the same value.
    package struct Run: Hashable, Sendable {
        /// Number of samples, positive.
        package var count: Int
        /// Their value.
        package var value: Value
    }

    /// Iterates the samples.
    package struct Iterator: IteratorProtocol {
        private let runs: [Run]
        private var run = 0
        private var used = 0

        init(_ runs: [Run]) { self.runs = runs }

        /// The value of the next sample.
        package mutating func next() -> Value? {
            guard run < runs.count else { return nil }
            let value = runs[run].value
            used += 1
            if used == runs[run].count { (run, used) = (run + 1, 0) }
            return value
        }
    }

    /// The runs; neighbours differ.
    package private(set) var runs: [Run] = []

    /// Creates an empty list.
    init() {}

    /// Adds samples.
    mutating func append(_ value: Value, count: Int) {
        guard count > 0 else { return }
        if let last = runs.last, last.value == value {
            runs[runs.count - 1].count += count
        } else {
            runs.append(Run(count: count, value: value))
        }
    }

    /// Number of samples.
    package var sampleCount: Int { runs.reduce(0) { $0 + $1.count } }
    /// Number of samples with the given value.
    package func count(where isCounted: (Value) -> Bool) -> Int {
        runs.reduce(0) { $0 + (isCounted($1.value) ? $1.count : 0) }
    }

    /// Starts before the first sample.
    package func makeIterator() -> Iterator { Iterator(runs) }
    /// Number of samples.
    package var underestimatedCount: Int { sampleCount }
}
