extension RateModelParameters {
    /// How the decoder's buffer is planned (Decisions/0019). Shares are of its size.
    package struct Buffer: Hashable, Sendable {
        /// Share that must be left after every picture, by its expected bits.
        package var reserve = 0.12
        /// A stretch is short when less than this share of the reserve is left, in tenths. A stretch that is made
        /// coarser is made to leave the whole reserve.
        package var shortageTenths = 9
        /// Most rounds of planning (by hand).
        package var roundLimit = 120
        /// In this many rounds of planning the film's quantiser is solved again; in later rounds stretches only get
        /// coarser (by hand).
        package var solvedRounds = 60
        /// The coarsest quantiser that a stretch may have.
        package var coarsest = 63.0
        /// Seconds of a stretch (by hand).
        package var stretchSeconds = 0.5
        /// The fewest frames of a stretch (by hand).
        package var leastStretchFrames = 4
        /// Without an analysis, the buffer is assumed to be filled to one part in this many where a range starts (by
        /// hand).
        package var singlePassStartPart = 2
        /// The quantiser of a film with a constant rate factor whose analysis has no rate curves (by hand).
        package var fallbackQuantizer = 28.0
        /// Share that is withheld from the encoder at the start of a range: the buffer may be emptier there than
        /// planned.
        package var startMargin = 0.06
        /// The smallest share that an encoder gets as its start; with less, libx265 spoils the first picture.
        package var leastStart = 0.1
        /// A range that is encoded again must save this share in addition to the bits that were missing.
        package var correctionMargin = 0.05
        /// The largest part of its bits that a range may save (by hand).
        package var largestSaving = 0.5
        /// A range saves up to this part of its bits before earlier ranges have to save bits, too (by hand).
        package var ownSaving = 0.25
        /// The smallest part of its bits to which a range may be reduced (by hand).
        package var leastShareOfBits = 0.1
        /// A range counts as coarser because of the buffer from this many quantiser steps on.
        package var leastOffset = 0.05
        /// The quantiser from which ranges of a film with a target quality depart; every value gives the same result.
        package var middleQuantizer = 30.0
        /// How often the film's factor and the needs of the buffer are adjusted to each other (by hand).
        package var qualityRounds = 3
    }
}
