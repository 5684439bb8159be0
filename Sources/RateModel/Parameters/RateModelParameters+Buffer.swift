extension RateModelParameters {
    /// How the decoder's buffer is planned (Decisions/0019). Shares are of its size.
    package struct Buffer: Hashable, Sendable {
        /// Share that must be left after every picture, by its expected bits.
        package var reserve = 0.12
        /// Plans are found to this share of the buffer and of the film's bits (by hand).
        package var leastMiss = 0.001
        /// Plans are found to this many quantiser steps (by hand).
        package var quantizerStep = 0.01
        /// The finest quantiser that a stretch may have. Below 0, bits are extrapolated: libx265's model ends there,
        /// but encodes take up to twice as many bits (by hand).
        package var finest = -6.0
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
