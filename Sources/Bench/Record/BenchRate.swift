import Jobs

/// What an anchor is asked for.
package enum BenchRate: Hashable, Sendable, Codable {
    /// Bits of video a second, on average over the clip.
    case average(bitsPerSecond: Int)
    /// A constant rate factor, as the anchor's encoder counts it.
    case constant(Double)

    /// The rate in words, as in `2500k` or `crf 21`; no two rates share theirs.
    package var label: String {
        switch self {
        case .average(let bits): bits % 1000 == 0 ? "\(bits / 1000)k" : "\(bits)"
        case .constant(let factor): "crf \(Quantity.words(factor))"
        }
    }

    /// Bits a second that were asked for; nil for a rate factor.
    package var bitsPerSecond: Int? {
        guard case .average(let bits) = self else { return nil }
        return bits
    }
}
