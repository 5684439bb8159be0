import Jobs

/// The target of an encode.
package enum BenchRate: Hashable, Sendable, Codable {
    /// Average bits of video per second over the clip.
    case average(bitsPerSecond: Int)
    /// A constant rate factor, as the anchor's encoder counts it.
    case constant(Double)

    /// The rate as text, as in `2500k` or `crf 21`; each rate has its own.
    package var label: String {
        switch self {
        case .average(let bits): bits % 1000 == 0 ? "\(bits / 1000)k" : "\(bits)"
        case .constant(let factor): "crf \(Quantity.words(factor))"
        }
    }

    /// The requested bits per second; nil for a rate factor.
    package var bitsPerSecond: Int? {
        guard case .average(let bits) = self else { return nil }
        return bits
    }
}
