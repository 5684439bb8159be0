/// Every number of the rate control that was measured, fitted or chosen by hand, in one value.
///
/// x265's own numbers are not among them. They are in `EncoderRateModel`, `EncoderRateOptions` and `X265Limits`, and
/// change only with x265. The comment of a number gives its origin; "by hand" means that no measurement of it is
/// recorded.
package struct RateModelParameters: Hashable, Sendable {
    /// How metrics depend on the rate factor.
    package var quality = Quality()
    /// How many bits the final preset takes for each bit that the analysis predicts.
    package var scale = Scale()
    /// How ranges depart from one quantiser.
    package var departure = Departure()
    /// In which steps pass 2 encodes a film.
    package var steps = Steps()
    /// When ranges are encoded again, and how far they may depart from the film.
    package var correction = Correction()
    /// How the decoder's buffer is planned.
    package var buffer = Buffer()
    /// What is assumed of a film before anything of it is measured.
    package var assumption = Assumption()

    /// The numbers that Granary encodes with.
    package static let standard = RateModelParameters()
}
