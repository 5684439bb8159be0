/// A piece of work whose cost is measured: the only type of this package that the package `Benchmarks/micro` uses.
///
/// Its input is computed, and the same every time.
public struct Workload: Sendable {
    /// A short description of the work.
    public let name: String
    /// Makes the input, and returns a closure that does the work once and returns a number computed from the result.
    public let prepare: @Sendable () throws -> () throws -> Int

    init(_ name: String, _ prepare: @escaping @Sendable () throws -> () throws -> Int) {
        self.name = name
        self.prepare = prepare
    }

    /// All pieces of work.
    public static let all = all(part: 1)

    /// The same work on a fraction of the input, 1 / `part`.
    static func all(part: Int) -> [Workload] {
        movies(part) + bitstreams(part) + stores + metrics(part) + allocations(part)
    }
}

/// Why the input of a piece of work cannot be made.
enum WorkloadError: Error {
    /// The computed film is not valid.
    case noFilm
}
