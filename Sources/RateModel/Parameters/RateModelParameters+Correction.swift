extension RateModelParameters {
    /// When ranges are encoded again, and how far they may depart from the film (Decisions/0002 and 0021).
    package struct Correction: Hashable, Sendable {
        /// Quantiser steps that are hardly visible (by hand).
        package var preferredSteps = 1.5
        /// The most quantiser steps, used where the film cannot have its rate otherwise (by hand).
        package var largestSteps = 2.5
        /// An encode that would close less than this share of the tolerance is not worth its time (by hand).
        package var leastGain = 0.1
        /// Share of its target that a range under a buffer may miss by chance. One that misses more has no room (by
        /// hand).
        package var largestShortfall = 0.05
        /// How far an encoder's target may differ from the wanted bits, as a fraction (by hand).
        package var largestShift = 0.1
        /// The same for an encoder that keeps its quantisers, whose bits follow its target (by hand).
        package var largestShiftOfKept = 0.5

        /// Rate factors by which a range may depart from a film with a target quality if that is enough (by hand).
        package var preferredFactors = 2.0
        /// The most rate factors by which it may depart (by hand).
        package var largestFactors = 4.0
        /// A range that leaves less than this share of the buffer cannot get better (by hand).
        package var leastBufferShare = 0.25
        /// A change of less than this many rate factors is not worth an encode (by hand).
        package var leastChangeOfFactor = 0.02
    }
}
