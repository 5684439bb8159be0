import Dispatch
import Foundation
import Media
import Storage

/// Compares the silos of a film with their SHA-256, as many at a time as there are processors, while the mux does other
/// work.
final class SiloVerification: Sendable {
    private let layers: [SiloOverlay.Layer]
    private let state = Locked(State())
    /// Counts the layers that were checked.
    private let seen = DispatchSemaphore(value: 0)

    private struct State {
        var next = 0
        var failure: (layer: Int, error: any Error)?
    }

    /// Starts the comparison.
    init(of overlay: SiloOverlay) {
        layers = overlay.layers
        let queue = DispatchQueue(label: "silo.verification", attributes: .concurrent)
        for _ in 0..<min(max(ProcessInfo.processInfo.activeProcessorCount, 1), layers.count) {
            queue.async { [self] in
                // Each thread takes the next silo when its last one is done, because silos differ in size.
                while let layer = takeNext() { look(at: layer) }
            }
        }
    }

    /// Waits until all are verified, and calls `progress` after each. Throws the error of the first range that fails.
    func finish(progress: () -> Void) throws {
        for _ in layers {
            seen.wait()
            progress()
        }
        try state.withLock { if let failure = $0.failure { throw failure.error } }
    }

    /// The next layer that no thread has taken; nil after the last.
    private func takeNext() -> Int? {
        state.withLock { state in
            guard state.next < layers.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func look(at layer: Int) {
        defer { seen.signal() }
        // All layers before a failed one are taken by then, so a skipped layer cannot be the first that fails.
        guard state.withLock({ $0.failure == nil }) else { return }
        do {
            try Publication.verify(layers[layer].file, in: layers[layer].folder)
        } catch {
            state.withLock { state in
                guard layer < state.failure?.layer ?? .max else { return }
                state.failure = (layer, error)
            }
        }
    }
}
