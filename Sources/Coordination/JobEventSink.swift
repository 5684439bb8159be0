import Media

/// Keeps the order of a job's events: nothing before `resolved`, nothing after the last one.
///
/// Messages of workers come from other threads than the decisions.
final class JobEventSink: Sendable {
    private enum State { case waiting, open, closed }

    private let state = Locked(State.waiting)
    private let listener: @Sendable (JobEvent) -> Void

    init(_ listener: @escaping @Sendable (JobEvent) -> Void) { self.listener = listener }

    /// Hands over an event, one at a time; those out of order are dropped.
    func emit(_ event: JobEvent) {
        state.withLock { state in
            switch (state, event) {
            case (.waiting, .resolved): state = .open
            case (.open, .resolved), (.waiting, _), (.closed, _): return
            case (.open, _): state = event.isLast ? .closed : .open
            }
            listener(event)
        }
    }
}
