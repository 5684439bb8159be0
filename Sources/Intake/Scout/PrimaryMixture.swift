import Media

/// How to compute R, G and B from luma and two colour differences if the matrix mixes linear light: ICtCp and constant
/// luminance.
///
/// Each of three values is luma plus a multiple of either difference. The light of each value, mixed again, gives that
/// of R, G and B.
struct PrimaryMixture: Sendable {
    /// Three numbers, one for each value, or for R, G and B.
    typealias Triple = SIMD3<Double>

    /// What 1 of the first difference (Cb, CT) adds to the values where it is positive, and where it is negative.
    let first: (positive: Triple, negative: Triple)
    /// What 1 of the second one (Cr, CP) adds.
    let second: (positive: Triple, negative: Triple)
    /// R, G and B for light 1 of each of the values.
    let light: (Triple, Triple, Triple)

    /// The mixture for a code of MatrixCoefficients with PQ transfer; nil for others.
    init?(matrix: UInt8) {
        switch matrix {
        case 10: self = .constantLuminance
        case 14: self = .ictcp
        default: return nil
        }
    }

    private init(
        first: (positive: Triple, negative: Triple),
        second: (positive: Triple, negative: Triple),
        light: (Triple, Triple, Triple)
    ) {
        (self.first, self.second, self.light) = (first, second, light)
    }

    /// ITU-R BT.2100 table 7: I, CT and CP from L', M' and S', which come from the light of L, M and S, which are mixed
    /// from R, G and B.
    private static let ictcp: PrimaryMixture = {
        let opponents = RGBMatrix.inverse(
            Triple(2048, 2048, 0),
            Triple(6610, -13613, 7003),
            Triple(17933, -17390, -543)
        )
        let cones = RGBMatrix.inverse(Triple(1688, 2146, 262), Triple(683, 2951, 462), Triple(99, 309, 3688))
        let (tritan, protan) = (opponents.1 * 4096, opponents.2 * 4096)
        return PrimaryMixture(
            first: (tritan, tritan),
            second: (protan, protan),
            light: (cones.0 * 4096, cones.1 * 4096, cones.2 * 4096)
        )
    }()

    /// H.273 8.3 for MatrixCoefficients 10, with the weights of BT.2020: the values are R', Y' and B', and Y is a
    /// weighted sum of light. The scale of a difference depends on its sign, so that both of its ends are 0.5.
    private static let constantLuminance: PrimaryMixture = {
        let (red, green, blue) = (LumaWeights.bt2020.red, LumaWeights.bt2020.green, LumaWeights.bt2020.blue)
        func spans(_ weight: Double) -> (positive: Double, negative: Double) {
            let peak = PerceptualQuantizer.peak
            return (
                1 - PerceptualQuantizer.value(of: weight * peak), PerceptualQuantizer.value(of: (1 - weight) * peak)
            )
        }
        let (cb, cr) = (spans(blue), spans(red))
        return PrimaryMixture(
            first: (Triple(0, 0, 2 * cb.positive), Triple(0, 0, 2 * cb.negative)),
            second: (Triple(2 * cr.positive, 0, 0), Triple(2 * cr.negative, 0, 0)),
            light: (Triple(1, -red / green, 0), Triple(0, 1 / green, 0), Triple(0, -blue / green, 1))
        )
    }()
}
