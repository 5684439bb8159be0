extension RateModelParameters {
    /// What is assumed of a film before anything of it is measured.
    package struct Assumption: Hashable, Sendable {
        /// The rate factor at which a film of typical complexity takes `bitsPerPixel` (measured means, Decisions/0002).
        package var rateFactor = 28.0
        /// Bits per pixel of such a film (measured means, Decisions/0002).
        package var bitsPerPixel = 0.036
        /// The bounds of the analysis' rate factor (by hand).
        package var rateFactors = 18.0...40.0
        /// The same after a rough encode of parts of the film (by hand).
        package var rateFactorsByScout = 4.0...44.0
        /// Rate factors, or quantiser steps, that halve the bits where there is no rate curve.
        package var stepsPerOctave = 6.0
    }
}
