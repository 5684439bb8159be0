import Dispatch
import Foundation
import Media

/// Turns SIGINT, SIGTERM and SIGHUP into a sequence, instead of the end of the process.
///
/// The first signal requests to drain, the second to stop. A third one ends the process, as without this type, so that
/// the user can always end a process that hangs. For example:
///
///     for await interruption in SignalSource.interruptions() { await coordinator.receive(interruption) }
enum SignalSource {
    /// The requests, in order of arrival; the sequence never ends by itself. It takes over the signals until it is
    /// cancelled or released; from then on they end the process again.
    static func interruptions(by signals: [Int32] = [SIGINT, SIGTERM, SIGHUP]) -> AsyncStream<Interruption> {
        let (stream, continuation) = AsyncStream.makeStream(of: Interruption.self)
        let count = Counter()
        let queue = DispatchQueue(label: "granary.signals")
        let registration = DispatchGroup()
        let sources = signals.map { number in
            // Ignored by the process, the signal still reaches the source.
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                switch count.next() {
                case 1: continuation.yield(.drain)
                case 2: continuation.yield(.stop)
                default:
                    _ = signal(number, SIG_DFL)
                    // Dispatch blocks signals in its threads: without unblocking, this one would stay pending.
                    var mask = sigset_t()
                    // Safe: the set is owned here, filled before it is lent, and lent for the calls only.
                    unsafe sigemptyset(&mask)
                    unsafe sigaddset(&mask, number)
                    unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
                    raise(number)
                }
            }
            registration.enter()
            source.setRegistrationHandler { registration.leave() }
            source.resume()
            return source
        }
        // A signal that arrives before its source is registered would be lost.
        registration.wait()
        let owner = Owner(sources, of: signals)
        continuation.onTermination = { _ in owner.cancel() }
        return stream
    }

    /// Keeps the sources as long as the sequence is in use.
    ///
    /// Sendable although Dispatch does not declare its sources so: the array never changes, and `cancel` may be called
    /// from any thread.
    private final class Owner: @unchecked Sendable {
        private let sources: [any DispatchSourceSignal]
        private let signals: [Int32]

        init(_ sources: [any DispatchSourceSignal], of signals: [Int32]) {
            self.sources = sources
            self.signals = signals
        }

        func cancel() {
            for source in sources { source.cancel() }
            // Otherwise this process would ignore them after the job.
            for number in signals { _ = signal(number, SIG_DFL) }
        }
    }

    private final class Counter: Sendable {
        private let value = Locked(0)

        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }
}
