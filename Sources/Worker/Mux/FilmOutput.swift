import Foundation
import Glibc
import Media
import Storage

/// The file descriptor of the film under its temporary name.
///
/// It is written past the page cache if the file system allows that: a film is written once, from front to back, and
/// caching it costs a copy and as many free pages as it has. Otherwise it goes through the cache.
///
/// No other process writes to its name: an existing file is never opened or truncated.
final class FilmOutput: Sendable {
    private let path: String
    private let byteCount: UInt64
    private let descriptor: CInt

    /// How often the disk is asked to begin with what is cached.
    private static let handoverByteCount: UInt64 = 64 << 20

    /// Creates the file, which must not exist, and reserves its space.
    convenience init(creating path: String, byteCount: UInt64) throws {
        // If the folder cannot be created, `open` fails and reports the reason.
        try? FileManager.default.createDirectory(
            atPath: FilmOutput.folder(of: path),
            withIntermediateDirectories: true
        )
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        // Safe: the path is lent for the call only.
        var opened = unsafe open(path, flags | FilmOutput.pastCache, 0o644)
        if opened < 0, errno == EINVAL {
            // With EINVAL a file system refuses to write past the cache. It may have created the file already.
            unsafe unlink(path)
            opened = unsafe open(path, flags, 0o644)
        }
        try self.init(opened, path: path, byteCount: byteCount)
    }

    /// Takes over the result of `open` for writing, which may be an error, and reserves the file's space.
    init(_ opened: CInt, path: String, byteCount: UInt64) throws {
        self.path = path
        self.byteCount = byteCount
        descriptor = opened
        guard descriptor >= 0 else { throw failure(.cannotCreate) }
        let reserved = posix_fallocate(descriptor, 0, off_t(clamping: byteCount))
        guard reserved != ENOSPC, reserved != EFBIG else {
            unsafe unlink(path)
            throw full(reserved)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes bytes at an offset. Both are multiples of a block, except for the film's last bytes.
    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        let whole = bytes.byteCount / FilmPiece.blockByteCount * FilmPiece.blockByteCount
        try put(bytes.extracting(first: whole), at: offset)
        if whole < bytes.byteCount {
            useCache()
            try put(bytes.extracting(droppingFirst: whole), at: offset + UInt64(whole))
        }
        // On Linux this makes the disk begin now and not only at the final sync; unwritten pages stay cached. Each call
        // waits for all processors, so it is not made for every piece.
        let (step, end) = (FilmOutput.handoverByteCount, offset + UInt64(bytes.byteCount))
        guard !isPastCache, offset / step < end / step else { return }
        posix_fadvise(descriptor, off_t((end / step - 1) * step), off_t(step), POSIX_FADV_DONTNEED)
    }

    /// Waits until the file and its name are on the disk.
    func sync() throws {
        guard fsync(descriptor) == 0 else { throw failure(.inputOutput) }
        // Safe: the path is lent for the call only.
        let folder = unsafe open(FilmOutput.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(.inputOutput) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure(.inputOutput) }
    }

    /// Modification time of the file in nanoseconds since 1970; nil when the system reports none.
    var modificationTime: Int64? {
        var status = stat()
        // Safe: the system fills the structure on this frame.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        // Times after the year 2262 wrap around, which does no harm: they only serve as a mark.
        return Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }

    private func put(_ bytes: RawSpan, at offset: UInt64) throws {
        var done = 0
        while done < bytes.byteCount {
            // Safe: at most the remaining bytes from `done` on are read.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe bytes.baseAddress?.advanced(by: done)
                return unsafe pwrite(descriptor, rest, bytes.count - done, off_t(offset) + done)
            }
            if count < 0 && errno == EINTR { continue }
            // The disk has larger blocks than `FilmPiece`, or a write ended within a block.
            if count < 0 && errno == EINVAL && isPastCache && useCache() { continue }
            guard count > 0 else { throw [ENOSPC, EDQUOT].contains(errno) ? full(errno) : failure(.inputOutput) }
            done += count
        }
    }

    private var isPastCache: Bool { fcntl(descriptor, F_GETFL) & FilmOutput.pastCache != 0 }

    /// Writes through the cache from now on; false if the system refuses.
    @discardableResult private func useCache() -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags & ~FilmOutput.pastCache) == 0
    }

    /// `O_DIRECT` of Linux' asm/fcntl.h, which glibc declares only for GNU C sources.
    private static var pastCache: CInt {
        #if arch(arm) || arch(arm64)
            0o200000
        #elseif arch(powerpc64) || arch(powerpc64le)
            0o400000
        #else
            0o40000
        #endif
    }

    private static func folder(of path: String) -> String { URL(filePath: path).deletingLastPathComponent().path }

    private func failure(_ kind: FailureKind) -> WorkError {
        WorkError(
            kind,
            attempted: "write the film",
            subject: path,
            cause: unsafe String(cString: strerror(errno)),
            remedy: "Choose a writable output folder and run the job again: nothing is lost."
        )
    }

    /// There is no space for the film. The subject is its folder, because the temporary file is removed by then.
    private func full(_ number: CInt) -> WorkError {
        let folder = FilmOutput.folder(of: path)
        let reason =
            switch number {
            case EFBIG: "its file system allows no file of that size"
            case EDQUOT: "the quota is used up"
            default: DiskSpace.words(at: folder)
            }
        return WorkError(
            .inputOutput,
            attempted: "write the film",
            subject: folder,
            cause: "the disk of that folder has no space for its \(ByteSize(Int64(clamping: byteCount))): \(reason)",
            remedy: number == EFBIG
                ? "Choose an output on another file system and run the job again: nothing is lost."
                : "Free some space there or choose another output, and run the job again: nothing is lost."
        )
    }
}
