/// The rate factors of a film with a target quality.
struct QualityCourse {
    /// The film's factor: ranges have it unless the floor or the buffer requires another one.
    var common: Double
    /// The factor of each range, in film order.
    var factors: [Double]
    /// Bits in the decoder's buffer at the start of each range, for its encoder; nil for a film without bounds.
    var starts: [Int]?
}
