import Media

/// Measures the light of pictures of one kind of colours.
protocol LightMeasuring: Sendable {
    /// Measures a picture. Precondition: it has 10 bits.
    func measure(_ picture: Picture) -> MeasuredLight
}
