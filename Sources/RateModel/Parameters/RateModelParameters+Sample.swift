extension RateModelParameters {
    /// Which ranges pass 2 encodes first (Decisions/0002). Fractions are of the film's bits.
    package struct Sample: Hashable, Sendable {
        /// The bits of a range scatter by this fraction around the prediction from ranges of the same kind.
        package var scatter = 0.02
        /// The prediction is worse by this fraction where no range of the same kind is known.
        package var strangeness = 0.04
        /// The bits of a film scatter by this fraction around the prediction from other films.
        package var priorScatter = 0.05
        /// Percent of the film's time that weigh as much as one percent of its bits that the rest is expected to miss,
        /// because ranges are then encoded again (by hand).
        package var missWeight = 5.0
        /// The same for one percent of the bits that unequal quantisers cost (by hand).
        package var lossWeight = 5.0
        /// Weight of the ratio between the mean length of the sample's ranges and the typical length, as a fraction of
        /// the film's time (by hand).
        package var lengthWeight = 0.05
        /// A film loses this many times the variance of its quantisers, in nepers of bits.
        package var lossOfVariance = 1.5
        /// At most this many ranges are compared with others: in a long film they tell as much as all of them.
        package var enough = 128
        /// About this many groups of neighbours are tried.
        package var neighbourLimit = 64
        /// In a film of at most this many ranges, all groups are tried.
        package var smallFilm = 10
        /// In such a film, the sample and the rest have at least this many ranges each (by hand).
        package var leastSize = 2
        /// From this many ranges on, chance cancels out, and the larger sample is not tried (by hand).
        package var manyRanges = 40
        /// Above `smallFilm`, a sample grows in steps of this many ranges (by hand).
        package var sizeStep = 2
        /// The smaller sample has one step for this many ranges of the film, rounded down (Decisions/0002: a fifth).
        package var rangesPerStep = 10
        /// The same for the larger sample (Decisions/0002: two fifths).
        package var rangesPerLargerStep = 5
        /// A film of fewer ranges has no sample.
        package var leastRanges = 4
        /// Workers that the choice assumes. It must not depend on the machine, so they are the fewest that can wait
        /// for each other.
        package var assumedWorkers = 2
    }
}
