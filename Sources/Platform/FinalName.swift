import Glibc
import Storage

/// Gives a finished file its name without replacing a file of somebody else.
package enum FinalName {
    /// A call that gives a file another name.
    package enum Way: CaseIterable {
        /// A second name, unless something has it. exFAT and some network file systems have no second names.
        case link
        /// Renaming, unless something has the name. NFS and some other file systems cannot do this.
        case exclusiveRename
        /// A look, then renaming, on all file systems. It replaces a file that appears in between.
        case lookThenRename

        /// Whether an error number means that the file system cannot do this at all, so that the next way is tried.
        func isImpossible(_ number: CInt) -> Bool {
            switch self {
            case .link: [EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(number)
            case .exclusiveRename: [EINVAL, EOPNOTSUPP, ENOSYS].contains(number)
            case .lookThenRename: false
            }
        }

        /// Does it. Returns 0 or the error number, `EEXIST` if something has the name.
        package func callAsFunction(_ path: String, _ name: String) -> CInt {
            switch self {
            case .link:
                // Safe: both paths are C strings for the duration of the call.
                return unsafe Glibc.link(path, name) == 0 ? 0 : errno
            case .exclusiveRename:
                return ExclusiveRename.rename(path, to: name)
            case .lookThenRename:
                if FileStatus(link: name) != nil { return EEXIST }
                guard errno == ENOENT else { return errno }
                return FinalName.replace(path, name)
            }
        }
    }

    /// Gives a file a name that nothing has. Its former name may remain.
    ///
    /// - Parameter attempt: does a step like `Way`.
    /// - Returns: 0 or an error number, `EEXIST` if another file has the name.
    package static func give(
        _ path: String,
        _ name: String,
        attempt: (Way, String, String) -> CInt = { way, path, name in way(path, name) }
    ) -> CInt {
        for way in Way.allCases {
            let number = attempt(way, path, name)
            if number == EEXIST { return isOneFile(path, name) ? 0 : EEXIST }
            if !way.isImpossible(number) { return number }
        }
        return EOPNOTSUPP
    }

    /// Gives a file a name in place of what has it. Its former name may remain. Returns 0 or the error number.
    package static func replace(_ path: String, _ name: String) -> CInt {
        // Safe: both paths are C strings for the duration of the call.
        unsafe rename(path, name) == 0 ? 0 : errno
    }

    /// Whether both are names of one file. If a request to an NFS server is repeated, the server reports that the name
    /// exists because the first request created it.
    private static func isOneFile(_ path: String, _ name: String) -> Bool {
        guard let file = FileStatus(link: path), let named = FileStatus(link: name) else { return false }
        return named.isSameFile(as: file)
    }
}
