/// The target of a pass that is fed with what an earlier pass over its range stored.
package struct FedTarget: Hashable, Sendable {
    /// Bits that the range should take.
    package var bits: Int
    /// Bits that the encoder gets as its target if an earlier pass showed by how much it misses a target; nil gives it
    /// `bits`.
    package var aimBits: Int?
    /// Largest distance of the result from `bits`, as a fraction of it, for which the encoder does not request another
    /// pass.
    package var tolerance: Double
    /// Pass whose statistics the encoder plans with. Cutree data is from the last pass before it that had a lookahead.
    package var statisticsPass: Int
    /// Factor for the bits of these statistics before the encoder plans with them; 1 uses them as stored.
    package var statisticsScale: Double
    /// Whether the encoder keeps quantisers that follow from these statistics, without feedback. Only for statistics of
    /// the final preset.
    package var keepsQuantizers: Bool

    /// Creates a target.
    package init(
        bits: Int,
        aimBits: Int? = nil,
        tolerance: Double = 0.005,
        statisticsPass: Int = 1,
        statisticsScale: Double = 1,
        keepsQuantizers: Bool = false
    ) {
        self.bits = bits
        self.aimBits = aimBits
        self.tolerance = tolerance
        self.statisticsPass = statisticsPass
        self.statisticsScale = statisticsScale
        self.keepsQuantizers = keepsQuantizers
    }

    func isMissed(bits taken: Int) -> Bool {
        Double(taken - bits).magnitude / Double(max(bits, 1)) > tolerance
    }
}
