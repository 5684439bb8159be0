import Glibc

/// What the file system says of a file.
package struct FileStatus: Hashable, Sendable {
    /// Size in bytes.
    package let byteCount: Int64
    /// When it was last written, in nanoseconds since 1970.
    package let modificationTime: Int64
    /// True for a folder.
    package let isFolder: Bool
    private let device: UInt64
    private let inode: UInt64

    /// Asks about the file that a path leads to, symbolic links followed; nil when there is none that can be reached.
    package init?(path: String) {
        // Safe: the system fills the structure on this frame; the path is a C string for the duration of the call.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Asks about what stands under a path, a symbolic link itself and not what it leads to; nil when nothing does.
    package init?(link path: String) {
        // Safe: the system fills the structure on this frame; the path is a C string for the duration of the call.
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        byteCount = Int64(status.st_size)
        // A time of writing beyond the year 2262 is a mark as good as any other.
        modificationTime = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// True when both are the same file, whatever the paths.
    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// True when both lie on the same file system.
    package func isOnSameFileSystem(as other: FileStatus) -> Bool { device == other.device }
}
