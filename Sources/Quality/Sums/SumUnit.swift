import CPictureSums

/// What adds up samples: both find the same sums, to the last bit.
enum SumUnit: Hashable, Sendable, CaseIterable {
    /// Swift, for all processors, and what the other is held against.
    case portable
    /// AVX2, in rectangles of at least 16 samples in width.
    case avx2

    /// The fastest one here.
    static let best: SumUnit = granary_has_avx2() ? .avx2 : .portable

    /// The units of this processor.
    static let available: [SumUnit] = granary_has_avx2() ? allCases : [.portable]

    /// Samples that a rectangle must be wide for AVX2.
    static let leastWidth = 16
}
