/// How evenly the pictures of a level and of those below it are spaced in output order.
///
/// In a film of `n` levels in which each doubles the frame rate, those of level `k` and below are exactly 2^(n - 1 - k)
/// pictures apart.
package struct LevelCadence: Hashable, Sendable, Codable {
    /// A place where the distance is another one.
    package struct Break: Hashable, Sendable, Codable {
        /// Access unit of the later picture, counted from 0 in decode order.
        package var accessUnit: Int
        /// Picture order count of the later picture.
        package var orderCount: Int
        /// Place of the later picture in output order, counted from 0 over the whole stream.
        package var position: Int
        /// Distance to the picture before it, in pictures.
        package var distance: Int
    }

    /// The level, a TemporalId.
    package var level: Int
    /// Pictures that are shown when the levels above are dropped.
    package var pictures: Int
    /// 2^(levels - 1 - level).
    package var expectedDistance: Int
    /// How often each distance occurs, the shortest first; what is rarer than the first 32 different ones is left out.
    package var distances: [Distance]
    /// Number of distances that are other than expected.
    package var breakCount: Int
    /// The first of them, at most 8, in output order.
    package var breaks: [Break]

    /// How often a distance occurs.
    package struct Distance: Hashable, Sendable, Codable {
        /// In pictures, at least 1.
        package var length: Int
        /// How often.
        package var count: Int
    }

    /// Whether the level has a constant rate, of which that of the level below is half.
    package var isExact: Bool { breakCount == 0 }
}
