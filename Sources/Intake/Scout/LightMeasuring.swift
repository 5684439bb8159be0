import Media

/// Measures the light of pictures with the same colour description.
protocol LightMeasuring: Sendable {
    /// Measures a picture. Precondition: it has 10 bits.
    func measure(_ picture: Picture) -> MeasuredLight
}
