extension RateModelParameters {
    /// How ranges depart from one quantiser for the whole film.
    package struct Departure: Hashable, Sendable {
        /// Quantiser steps for each doubling of a range's bits per frame, without a metric (Decisions/0040).
        package var stepsPerOctave = 0.4
        /// The most quantiser steps by which a range may depart, without a metric (Decisions/0040). A black scene
        /// would depart without limit.
        package var most = 2.0
        /// Quantiser steps on either side of the film's own that `optimize` may use (Decisions/0024).
        package var reachOfOptimization = 4.0
        /// Distance between the quantisers that `optimize` tries.
        package var stepOfOptimization = 0.25
        /// Points of VMAF by which a range may be planned below one quantiser for all. A loss of two points is hardly
        /// seen, and quality can fall twice as fast as predicted (Decisions/0024).
        package var lossVMAF = 1.0
        /// The same for the other metrics, in levels: about two rate factors.
        package var loss = 1.0
        /// A range is encoded again when its loss is this many times the loss that may be planned (Decisions/0043).
        package var lossToEncodeAgain = 1.5
    }
}
