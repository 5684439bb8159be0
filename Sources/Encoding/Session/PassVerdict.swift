package import Media

/// The result of `endPass`: finished, or the time ranges that should be encoded again.
package enum PassVerdict: Hashable, Sendable {
    /// The pass met its target.
    case finished
    /// These ranges missed it; ascending, half-open, without overlap.
    case furtherPasses([TimeRange])
}
