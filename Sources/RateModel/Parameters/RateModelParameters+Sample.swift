extension RateModelParameters {
    /// Which ranges go first in pass 2 (Decisions/0002). Fractions are of the film's bits.
    package struct Sample: Hashable, Sendable {
        /// The bits of a range scatter by this fraction around the prediction from others of its kind.
        package var scatter = 0.02
        /// They are further off by this fraction where there is no other of its kind.
        package var strangeness = 0.04
        /// The bits of a film scatter by this fraction around those of other films.
        package var priorScatter = 0.05
        /// Hundredths of the film's time that are as bad as a hundredth of its bits that the rest is expected to miss,
        /// because then ranges are encoded again (by hand).
        package var missWeight = 5.0
        /// The same for a hundredth of the bits that unequal quantisers cost (by hand).
        package var lossWeight = 5.0
        /// The same for the ratio of lengths (by hand).
        package var lengthWeight = 0.05
        /// A film loses this many times the variance of its quantisers, in nepers of bits.
        package var lossOfVariance = 1.5
        /// This many ranges say what others of a film are like.
        package var enough = 128
        /// About how many groups of neighbours are tried.
        package var neighbourLimit = 64
        /// Up to this many ranges all groups are tried.
        package var smallFilm = 10
        /// From this many ranges on, chance cancels out (by hand).
        package var manyRanges = 40
        /// Below this many ranges there is no sample.
        package var leastRanges = 4
        /// The choice must not depend on the machine: it is made for the fewest workers that can wait for each other.
        package var assumedWorkers = 2
    }
}
