/// A matrix over linear R, G and B.
package struct RGBMatrix: Hashable, Sendable {
    /// A colour: linear light, or R'G'B' of 0 to 1.
    package typealias Colour = SIMD3<Double>

    /// Its columns: what 1 of R, G and B becomes.
    private let columns: [Colour]

    private init(_ red: Colour, _ green: Colour, _ blue: Colour) { columns = [red, green, blue] }

    /// The product with a colour.
    package func callAsFunction(_ colour: Colour) -> Colour {
        var sum: Colour = columns[0] * colour.x
        sum += columns[1] * colour.y
        sum += columns[2] * colour.z
        return sum
    }

    /// The matrix from one set of primaries to another, codes of H.273 8.1; nil for codes other than 1 (BT.709), 5 to 7
    /// (television of 625 and 525 lines), 9 (BT.2020) and 12 (P3-D65). All have the same white, D65, so that nothing is
    /// adapted.
    package init?(from source: UInt8, to target: UInt8) {
        guard let from = Self.toXYZ(source), let to = Self.toXYZ(target) else { return nil }
        let back = to.inverse
        self.init(back(from.columns[0]), back(from.columns[1]), back(from.columns[2]))
    }

    /// The luminance of linear 1 of R, G and B for primaries; nil for the codes that `init(from:to:)` does not know.
    package static func luminances(of primaries: UInt8) -> Colour? {
        toXYZ(primaries).map { Colour($0.columns[0].y, $0.columns[1].y, $0.columns[2].y) }
    }

    /// The matrix from linear RGB to CIE XYZ whose white has Y = 1, from the chromaticities of H.273 table 2.
    private static func toXYZ(_ primaries: UInt8) -> RGBMatrix? {
        let points: [(x: Double, y: Double)]
        switch primaries {
        case 1: points = [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)]
        case 5: points = [(0.640, 0.330), (0.290, 0.600), (0.150, 0.060)]
        case 6, 7: points = [(0.630, 0.340), (0.310, 0.595), (0.155, 0.070)]
        case 9: points = [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)]
        case 12: points = [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
        default: return nil
        }
        let corners = points.map { Colour($0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y) }
        let white = (x: 0.3127, y: 0.3290)
        let scale = RGBMatrix(corners[0], corners[1], corners[2])
            .inverse(Colour(white.x / white.y, 1, (1 - white.x - white.y) / white.y))
        return RGBMatrix(corners[0] * scale.x, corners[1] * scale.y, corners[2] * scale.z)
    }

    private var inverse: RGBMatrix {
        // The inverse of the transposed matrix is the transposed inverse.
        let (red, green, blue) = Self.inverse(columns[0], columns[1], columns[2])
        return RGBMatrix(
            Colour(red.x, green.x, blue.x),
            Colour(red.y, green.y, blue.y),
            Colour(red.z, green.z, blue.z)
        )
    }

    /// The columns of the inverse of a matrix that is given by its rows.
    package static func inverse(_ a: Colour, _ b: Colour, _ c: Colour) -> (Colour, Colour, Colour) {
        func cross(_ u: Colour, _ v: Colour) -> Colour {
            let x: Double = u.y * v.z - u.z * v.y
            let y: Double = u.z * v.x - u.x * v.z
            let z: Double = u.x * v.y - u.y * v.x
            return Colour(x, y, z)
        }
        let determinant = (a * cross(b, c)).sum()
        return (cross(b, c) / determinant, cross(c, a) / determinant, cross(a, b) / determinant)
    }
}
