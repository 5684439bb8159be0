/// The bits of a rough encode of short parts of a film: the scout's measure of how many bits the film takes.
///
/// The analysis is most accurate near the quantiser of the film, which the average rate alone does not tell. Sums over
/// parts of a film can be added, in any order.
package struct ScoutBits: Hashable, Sendable, Codable {
    /// Pictures of one kind, and their bits.
    package struct Share: Hashable, Sendable, Codable {
        /// Number of pictures.
        package var pictures = 0
        /// Bits of residual coefficients.
        package var textureBits = 0
        /// Bits of motion vectors and modes.
        package var motionBits = 0
        /// All other bits.
        package var miscBits = 0

        /// No pictures.
        package init() {}

        /// Adds the pictures of another part.
        fileprivate mutating func add(_ other: Share) {
            pictures += other.pictures
            textureBits += other.textureBits
            motionBits += other.motionBits
            miscBits += other.miscBits
        }
    }

    /// The rate factor of the encode: without cutree, it is the quantiser of P pictures.
    package let rateFactor: Double
    /// Luma samples of its pictures.
    package let pictureSamples: Int
    /// Intra pictures, with which each part begins.
    package var intra = Share()
    /// All other pictures.
    package var inter = Share()

    /// An encode without pictures.
    package init(rateFactor: Double, pictureSamples: Int) {
        self.rateFactor = rateFactor
        self.pictureSamples = pictureSamples
    }

    /// Both encodes together; the other one alone if they cannot be added, because they differ in rate or size.
    package func merged(with other: ScoutBits) -> ScoutBits {
        guard rateFactor == other.rateFactor, pictureSamples == other.pictureSamples else { return other }
        var sum = self
        sum.intra.add(other.intra)
        sum.inter.add(other.inter)
        return sum
    }

    /// Whether all numbers are those of an encode.
    package var isValid: Bool {
        let counts = [intra, inter].flatMap { [$0.pictures, $0.textureBits, $0.motionBits, $0.miscBits] }
        return (0...69).contains(rateFactor) && (1...1 << 32).contains(pictureSamples)
            && counts.allSatisfy { (0...1 << 50).contains($0) }
    }
}

extension ScoutBits {
    /// Length of a encoded part in seconds, and from the start of one to the start of the next.
    private static let (partSeconds, periodSeconds) = (0.35, 4.0)
    /// The fewest pictures of a part: an intra picture and some that refer to it.
    private static let fewestPictures = 8

    /// Whether a picture of a coarse range is encoded: the first third of a second of every four seconds.
    ///
    /// - Parameters:
    ///   - place: number of the picture in its coarse range, from 0.
    /// - Returns: nil if the picture is not probed; true for the first picture of a part.
    package static func startsPart(_ place: Int, framesPerSecond: Double) -> Bool? {
        let count = max(Int((partSeconds * framesPerSecond).rounded()), fewestPictures)
        let period = max(Int((periodSeconds * framesPerSecond).rounded()), count)
        let offset = place % period
        return offset < count ? offset == 0 : nil
    }
}
