/// The confinement of a process while it read a film.
package struct HeldConfinement: Hashable, Sendable, Codable {
    /// Version of Landlock, which limits the files that the process could access; 0 without it.
    package var landlock: Int
    /// Whether network, other processes and new programs were denied.
    package var filtersCalls: Bool
    /// Limit of its memory in bytes; nil without one.
    package var memoryByteCount: Int?
    /// Why parts of it were not in effect, one line each; nil if all were, or none was requested.
    package var obstacles: [String]?

    /// Creates a value.
    package init(landlock: Int, filtersCalls: Bool, memoryByteCount: Int? = nil, obstacles: [String]? = nil) {
        self.landlock = landlock
        self.filtersCalls = filtersCalls
        self.memoryByteCount = memoryByteCount
        self.obstacles = obstacles
    }

    /// No confinement.
    package static let none = HeldConfinement(landlock: 0, filtersCalls: false)

    /// As in `Landlock 7, filtered system calls` and `not confined`.
    package var words: String {
        let parts = [
            landlock > 0 ? "Landlock \(landlock)" : nil, filtersCalls ? "filtered system calls" : nil,
        ].compactMap(\.self)
        let held = parts.isEmpty ? "not confined" : parts.joined(separator: ", ")
        return obstacles.map { "\(held) (\($0.joined(separator: "; ")))" } ?? held
    }
}
