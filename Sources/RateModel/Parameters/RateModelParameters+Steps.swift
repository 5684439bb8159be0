extension RateModelParameters {
    /// In which steps pass 2 encodes a film (Decisions/0064). Each step is planned with what the steps before it took.
    package struct Steps: Hashable, Sendable {
        /// A film of fewer ranges has one step (by hand).
        package var leastRanges = 4
        /// The fewest ranges of the first step, so that two workers have work (by hand).
        package var leastFirst = 2
        /// Films of so many ranges have three steps after an analysis. With fewer, a step would be a single range; with
        /// more, errors of single ranges cancel out in two steps (by hand).
        package var rangesOfThreeSteps = 6..<64
        /// The part of the ranges that are left when a step begins which is in the step (by hand). The first step is
        /// small, because it is planned with the scale of other films.
        package var sharesOfTwo = [0.125, 1]
        /// The same for films of three steps (by hand).
        package var sharesOfThree = [0.125, 0.5, 1]
        /// The same without an analysis (by hand). The last steps are small: they make up for the others.
        package var sharesWithoutAnalysis = [0.125, 0.23, 0.37, 0.47, 0.55, 0.6, 1]
        /// The same in films of so many ranges that errors of single ranges cancel out in fewer steps. Workers wait at
        /// the end of each step (Measurements/steps.md).
        package var sharesOfManyRanges = [0.125, 0.5, 0.6, 1]
        /// From this many ranges on, a film without an analysis has these shares (Measurements/steps.md).
        package var leastManyRanges = 512
        /// A step of so many ranges or more, except the last, has a multiple of this number: on a cluster of so many
        /// slots, a few ranges beyond it would take as long as a whole multiple (by hand).
        package var slotCount = 128

        /// From this many ranges on, there is no analysis: the film keeps its rate although single ranges miss theirs
        /// (Measurements/steps.md).
        package var leastRangesWithoutAnalysis = 128
        /// Bits of the final preset for one bit of pictures of half the size that the scout encodes at the same rate
        /// factor, before anything is encoded. Measured on the fitting film: 3.5 to 3.7 at rate factors of 18 to 34.
        package var scaleOfScout = 3.6
        /// By how many octaves this falls for each quantiser step above the quantiser of the scout's encode. Measured
        /// on the fitting film: 0.043 to 0.06.
        package var fallOfScout = 0.05
        /// Quantiser steps from a rate factor to the quantiser of an average P picture: libx265's offset for cutree,
        /// 13.5 * (1 - qcomp).
        package var quantizerOverFactor = 5.4
        /// The most quantiser steps by which a step makes up for the steps before it (by hand).
        package var mostMadeUp = 1.0
        /// Quantiser steps from the film at which a range is encoded again, whatever the total is (by hand).
        package var farSteps = 1.0
        /// The most that such ranges may take of the frames that may be encoded again (by hand).
        package var farShare = 0.5
        /// The most quantiser steps by which such ranges may depart from the film to correct its total (by hand).
        package var nearSteps = 0.5
    }
}
