import Glibc
import Media

/// The free space of a file system.
package enum DiskSpace {
    /// Bytes that an ordinary user may still write where a path is; nil if the system does not say.
    package static func availableByteCount(at path: String) -> Int64? {
        // Safe: the system fills the structure on this frame; the path is a C string for the duration of the call.
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }

    /// The free space in words, as in `12.3 kB are free` and `nothing is free`.
    package static func words(at path: String) -> String {
        guard let available = availableByteCount(at: path) else { return "the free space is unknown" }
        return available == 0 ? "nothing is free" : "\(ByteSize(available)) \(available == 1 ? "is" : "are") free"
    }

    /// Whether a failed write indicates that there was no space: no space, no quota, or a partial write.
    ///
    /// LMDB reports a partial write as an input/output error, as it does for a broken disk. The free space tells the
    /// two apart.
    static func isExhausted(_ number: CInt, at path: String) -> Bool {
        switch number {
        case ENOSPC, EDQUOT: true
        case EIO: availableByteCount(at: path).map { $0 < shortWriteByteCount } ?? false
        default: false
        }
    }

    /// Bytes that LMDB writes at a time: a disk with less free space cuts such a write short.
    private static let shortWriteByteCount: Int64 = 1 << 20

    /// The folder of a file.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
