import Dispatch
import Foundation
import Media
import Storage

/// Compares the silos of a film with their SHA-256, as many at a time as there are processors, while their reader does
/// what it can without them.
final class SiloVerification: Sendable {
    private let layers: [SiloOverlay.Layer]
    private let state = Locked(State())
    /// Counts the layers that were looked at.
    private let seen = DispatchSemaphore(value: 0)

    private struct State {
        var next = 0
        var failure: (layer: Int, error: any Error)?
    }

    /// Begins.
    init(of overlay: SiloOverlay) {
        layers = overlay.layers
        let queue = DispatchQueue(label: "silo.verification", attributes: .concurrent)
        for _ in 0..<min(max(ProcessInfo.processInfo.activeProcessorCount, 1), layers.count) {
            queue.async { [self] in
                // In order, and each when one before it is done: silos differ in size.
                while let layer = takeNext() { look(at: layer) }
            }
        }
    }

    /// Waits until all are verified. It throws what is wrong with the first range that fails; `progress` hears of each.
    func finish(progress: () -> Void) throws {
        for _ in layers {
            seen.wait()
            progress()
        }
        try state.withLock { if let failure = $0.failure { throw failure.error } }
    }

    /// The next layer that nobody looks at yet; nil after the last.
    private func takeNext() -> Int? {
        state.withLock { state in
            guard state.next < layers.count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func look(at layer: Int) {
        defer { seen.signal() }
        // All layers before one that failed are taken by then, so what is skipped cannot be the first to fail.
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
