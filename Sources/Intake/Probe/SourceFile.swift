import Checksums
import Glibc
import Media

/// A source as a plain file: checked before any library sees it, and hashed for its identity.
struct SourceFile {
    /// Absolute path, symbolic links resolved.
    let path: String
    /// Size in bytes, positive.
    let byteCount: Int64

    /// Bytes of one block of the hash.
    static let blockByteCount = 65536
    /// Number of blocks between the first and the last.
    static let innerBlockCount: Int64 = 64

    /// Finds the file and makes sure that it is one.
    init(path: String) throws(IntakeError) {
        // Safe: realpath returns a string of its own that is freed here; stat fills the structure that it is given.
        guard let resolved = unsafe realpath(path, nil) else { throw IntakeError.cannotOpen(path, code: errno) }
        defer { unsafe free(resolved) }
        let absolute = unsafe String(cString: resolved)
        var status = stat()
        guard unsafe stat(absolute, &status) == 0 else { throw IntakeError.cannotOpen(path, code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw IntakeError.notAFile(path, cause: "it is a folder")
        default: throw IntakeError.notAFile(path, cause: "it is neither a file nor a folder, but a pipe or a device")
        }
        guard status.st_size > 0 else {
            throw IntakeError(
                .empty,
                attempted: "open the movie",
                subject: path,
                cause: "the file is empty: it has no bytes",
                remedy: "copy it again from its source"
            )
        }
        guard unsafe access(absolute, R_OK) == 0 else { throw IntakeError.cannotOpen(path, code: errno) }
        self.path = absolute
        byteCount = Int64(status.st_size)
    }

    /// What tells this file from another.
    ///
    /// SHA-256 over the first, 64 evenly spaced and the last block of 64 KiB in the order of the file, or over all of
    /// it. The sampled blocks of a small file may overlap.
    func identity(duration: MediaTime, hashWholeFile: Bool) throws(IntakeError) -> SourceIdentity {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw IntakeError.cannotOpen(path, code: errno) }
        defer { close(descriptor) }
        var digest = SHA256Digest()
        var buffer = [UInt8](repeating: 0, count: Self.blockByteCount)
        for offset in hashWholeFile ? everyOffset : sampledOffsets {
            try hash(&digest, from: descriptor, at: offset, buffer: &buffer)
        }
        return SourceIdentity(
            byteCount: byteCount,
            duration: duration,
            contentHash: digest.finish(),
            coversWholeFile: hashWholeFile
        )
    }

    private var everyOffset: [Int64] { Array(stride(from: 0, to: byteCount, by: Self.blockByteCount)) }

    private var sampledOffsets: [Int64] {
        let last = max(byteCount - Int64(Self.blockByteCount), 0)
        let inner = (1...Self.innerBlockCount).map { number in
            // Full width, for the product of a large file's size.
            let product = UInt64(last).multipliedFullWidth(by: UInt64(number))
            return Int64(UInt64(Self.innerBlockCount + 1).dividingFullWidth(product).quotient)
        }
        return [0] + inner + [last]
    }

    /// Bytes of the file. Precondition: they lie inside it, and the caller has bounded their number.
    func bytes(at offset: Int64, count: Int) throws(IntakeError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw IntakeError.cannotOpen(path, code: errno) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: count)
        try fill(&buffer, count, from: descriptor, at: offset)
        return buffer
    }

    private func hash(
        _ digest: inout SHA256Digest,
        from descriptor: CInt,
        at offset: Int64,
        buffer: inout [UInt8]
    ) throws(IntakeError) {
        let wanted = Int(min(Int64(Self.blockByteCount), byteCount - offset))
        try fill(&buffer, wanted, from: descriptor, at: offset)
        unsafe digest.update(buffer.span.bytes.extracting(0..<wanted))
    }

    private func fill(
        _ buffer: inout [UInt8],
        _ wanted: Int,
        from descriptor: CInt,
        at offset: Int64
    ) throws(IntakeError) {
        var filled = 0
        while filled < wanted {
            // Safe: pread writes at most the bytes that are left of the block's buffer.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled..<wanted])
                return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw IntakeError.cannotOpen(path, code: errno) }
            guard count > 0 else { throw IntakeError.changed(path, difference: "it became shorter while it was read") }
            filled += count
        }
    }
}
