import Glibc

/// The status of a file in the file system.
package struct FileStatus: Hashable, Sendable {
    /// Size in bytes.
    package let byteCount: Int64
    /// Modification time, in nanoseconds since 1970.
    package let modificationTime: Int64
    /// True for a folder.
    package let isFolder: Bool
    private let device: UInt64
    private let inode: UInt64

    /// Reads the status of the file at a path, following symbolic links; nil if there is none that can be accessed.
    package init?(path: String) {
        // Safe: the system fills a local structure; the path is a C string for the duration of the call.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the status of what exists at a path, without following a symbolic link; nil if nothing does.
    package init?(link path: String) {
        // Safe: the system fills a local structure; the path is a C string for the duration of the call.
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        byteCount = Int64(status.st_size)
        // A modification time after the year 2262 overflows, but still identifies a version of the file.
        modificationTime = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// True if both are the same file, whatever the paths.
    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// True if both are on the same file system.
    package func isOnSameFileSystem(as other: FileStatus) -> Bool { device == other.device }
}
