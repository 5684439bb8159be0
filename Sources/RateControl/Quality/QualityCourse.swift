/// The rate factors of a film that aims at a quality.
struct QualityCourse {
    /// The film's: that of every range without a reason for another.
    var common: Double
    /// Each range's own, in film order.
    var factors: [Double]
    /// What each range's encoder begins with in the decoder's buffer, in bits; nil for a film without bounds.
    var starts: [Int]?
}
