import CPictureSums

/// The implementation that adds samples: both give the same sums to the last bit.
enum SumUnit: Hashable, Sendable, CaseIterable {
    /// Swift, for all processors; the reference for the other.
    case portable
    /// AVX2, for rectangles of at least 16 samples in width.
    case avx2

    /// The fastest implementation on this processor.
    static let best: SumUnit = granary_has_avx2() ? .avx2 : .portable

    /// The implementations that this processor supports.
    static let available: [SumUnit] = granary_has_avx2() ? allCases : [.portable]

    /// Least width of a rectangle for AVX2, in samples.
    static let leastWidth = 16
}
