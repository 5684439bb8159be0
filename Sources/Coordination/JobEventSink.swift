import Media

/// Keeps the events of a job in order: nothing before `resolved`, nothing after the last one.
///
/// Messages of workers and decisions come from different threads.
final class JobEventSink: Sendable {
    private enum State { case waiting, open, closed }

    private let state = Locked(State.waiting)
    private let listener: @Sendable (JobEvent) -> Void

    init(_ listener: @escaping @Sendable (JobEvent) -> Void) { self.listener = listener }

    /// Passes an event to the listener, one at a time. Drops events that are out of order.
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
