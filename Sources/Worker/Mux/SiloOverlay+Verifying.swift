import Dispatch
import Foundation
import Media
import Storage

extension SiloOverlay {
    /// Compares all files with their SHA-256, as many at a time as there are processors: the mux has the machine to
    /// itself. What it throws is about the first range that fails; `progress` hears of each batch.
    func verifyConcurrently(progress: () -> Void) throws {
        let width = max(ProcessInfo.processInfo.activeProcessorCount, 1)
        for start in stride(from: 0, to: layers.count, by: width) {
            let failures = Locked<[Int: any Error]>([:])
            DispatchQueue.concurrentPerform(iterations: min(width, layers.count - start)) { offset in
                let layer = layers[start + offset]
                do {
                    try Publication.verify(layer.file, in: layer.folder)
                } catch {
                    failures.withLock { $0[offset] = error }
                }
            }
            if let first = failures.withLock({ $0.min { $0.key < $1.key }?.value }) { throw first }
            progress()
        }
    }
}
