import Jobs

/// The quantisers of a film's ranges.
struct FilmCourse {
    /// The quantiser that all ranges have, or from which they depart.
    let quantizer: Double
    /// The one quantiser that all ranges would have if none departed; nil if it was not needed.
    var common: Double?
    /// By how much ranges depart from `quantizer`, by range number; ranges that do not depart may be missing.
    var offsets: [Int: Double] = [:]
    /// Predictions for ranges, by range number; empty where no metric is optimised.
    var forecasts: [Int: QualityForecast] = [:]

    /// The quantiser of a range.
    func quantizer(of range: Int) -> Double { quantizer + (offsets[range] ?? 0) }
}
