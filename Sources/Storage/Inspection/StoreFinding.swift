/// A fault of a store: a line of `granary storage check`.
package struct StoreFinding: Hashable, Sendable, Codable {
    /// Where: the file, or a record in it.
    package let place: String
    /// What is wrong there.
    package let problem: String
}

extension StoreFinding: CustomStringConvertible {
    /// Place and problem in one line.
    package var description: String { "\(place): \(problem)" }
}
