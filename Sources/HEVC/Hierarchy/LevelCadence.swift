/// How evenly the pictures of a level and of those below it are spaced in output order.
///
/// In a film of `n` levels, each of which doubles the frame rate, the pictures of level `k` and below are exactly 2^(n
/// - 1 - k) pictures apart.
package struct LevelCadence: Hashable, Sendable, Codable {
    /// A place where the distance differs.
    package struct Break: Hashable, Sendable, Codable {
        /// Access unit of the later picture, counted from 0 in decode order.
        package var accessUnit: Int
        /// Picture order count of the later picture.
        package var orderCount: Int
        /// Position of the later picture in output order, counted from 0 over the whole stream.
        package var position: Int
        /// Distance to the previous picture, in pictures.
        package var distance: Int
    }

    /// The level, a TemporalId.
    package var level: Int
    /// Pictures that are shown if the levels above are dropped.
    package var pictures: Int
    /// 2^(levels - 1 - level).
    package var expectedDistance: Int
    /// How often each distance occurs, the shortest first; those beyond the first 32 different ones are left out.
    package var distances: [Distance]
    /// Number of distances that differ from the expected one.
    package var breakCount: Int
    /// The first of them, at most 8, in output order.
    package var breaks: [Break]

    /// The number of occurrences of a distance.
    package struct Distance: Hashable, Sendable, Codable {
        /// In pictures, at least 1.
        package var length: Int
        /// Number of occurrences.
        package var count: Int
    }

    /// Whether the level has a constant rate that is twice that of the level below.
    package var isExact: Bool { breakCount == 0 }
}
