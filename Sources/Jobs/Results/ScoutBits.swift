/// The bits of a rough encode of short parts of a film: the scout's measure of how many bits the film takes.
///
/// The analysis is most accurate near the quantiser of the film, which the average rate alone does not tell. In a film
/// of many ranges there is no analysis, and the parts show how ranges compare.
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

        /// The pictures of some parts together.
        package init(sum shares: some Sequence<Share>) {
            for share in shares {
                pictures += share.pictures
                textureBits += share.textureBits
                motionBits += share.motionBits
                miscBits += share.miscBits
            }
        }

        fileprivate var isValid: Bool {
            [pictures, textureBits, motionBits, miscBits].allSatisfy { (0...1 << 40).contains($0) }
        }
    }

    /// Pictures that follow each other. The first one is intra.
    package struct Part: Hashable, Sendable, Codable {
        /// Number of its first picture in the film.
        package let firstFrame: Int
        /// Its intra pictures.
        package var intra = Share()
        /// All other pictures.
        package var inter = Share()

        /// A part without pictures.
        package init(firstFrame: Int) { self.firstFrame = firstFrame }

        /// Number of the picture in its middle.
        package var middleFrame: Int { firstFrame + (intra.pictures + inter.pictures) / 2 }
    }

    /// The rate factor of the encode: without cutree, it is the quantiser of P pictures.
    package let rateFactor: Double
    /// Luma samples of its pictures.
    package let pictureSamples: Int
    /// The parts in film order.
    package var parts: [Part]

    /// An encode of parts in film order.
    package init(rateFactor: Double, pictureSamples: Int, parts: [Part] = []) {
        self.rateFactor = rateFactor
        self.pictureSamples = pictureSamples
        self.parts = parts
    }

    /// Both encodes together; the other one alone if they cannot be added, because they differ in rate or size.
    package func merged(with other: ScoutBits) -> ScoutBits {
        guard rateFactor == other.rateFactor, pictureSamples == other.pictureSamples else { return other }
        var both = self
        both.parts = (parts + other.parts).sorted { $0.firstFrame < $1.firstFrame }
        return both
    }

    /// Whether all numbers are those of an encode.
    package var isValid: Bool {
        // The numbers of all parts can be added.
        (0...69).contains(rateFactor) && (1...1 << 32).contains(pictureSamples) && parts.count <= 1 << 22
            && parts.allSatisfy { $0.intra.isValid && $0.inter.isValid }
            && (parts.first?.firstFrame ?? 0) >= 0 && (parts.last?.firstFrame ?? 0) <= RangeResult.mostFrames
            && zip(parts, parts.dropFirst()).allSatisfy { $0.firstFrame < $1.firstFrame }
    }
}

extension ScoutBits {
    /// Length of an encoded part in seconds, and from the start of one to the start of the next.
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
