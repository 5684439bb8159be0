import Foundation
import Glibc
import Media
import Storage

/// The film's file under its temporary name, as the system sees it.
///
/// It is written past the page cache where the file system lets that be done: a film is written once, from front to
/// back, and caching it costs a copy and as many free pages as it has. Elsewhere it goes through the cache.
///
/// It has a name that nobody else writes to: what exists is never opened, let alone cut short.
final class FilmOutput: Sendable {
    private let path: String
    private let byteCount: UInt64
    private let descriptor: CInt

    /// How often the disk is asked to begin with what is cached.
    private static let handoverByteCount: UInt64 = 64 << 20

    /// Creates the file, which must not exist, and reserves its place.
    convenience init(creating path: String, byteCount: UInt64) throws {
        // Where it cannot be made, opening the file fails, and says why.
        try? FileManager.default.createDirectory(
            atPath: FilmOutput.folder(of: path),
            withIntermediateDirectories: true
        )
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        // Safe: the path is a string that lives through the call.
        var opened = unsafe open(path, flags | FilmOutput.pastCache, 0o644)
        if opened < 0, errno == EINVAL {
            // This is how a file system refuses to be written past the cache. It may have made the file by then.
            unsafe unlink(path)
            opened = unsafe open(path, flags, 0o644)
        }
        try self.init(opened, path: path, byteCount: byteCount)
    }

    /// Takes over a file that was opened for writing, or could not be, and reserves its place.
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

    /// Writes bytes at an offset, both multiples of a block; only the film's last bytes may be fewer.
    func write(_ bytes: RawSpan, at offset: UInt64) throws {
        let whole = bytes.byteCount / FilmPiece.blockByteCount * FilmPiece.blockByteCount
        try put(bytes.extracting(first: whole), at: offset)
        if whole < bytes.byteCount {
            useCache()
            try put(bytes.extracting(droppingFirst: whole), at: offset + UInt64(whole))
        }
        // On Linux this makes the disk begin now, in place of when the film is whole and waited for; what is still to
        // be written stays cached. Each call waits for all processors, hence not for every piece.
        let (step, end) = (FilmOutput.handoverByteCount, offset + UInt64(bytes.byteCount))
        guard !isPastCache, offset / step < end / step else { return }
        posix_fadvise(descriptor, off_t((end / step - 1) * step), off_t(step), POSIX_FADV_DONTNEED)
    }

    /// Waits until the file and its name are on the disk.
    func sync() throws {
        guard fsync(descriptor) == 0 else { throw failure(.inputOutput) }
        // Safe: the path is a string that lives through the call.
        let folder = unsafe open(FilmOutput.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(.inputOutput) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure(.inputOutput) }
    }

    /// When the file was last written, in nanoseconds since 1970; nil when the system does not say.
    var modificationTime: Int64? {
        var status = stat()
        // Safe: the system fills the structure on this frame.
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        // A time of writing beyond the year 2262 is a mark as good as any other.
        return Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }

    private func put(_ bytes: RawSpan, at offset: UInt64) throws {
        var done = 0
        while done < bytes.byteCount {
            // Safe: no more is written than remains of the bytes from `done` on.
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe bytes.baseAddress?.advanced(by: done)
                return unsafe pwrite(descriptor, rest, bytes.count - done, off_t(offset) + done)
            }
            if count < 0 && errno == EINTR { continue }
            // Blocks larger than ours, or a write that ended inside of one.
            if count < 0 && errno == EINVAL && isPastCache && useCache() { continue }
            guard count > 0 else { throw [ENOSPC, EDQUOT].contains(errno) ? full(errno) : failure(.inputOutput) }
            done += count
        }
    }

    private var isPastCache: Bool { fcntl(descriptor, F_GETFL) & FilmOutput.pastCache != 0 }

    /// Has all that follows written through the cache; false when the system does not let it.
    @discardableResult private func useCache() -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags & ~FilmOutput.pastCache) == 0
    }

    /// `O_DIRECT` of Linux' asm/fcntl.h, which glibc shows to none but its own dialect of C.
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
            remedy: "choose an output folder that can be written, and run the job again: nothing is lost"
        )
    }

    /// There is no room for the film: told of its folder, as the file under the temporary name is gone by then.
    private func full(_ number: CInt) -> WorkError {
        let folder = FilmOutput.folder(of: path)
        let reason =
            switch number {
            case EFBIG: "its file system takes no file of that size"
            case EDQUOT: "the quota is used up"
            default: DiskSpace.words(at: folder)
            }
        return WorkError(
            .inputOutput,
            attempted: "write the film",
            subject: folder,
            cause: "the disk of that folder has no room for its \(ByteSize(Int64(clamping: byteCount))): \(reason)",
            remedy: number == EFBIG
                ? "choose an output on another file system and run the job again: nothing is lost"
                : "free some space there, or choose another output, and run the job again: nothing is lost"
        )
    }
}
