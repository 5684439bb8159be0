extension RateModelParameters {
    /// How the decoder's buffer is planned (Decisions/0019). Shares are of its size.
    package struct Buffer: Hashable, Sendable {
        /// Share that no expected picture may use up.
        package var reserve = 0.12
        /// A stretch is short when less than this share of the reserve is left, in tenths; steps aim at the whole
        /// reserve.
        package var shortageTenths = 9
        /// Most rounds of planning (by hand).
        package var roundLimit = 120
        /// The coarsest quantiser that a stretch may have.
        package var coarsest = 63.0
        /// The fewest frames of a stretch, which else lasts half a second (by hand).
        package var leastStretchFrames = 4
        /// Share that the encoder does not get at the start of a range: the seam may come out emptier than planned.
        package var startMargin = 0.06
        /// The smallest share that an encoder gets as its start; with less libx265 spoils the first picture.
        package var leastStart = 0.1
        /// Share that a range which is encoded again must leave beyond what was missing.
        package var correctionMargin = 0.05
        /// The largest part of its bits that a range may give (by hand).
        package var largestSaving = 0.5
        /// A range gives this part of its bits before earlier ones have to give, too (by hand).
        package var ownSaving = 0.25
        /// The smallest part of its bits that a range may be asked to come down to (by hand).
        package var leastShareOfBits = 0.1
        /// Quantiser steps from which on a range counts as coarser for the buffer's sake.
        package var leastOffset = 0.05
        /// The quantiser from which ranges of a film with a target quality depart; any would do.
        package var middleQuantizer = 30.0
        /// How often the film's factor and the needs of the buffer are brought in line (by hand).
        package var qualityRounds = 3
    }
}
