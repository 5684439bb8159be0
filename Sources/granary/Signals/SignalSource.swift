import Dispatch
import Foundation
import Media

/// Turns SIGINT, SIGTERM and SIGHUP into a sequence, instead of the end of the process.
///
/// The first signal asks to drain, the second to stop. From a third one on the process ends as it would have without
/// this type, so that a hang can always be left. For example:
///
///     for await interruption in SignalSource.interruptions() { await coordinator.receive(interruption) }
enum SignalSource {
    /// The requests, as they come; never ends by itself. Signals are taken over until the sequence is cancelled or gone.
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
                    raise(number)
                }
            }
            registration.enter()
            source.setRegistrationHandler { registration.leave() }
            source.resume()
            return source
        }
        // A signal that came before its source is listening would be lost.
        registration.wait()
        let owner = Owner(sources)
        continuation.onTermination = { _ in owner.cancel() }
        return stream
    }

    /// Keeps the sources for as long as somebody listens.
    ///
    /// Sendable although Dispatch does not say so of its sources: the array never changes, and `cancel` may be called
    /// from any thread.
    private final class Owner: @unchecked Sendable {
        private let sources: [any DispatchSourceSignal]

        init(_ sources: [any DispatchSourceSignal]) { self.sources = sources }

        func cancel() { for source in sources { source.cancel() } }
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
