import CLMDB
import Glibc

extension StorageError {
    /// The error that the last failed system call left in `errno`.
    static func system(_ number: CInt = errno, attempted: String, subject: String) -> StorageError {
        StorageError(
            number == ENOENT ? .missing : number == EEXIST ? .alreadyExists : .system,
            attempted: attempted,
            subject: subject,
            cause: words(number)
        )
    }

    /// The error behind a return code of LMDB: its own are negative, the system's are positive.
    static func database(_ code: CInt, attempted: String, subject: String) -> StorageError {
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
