/// How the light of a PQ picture is distributed over its pixels, in the terms of HDR10+ (SMPTE ST 2094-40). A pixel is
/// as bright as the largest of its R, G and B in linear light.
///
/// Levels are in 0.1 cd/m², 0 to 100000.
package struct LightDistribution: Hashable, Sendable {
    /// The highest R, G and B of all pixels: MaxSCL.
    package var maximum: [UInt32]
    /// The mean over all pixels.
    package var average: UInt32
    /// The level that each of `shares` of the pixels does not exceed.
    package var levels: [UInt32]
    /// Per cent of the pixels that are at most as bright as `dimLimit`.
    package var dimPercentage: UInt32

    /// The shares of pixels that have a level.
    package static let shares = [0.01, 0.25, 0.5, 0.75, 0.9, 0.95, 0.9998, 0.9999]
    /// 100 cd/m².
    package static let dimLimit: UInt32 = 1000
    /// The peak of PQ.
    package static let peak: UInt32 = 100_000

    /// Creates a distribution. Precondition: `maximum` has three numbers, and `levels` one for each of `shares`.
    package init(maximum: [UInt32], average: UInt32, levels: [UInt32], dimPercentage: UInt32) {
        precondition(maximum.count == 3 && levels.count == Self.shares.count, "three maxima, eight levels")
        self.maximum = maximum
        self.average = average
        self.levels = levels
        self.dimPercentage = dimPercentage
    }

    /// That of a black picture.
    package static let black = LightDistribution(
        maximum: [0, 0, 0],
        average: 0,
        levels: shares.map { _ in 0 },
        dimPercentage: 100
    )

    /// All of it as plain numbers, for documents.
    package var numbers: [UInt32] { maximum + [average] + levels + [dimPercentage] }

    /// Reads `numbers`; nil if they are not those of a picture.
    package init?(numbers: [UInt32]) {
        guard numbers.count == 5 + Self.shares.count, let dimPercentage = numbers.last, dimPercentage <= 100,
            numbers.dropLast().allSatisfy({ $0 <= Self.peak })
        else { return nil }
        self.init(
            maximum: Array(numbers[..<3]),
            average: numbers[3],
            levels: Array(numbers[4..<numbers.count - 1]),
            dimPercentage: dimPercentage
        )
        guard zip(levels, levels.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    }
}

/// Adds up the light of the pictures of a scene. The sum does not depend on their order.
package struct SceneLight: Hashable, Sendable {
    private var count: UInt64 = 0
    private var maximum: [UInt32] = [0, 0, 0]
    private var average: UInt64 = 0
    private var levels = [UInt64](repeating: 0, count: LightDistribution.shares.count)
    private var highest = [UInt32](repeating: 0, count: LightDistribution.shares.count)
    private var dimPercentage: UInt64 = 0

    /// Creates a scene without pictures.
    package init() {}

    /// Adds a picture.
    package mutating func add(_ light: LightDistribution) {
        count += 1
        maximum = zip(maximum, light.maximum).map(max)
        average += UInt64(light.average)
        levels = zip(levels, light.levels).map { $0 + UInt64($1) }
        highest = zip(highest, light.levels).map(max)
        dimPercentage += UInt64(light.dimPercentage)
    }

    /// The light of the scene: the highest maxima, the means of average, levels and percentage. The two levels next to
    /// the maximum are the highest of all pictures, as the maximum is. Nil without pictures.
    package var distribution: LightDistribution? {
        guard count > 0 else { return nil }
        func mean(_ sum: UInt64) -> UInt32 { UInt32((sum + count / 2) / count) }
        return LightDistribution(
            maximum: maximum,
            average: mean(average),
            levels: levels.indices.map { LightDistribution.shares[$0] > 0.99 ? highest[$0] : mean(levels[$0]) },
            dimPercentage: mean(dimPercentage)
        )
    }
}
