import Jobs

/// A manifest of a batch.
struct BatchItem: Sendable {
    /// Its number in the batch. Films are listed in this order.
    let number: Int
    let manifest: Manifest
}

/// Where a batch gets its manifests from, and what is noted about their films.
protocol BatchSupply {
    /// Number of manifests that nobody has taken, as far as known.
    var waitingCount: Int { get }
    /// Whether `next` may return a manifest again, now or later.
    var isOpen: Bool { get }
    /// How often to ask again without an event of the batch; nil if only such events matter.
    var interval: Duration? { get }
    /// Exit codes of what went wrong apart from films.
    var exitCodes: [Int32] { get }

    /// Removes and returns the next manifest that can begin; nil if there is none now.
    mutating func next() -> BatchItem?

    /// Notes how the films of a manifest ended.
    mutating func end(_ item: BatchItem, _ endings: [FilmEnding])

    /// Ends the supply, because the user stops the batch; returns manifests that are listed as not begun.
    mutating func giveUp() -> [BatchItem]
}
