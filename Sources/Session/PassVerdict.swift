package import Media

/// The result of `endPass`: finished, or the time ranges that should be encoded again.
package enum PassVerdict: Hashable, Sendable {
    /// The goal is met, or the limits of the passes are used up.
    case finished
    /// Another pass is requested over these ranges of decode time, which are also ranges of presentation time:
    /// ascending, disjoint, each from one closed group of pictures to another.
    case furtherPasses([TimeRange])
}
