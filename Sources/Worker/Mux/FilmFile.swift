import Foundation
import Glibc
import Media

/// The film under its temporary name: written once from front to back, hashed on the way, synced at the end.
final class FilmFile {
    private let path: String
    private let descriptor: CInt
    private let expectedByteCount: UInt64
    private var buffer: [UInt8] = []
    private var written: UInt64 = 0
    /// Up to where the disk was told to begin.
    private var handedOver: UInt64 = 0
    private let digest = OverlappedDigest()

    private static let bufferByteCount = 1 << 20
    private static let handoverByteCount: UInt64 = 64 << 20

    /// Creates the file, taking the place of what an earlier attempt left.
    init(creating path: String, byteCount: UInt64) throws {
        self.path = path
        expectedByteCount = byteCount
        try? FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path,
            withIntermediateDirectories: true
        )
        // Safe: the path is a string that lives through the call; so is the folder's below.
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw FilmFile.failure(path, .cannotCreate) }
        buffer.reserveCapacity(FilmFile.bufferByteCount)
        let reserved = posix_fallocate(descriptor, 0, off_t(clamping: byteCount))
        guard reserved != ENOSPC, reserved != EFBIG else {
            close(descriptor)
            unsafe unlink(path)
            throw FilmFile.full(path, byteCount)
        }
    }

    deinit { close(descriptor) }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws {
        // Safe: the bytes of an array of integers are initialised and lent for the call.
        try write(unsafe bytes.span.bytes)
    }

    /// Appends bytes that are lent.
    func write(_ bytes: RawSpan) throws {
        if buffer.count + bytes.byteCount > FilmFile.bufferByteCount { try flush() }
        // Long samples go straight from the silo's map to the file.
        guard bytes.byteCount < FilmFile.bufferByteCount / 4 else {
            try flush()
            return try put(bytes)
        }
        // Safe: the span lends its bytes for the call.
        unsafe bytes.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
    }

    /// Writes what is left, syncs file and folder, and returns the SHA-256 of all.
    func finish() throws -> String {
        try flush()
        guard written == expectedByteCount else {
            throw WorkError(
                .bug,
                attempted: "write the film",
                subject: path,
                cause: "\(written) bytes were written, \(expectedByteCount) were laid out"
            )
        }
        guard fsync(descriptor) == 0 else { throw FilmFile.failure(path, .inputOutput) }
        let folder = unsafe open(
            URL(filePath: path).deletingLastPathComponent().path,
            O_RDONLY | O_DIRECTORY | O_CLOEXEC
        )
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
        return digest.finish()
    }

    private func flush() throws {
        guard !buffer.isEmpty else { return }
        var full: [UInt8] = []
        swap(&full, &buffer)
        // Safe: the bytes of an array of integers are initialised and lent for the call.
        try put(unsafe full.span.bytes)
        full.removeAll(keepingCapacity: true)
        swap(&full, &buffer)
    }

    /// Hashes and writes at one time.
    private func put(_ bytes: RawSpan) throws {
        try digest.add(bytes, during: writeAll)
        written += UInt64(bytes.byteCount)
        // On Linux this makes the disk begin now, in place of when the film is whole and waited for; what is still to be
        // written stays cached. Each call waits for all processors, hence not for every sample.
        guard written - handedOver >= FilmFile.handoverByteCount else { return }
        posix_fadvise(descriptor, off_t(handedOver), off_t(written - handedOver), POSIX_FADV_DONTNEED)
        handedOver = written
    }

    private func writeAll(_ bytes: RawSpan) throws {
        var offset = 0
        while offset < bytes.byteCount {
            // Safe: no more is written than remains of the bytes from `offset` on.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw errno == ENOSPC ? FilmFile.full(path, expectedByteCount) : FilmFile.failure(path, .inputOutput)
            }
            offset += count
        }
    }

    private static func failure(_ path: String, _ kind: FailureKind) -> WorkError {
        WorkError(
            kind,
            attempted: "write the film",
            subject: path,
            cause: unsafe String(cString: strerror(errno)),
            remedy: "choose an output folder that can be written, and run the job again: nothing is lost"
        )
    }

    private static func full(_ path: String, _ byteCount: UInt64) -> WorkError {
        WorkError(
            .inputOutput,
            attempted: "write the film",
            subject: path,
            cause: "the disk has no room for its \(byteCount) bytes",
            remedy: "free some space and run the job again: nothing is lost"
        )
    }
}
