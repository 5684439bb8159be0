package import Media

/// What `endPass` says: done, or the time ranges that ought to be encoded again.
package enum PassVerdict: Hashable, Sendable {
    /// The pass met its target.
    case finished
    /// These ranges missed it; ascending, half-open, without overlap.
    case furtherPasses([TimeRange])
}
