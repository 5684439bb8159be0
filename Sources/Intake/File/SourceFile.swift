import Checksums
import Glibc
import Media

/// A source as a regular file, opened once. Everything that libraries read of it, and everything that is hashed, is
/// read through this descriptor.
///
/// Several demuxers and threads may read it: the descriptor's own position is not used.
final class SourceFile: Sendable {
    /// Absolute path, symbolic links resolved.
    let path: String
    /// Size in bytes when it was opened, positive.
    let byteCount: Int64
    private let descriptor: CInt
    private let lastWrite: WriteTime

    /// Bytes of one block of the hash.
    static let blockByteCount = 65536
    /// Number of blocks between the first and the last.
    static let innerBlockCount: Int64 = 64

    /// Resolves the path, checks the file and opens it.
    init(path: String) throws(IntakeError) {
        // Safe: realpath returns a string of its own, which is freed here; stat fills the structure that it is given.
        guard let resolved = unsafe realpath(path, nil) else { throw IntakeError.cannotOpen(path, code: errno) }
        defer { unsafe free(resolved) }
        let absolute = unsafe String(cString: resolved)
        var status = stat()
        // It is checked before it is opened: opening alone makes some devices act.
        guard unsafe stat(absolute, &status) == 0 else { throw IntakeError.cannotOpen(path, code: errno) }
        try Self.requirePlainFile(path, status)
        try Self.requireStoredFile(path, status)
        // The file may have been replaced meanwhile: O_NONBLOCK does not wait for the other end of a pipe.
        let descriptor = unsafe open(absolute, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw IntakeError.cannotOpen(path, code: errno) }
        self.descriptor = descriptor
        self.path = absolute
        guard unsafe fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw IntakeError.cannotOpen(path, code: code)
        }
        byteCount = Int64(status.st_size)
        lastWrite = WriteTime(status)
        // From here on, deinit closes it.
        try Self.requirePlainFile(path, status)
        try Self.requireStoredFile(path, status)
    }

    /// Opens the file of a probed source, which must still have its size.
    convenience init(of source: SourceDescription) throws(IntakeError) {
        try self.init(path: source.path)
        try requireSize(source.identity)
    }

    deinit { close(descriptor) }

    /// Checks that the file has the size that it had when it was probed.
    func requireSize(_ expected: SourceIdentity) throws(IntakeError) {
        guard byteCount == expected.byteCount else {
            throw IntakeError.changed(path, difference: "it has \(byteCount) bytes and had \(expected.byteCount)")
        }
    }

    /// Checks that the file has neither grown nor shrunk since it was opened. With `isUntouched` also checks that it
    /// was not written to.
    func requireSteady(isUntouched: Bool = false) throws(IntakeError) {
        var status = stat()
        // Safe: fstat fills the structure that it is given.
        guard unsafe fstat(descriptor, &status) == 0 else { throw IntakeError.cannotRead(path, code: errno) }
        let size = Int64(status.st_size)
        guard size == byteCount else {
            let change = size > byteCount ? "grew" : "shrank"
            throw IntakeError.unsteady(path, change: "\(change) from \(byteCount) to \(size) bytes")
        }
        if isUntouched, WriteTime(status) != lastWrite {
            throw IntakeError.unsteady(path, change: "was written to")
        }
    }

    /// The identity of the file.
    ///
    /// SHA-256 over the first block, 64 evenly spaced ones and the last one, of 64 KiB each and in file order, or over
    /// the whole file. The sampled blocks of a small file may overlap.
    func identity(duration: MediaTime, hashWholeFile: Bool) throws(IntakeError) -> SourceIdentity {
        let digest = SHA256Digest()
        var buffer = [UInt8](repeating: 0, count: Self.blockByteCount)
        if hashWholeFile {
            for offset in stride(from: 0, to: byteCount, by: Self.blockByteCount) {
                try hash(digest, at: offset, buffer: &buffer)
            }
        } else {
            for offset in sampledOffsets { try hash(digest, at: offset, buffer: &buffer) }
        }
        return SourceIdentity(
            byteCount: byteCount,
            duration: duration,
            contentHash: digest.finish(),
            coversWholeFile: hashWholeFile
        )
    }

    private var sampledOffsets: [Int64] {
        let last = max(byteCount - Int64(Self.blockByteCount), 0)
        let inner = (1...Self.innerBlockCount).map { number in
            // Full width, for the product with a large file's size.
            let product = UInt64(last).multipliedFullWidth(by: UInt64(number))
            return Int64(UInt64(Self.innerBlockCount + 1).dividingFullWidth(product).quotient)
        }
        return [0] + inner + [last]
    }

    /// Bytes of the file. Precondition: they are inside it, and the caller limits their number.
    func bytes(at offset: Int64, count: Int) throws(IntakeError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        try fill(&buffer, count, at: offset)
        return buffer
    }

    /// Reads bytes at an offset of the file; 0 at its end as of when it was opened.
    ///
    /// - Throws: if the disk fails or the file became shorter.
    @unsafe func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(IntakeError) -> Int {
        let wanted = Int(min(Int64(buffer.count), byteCount - offset))
        guard wanted > 0 else { return 0 }
        while true {
            // Safe: the caller lends the buffer for the call, and pread writes no more than fits.
            let count = unsafe pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw IntakeError.cannotRead(path, code: errno) }
            guard count > 0 else { throw IntakeError.unsteady(path, change: "became shorter") }
            return count
        }
    }

    private func hash(
        _ digest: SHA256Digest,
        at offset: Int64,
        buffer: inout [UInt8]
    ) throws(IntakeError) {
        let wanted = Int(min(Int64(Self.blockByteCount), byteCount - offset))
        try fill(&buffer, wanted, at: offset)
        unsafe digest.update(buffer.span.bytes.extracting(0..<wanted))
    }

    private func fill(_ buffer: inout [UInt8], _ wanted: Int, at offset: Int64) throws(IntakeError) {
        var filled = 0
        while filled < wanted {
            // Safe: the rest of the block's buffer, lent for the call.
            let count = try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(IntakeError) in
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: bytes[filled..<wanted])
                return try unsafe read(into: UnsafeMutableRawBufferPointer(rest), at: offset + Int64(filled))
            }
            guard count > 0 else { throw IntakeError.unsteady(path, change: "became shorter") }
            filled += count
        }
    }
}
