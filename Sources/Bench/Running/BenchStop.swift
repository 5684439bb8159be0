import Media

/// The user's wish that a run ends: asked for from one thread, looked at by others.
package final class BenchStop: Sendable {
    private let wish = Locked(false)

    /// Nobody wants it to end yet.
    package init() {}

    /// Whether somebody does.
    package var isAsked: Bool { wish.withLock { $0 } }

    /// Asks for the end: the encode that runs is thrown away, all that is done is kept.
    package func ask() { wish.withLock { $0 = true } }
}
