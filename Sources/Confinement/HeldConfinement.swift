/// What held a process while it read a film.
package struct HeldConfinement: Hashable, Sendable, Codable {
    /// Version of Landlock, which bounds the files that it could reach; 0 without it.
    package var landlock: Int
    /// Whether network, other processes and new programs were refused.
    package var filtersCalls: Bool
    /// Most bytes of memory that it could allocate; nil without a limit.
    package var memoryByteCount: Int?
    /// Why something of it did not hold, one line each; nil when all did, or none was wanted.
    package var obstacles: [String]?

    /// Creates a value.
    package init(landlock: Int, filtersCalls: Bool, memoryByteCount: Int? = nil, obstacles: [String]? = nil) {
        self.landlock = landlock
        self.filtersCalls = filtersCalls
        self.memoryByteCount = memoryByteCount
        self.obstacles = obstacles
    }

    /// Nothing held it.
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
