import Glibc

/// Checks which kinds of files may be a source.
extension SourceFile {
    /// Folders in which the kernel presents its state and its memory as files.
    private static let kernelFolders = ["/proc", "/sys"]

    /// When a file was last written.
    struct WriteTime: Equatable {
        private let seconds: Int
        private let nanoseconds: Int

        /// The time of last modification in the result of stat.
        init(_ status: stat) {
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// Checks that this is a regular file that is not empty.
    static func requirePlainFile(_ path: String, _ status: stat) throws(IntakeError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw IntakeError.notAFile(path, cause: "it is a folder")
        default: throw IntakeError.notAFile(path, cause: "it is a pipe or a device, not a regular file")
        }
        guard status.st_size > 0 else {
            throw IntakeError(
                .empty,
                attempted: "open the film",
                subject: path,
                cause: "the file is empty: it has no bytes",
                remedy: "copy it again from its source"
            )
        }
    }

    /// Checks that a file is stored on a medium: /proc/kcore claims to be a regular file of 128 TB.
    static func requireStoredFile(_ path: String, _ status: stat) throws(IntakeError) {
        for folder in kernelFolders {
            var other = stat()
            // Safe: stat fills the structure that it is given.
            if unsafe stat(folder, &other) == 0, other.st_dev == status.st_dev {
                throw IntakeError.notAFile(path, cause: "it is not a stored file: the kernel generates its content")
            }
        }
    }
}
