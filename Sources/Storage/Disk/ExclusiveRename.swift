import CLMDB
import Glibc

/// Renaming that replaces nothing.
package enum ExclusiveRename {
    /// Renames a file, unless something has the new name: the kernel checks and renames in one step.
    ///
    /// - Returns: 0, or the error number: `EEXIST` if something has the name, usually `EINVAL` if the file system
    ///   cannot do this. NFS cannot.
    package static func rename(_ path: String, to name: String) -> CInt {
        // Safe: both paths are C strings for the duration of the call.
        unsafe renameat2(AT_FDCWD, path, AT_FDCWD, name, GRANARY_RENAME_NOREPLACE) == 0 ? 0 : errno
    }
}
