import Glibc

/// An open file that is closed when its owner is released.
struct OpenFile: ~Copyable {
    /// The file descriptor, for as long as this value lives.
    let descriptor: CInt
    private let path: String

    /// Opens a file for reading.
    init(reading path: String) throws(StorageError) {
        try self.init(path, flags: O_RDONLY, attempted: "open a file")
    }

    /// Creates a file that must not exist yet, for writing and reading back.
    init(creating path: String) throws(StorageError) {
        try self.init(path, flags: O_RDWR | O_CREAT | O_EXCL, attempted: "create a file")
    }

    /// Opens a folder, for syncing its entries.
    init(folder path: String) throws(StorageError) {
        try self.init(path, flags: O_RDONLY | O_DIRECTORY, attempted: "open a folder")
    }

    private init(_ path: String, flags: CInt, attempted: String) throws(StorageError) {
        // Safe: the path is a C string for the duration of the call.
        let opened = unsafe open(path, flags | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw .system(attempted: attempted, subject: path) }
        descriptor = opened
        self.path = path
    }

    deinit { close(descriptor) }

    /// Whether there is a file, or anything else, at a path.
    static func exists(_ path: String) -> Bool {
        // Safe: the path is a C string for the duration of the call.
        unsafe access(path, F_OK) == 0
    }

    /// Size in bytes.
    func byteCount() throws(StorageError) -> Int { Int(try status().st_size) }

    /// Number of hard links of the file.
    func linkCount() throws(StorageError) -> Int { Int(try status().st_nlink) }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(StorageError) {
        var offset = 0
        while offset < bytes.count {
            // Safe: the pointer and count cover exactly what is left of the array.
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
            }
            if written < 0 && errno == EINTR { continue }
            guard written >= 0 else { throw .system(attempted: "write a file", subject: path) }
            offset += written
        }
    }

    /// Reads the file from its start to its end, at most `pieceByteCount` at a time.
    func read(pieceByteCount: Int = 1 << 20, _ body: (RawSpan) -> Void) throws(StorageError) {
        var buffer = [UInt8](repeating: 0, count: pieceByteCount)
        var offset = 0
        while true {
            // Safe: at most the buffer's own length is read into it.
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .system(attempted: "read a file", subject: path) }
            if count == 0 { return }
            // Safe: bytes have no padding between them; extracting checks its bounds.
            body(unsafe buffer.span.bytes.extracting(first: count))
            offset += count
        }
    }

    /// Fills a buffer with the bytes from an offset on. Throws if the file ends before.
    func read(into buffer: inout [UInt8], at offset: Int) throws(StorageError) {
        var count = 0
        while count < buffer.count {
            // Safe: the pointer and count cover exactly what is left of the buffer.
            let read = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, off_t(offset + count))
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw .system(attempted: "read a file", subject: path) }
            guard read > 0 else {
                let cause = "it ends before byte \(offset + buffer.count)"
                throw StorageError(.damaged, attempted: "read a file", subject: path, cause: cause)
            }
            count += read
        }
    }

    /// Bytes from an offset on; nil if the file ends before.
    func bytes(at offset: Int, count: Int) throws(StorageError) -> [UInt8]? {
        guard try byteCount() - offset >= count else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        try read(into: &bytes, at: offset)
        return bytes
    }

    /// Waits until everything that was written is on the disk.
    func sync() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw .system(attempted: "sync a file", subject: path) }
    }

    /// Asks the system to drop the file from its cache, as far as possible: what is read next comes from the disk.
    func forgetPages() throws(StorageError) {
        // Pages that are not on the disk yet are not dropped.
        try sync()
        // This is advice: a file system without its own cache has nothing to drop.
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    }

    private func status() throws(StorageError) -> stat {
        // Safe: the system fills the structure on this frame.
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw .system(attempted: "inspect a file", subject: path)
        }
        return status
    }
}
