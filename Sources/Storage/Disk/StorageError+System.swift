import CLMDB
import Glibc

extension StorageError {
    /// The error that the last failed system call left in `errno`.
    static func system(_ number: CInt = errno, attempted: String, subject: String) -> StorageError {
        if DiskSpace.isExhausted(number, at: DiskSpace.folder(of: subject)) {
            return .diskFull(number, attempted: attempted, folder: DiskSpace.folder(of: subject))
        }
        return StorageError(
            number == ENOENT ? .missing : number == EEXIST ? .alreadyExists : .system,
            attempted: attempted,
            subject: subject,
            cause: words(number)
        )
    }

    /// The error for a return code of LMDB: its own codes are negative, those of the system are positive.
    static func database(_ code: CInt, attempted: String, subject: String) -> StorageError {
        if DiskSpace.isExhausted(code, at: DiskSpace.folder(of: subject)) {
            return .diskFull(code, attempted: attempted, folder: DiskSpace.folder(of: subject))
        }
        let name: Code =
            switch code {
            case MDB_MAP_FULL: .mapFull
            case MDB_INVALID, MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_VERSION_MISMATCH, MDB_PANIC: .damaged
            case ENOENT: .missing
            case EEXIST: .alreadyExists
            case 1...: .system
            default: .database
            }
        return StorageError(name, attempted: attempted, subject: subject, cause: words(code))
    }

    /// There is no space left for a file in a folder; the error says how much there is now.
    ///
    /// The file that did not fit is not named: it has a temporary name and is removed.
    static func diskFull(_ number: CInt, attempted: String, folder: String) -> StorageError {
        StorageError(
            .diskFull,
            attempted: attempted,
            subject: folder,
            cause: words(number == EDQUOT ? EDQUOT : ENOSPC)
                + ": \(DiskSpace.words(at: folder)) on the disk of that folder"
        )
    }

    /// The same failure, with the free space after the file that did not fit was removed: even that was too little.
    func measuredAgain(attempted: String) -> StorageError {
        guard code == .diskFull else { return self }
        let isQuota = cause.hasPrefix(StorageError.words(EDQUOT))
        return .diskFull(isQuota ? EDQUOT : ENOSPC, attempted: attempted, folder: subject)
    }

    private static func words(_ code: CInt) -> String {
        // Safe: a C string that stays valid until the next call in this thread, copied at once.
        unsafe mdb_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}

/// Turns a return code of LMDB other than success into an error.
func check(_ code: CInt, _ attempted: String, _ subject: String) throws(StorageError) {
    guard code == MDB_SUCCESS else {
        throw StorageError.database(code, attempted: attempted, subject: subject)
    }
}
