extension RateModelParameters {
    /// When ranges are encoded again, and how far from the film they may go (Decisions/0002 and 0021).
    package struct Correction: Hashable, Sendable {
        /// Quantiser steps that hardly show (by hand).
        package var preferredSteps = 1.5
        /// The most quantiser steps, where the film cannot have its rate otherwise (by hand).
        package var largestSteps = 2.5
        /// What would close less than this share of the tolerance is not worth an encode (by hand).
        package var leastGain = 0.1
        /// Share of a bounded range's target that it may lack by chance: one that lacks more has no room (by hand).
        package var largestShortfall = 0.05
        /// How far from the wanted bits an encoder's target may be moved, as a fraction (by hand).
        package var largestShift = 0.1

        /// Rate factors by which a range of a film with a target quality may move by preference (by hand).
        package var preferredFactors = 2.0
        /// The most rate factors that it may move (by hand).
        package var largestFactors = 4.0
        /// Levels that a range must be above its floor to give bits (by hand).
        package var leastRoomLevels = 0.05
        /// A range that leaves less than this share of the buffer cannot get better (by hand).
        package var leastBufferShare = 0.25
        /// A change of less than this many rate factors is not worth an encode (by hand).
        package var leastChangeOfFactor = 0.02
    }
}
