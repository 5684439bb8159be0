import Glibc

/// Locks of the kernel on whole files, which end with the process however that ends.
///
/// They are those of an open file description: unlike a process's own, they exclude others in the same process, and are
/// not lost when somebody else in it opens and closes the file.
package enum KernelLock {
    /// Who else may have a lock at the same time.
    package enum Kind {
        /// Others that share it, too.
        case shared
        /// Nobody.
        case alone
    }

    /// `F_OFD_GETLK`, `F_OFD_SETLK` and `F_OFD_SETLKW` of Linux, which its headers show to GNU programs only.
    private static let (getLock, setLock, setLockAndWait): (CInt, CInt, CInt) = (36, 37, 38)

    /// Takes a lock. The descriptor must be open for reading to share it, for writing to have it alone.
    ///
    /// - Parameter waits: true waits as long as it takes.
    /// - Returns: the error's number when it cannot be had; `EAGAIN` or `EACCES` when others stand in the way.
    package static func take(_ kind: Kind, on descriptor: CInt, waits: Bool = false) -> CInt? {
        var lock = wholeFile(kind == .alone ? F_WRLCK : F_RDLCK)
        while true {
            // Safe: the structure is owned here, and read by the call only.
            if unsafe fcntl(descriptor, waits ? setLockAndWait : setLock, &lock) == 0 { return nil }
            guard errno == EINTR else { return errno }
        }
    }

    /// Lets go of a lock.
    package static func release(_ descriptor: CInt) {
        var lock = wholeFile(F_UNLCK)
        // Safe: the structure is owned here, and read by the call only.
        _ = unsafe fcntl(descriptor, setLock, &lock)
    }

    /// Whether somebody has a lock that keeps others from having it alone. Asking takes none; false when it cannot be
    /// told.
    package static func isTaken(_ descriptor: CInt) -> Bool {
        var lock = wholeFile(F_WRLCK)
        // Safe: the structure is owned here, and written by the call only.
        return unsafe fcntl(descriptor, getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    private static func wholeFile(_ type: CInt) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
