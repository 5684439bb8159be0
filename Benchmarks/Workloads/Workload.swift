/// Work whose cost is watched: all that `Benchmarks/micro`, a package of its own, sees of this one.
///
/// Its input is made from numbers, the same every time.
public struct Workload: Sendable {
    /// What is done, in a few words.
    public let name: String
    /// Makes the input; the closure that comes back does the work once, and answers with a number out of what came of
    /// it.
    public let prepare: @Sendable () throws -> () throws -> Int

    init(_ name: String, _ prepare: @escaping @Sendable () throws -> () throws -> Int) {
        self.name = name
        self.prepare = prepare
    }

    /// All of them.
    public static let all = all(part: 1)

    /// The same work on a fraction of the input, 1 / `part`.
    static func all(part: Int) -> [Workload] {
        movies(part) + bitstreams(part) + stores + metrics(part) + allocations(part)
    }
}

/// Why there is no work to be done.
enum WorkloadError: Error {
    /// The film of numbers is none.
    case noFilm
}
