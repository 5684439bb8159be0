import Checksums
import Dispatch
import Media

/// Hashes and writes the pieces of a film on two threads, while the caller fills the next ones.
///
/// The pieces are few and reused, so memory stays bounded: the caller waits for the slower of the two threads.
final class FilmPipeline: Sendable {
    private let output: FilmOutput
    private let idle: Locked<[FilmPiece]>
    private let idleCount = DispatchSemaphore(value: 0)
    private let digest = Locked(SHA256Digest())
    private let failure = Locked<(any Error)?>(nil)
    private let hashing = DispatchQueue(label: "film.digest")
    private let writing = DispatchQueue(label: "film.output")

    private static let pieceCount = 6
    private static let blocksPerPiece = 256

    /// Creates a pipeline that ends in a file.
    init(to output: FilmOutput) {
        self.output = output
        idle = Locked((0..<FilmPipeline.pieceCount).map { _ in FilmPiece(blockCount: FilmPipeline.blocksPerPiece) })
        // Counted up from 0, because a semaphore must not end below its initial value.
        for _ in 0..<FilmPipeline.pieceCount { idleCount.signal() }
    }

    /// Waits for an empty piece. Throws the error of an earlier piece.
    func emptyPiece() throws -> FilmPiece {
        idleCount.wait()
        do {
            try failure.withLock { if let error = $0 { throw error } }
        } catch {
            idleCount.signal()
            throw error
        }
        guard let piece = idle.withLock({ $0.popLast() }) else { preconditionFailure("counted, but not there") }
        return piece
    }

    /// Takes the film's next piece and its offset in the file; returns at once.
    func put(_ piece: FilmPiece, at offset: UInt64) {
        piece.hand(to: 2)
        hashing.async { [self] in
            piece.withBytes { bytes in digest.withLock { $0.update(bytes) } }
            letGo(of: piece)
        }
        writing.async { [self] in
            // After a failure nothing more is written: there would be a hole before it.
            if failure.withLock({ $0 == nil }) {
                do {
                    try piece.withBytes { try output.write($0, at: offset) }
                } catch {
                    failure.withLock { $0 = error }
                }
            }
            letGo(of: piece)
        }
    }

    /// Waits until all pieces are written. Throws the first error.
    func drain() throws {
        writing.sync {}
        try failure.withLock { if let error = $0 { throw error } }
    }

    /// The SHA-256 of all pieces.
    func sha256() -> String {
        hashing.sync {}
        return digest.withLock { $0.finish() }
    }

    private func letGo(of piece: FilmPiece) {
        guard piece.letGo() else { return }
        idle.withLock { $0.append(piece) }
        idleCount.signal()
    }
}
