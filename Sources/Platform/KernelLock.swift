import Glibc

/// Kernel locks on whole files, which end with the process, however that ends.
///
/// They are locks of open file descriptions. Unlike the locks of a process, they exclude others in the same process,
/// and are not lost when the file is opened and closed elsewhere in it.
package enum KernelLock {
    /// Who else may have a lock at the same time.
    package enum Kind {
        /// Others that share it.
        case shared
        /// Nobody.
        case alone
    }

    /// `F_OFD_GETLK`, `F_OFD_SETLK` and `F_OFD_SETLKW` of Linux, which its headers define only for GNU programs.
    private static let (getLock, setLock, setLockAndWait): (CInt, CInt, CInt) = (36, 37, 38)

    /// Takes a lock. The descriptor must be open for reading to share it, and for writing to hold it exclusively.
    ///
    /// - Parameter waits: true waits until the lock is free.
    /// - Returns: the error number if it cannot be taken, `EAGAIN` or `EACCES` if others hold it; nil for success.
    package static func take(_ kind: Kind, on descriptor: CInt, waits: Bool = false) -> CInt? {
        var lock = wholeFile(kind == .alone ? F_WRLCK : F_RDLCK)
        while true {
            // Safe: the structure is owned here, and only the call reads it.
            if unsafe fcntl(descriptor, waits ? setLockAndWait : setLock, &lock) == 0 { return nil }
            guard errno == EINTR else { return errno }
        }
    }

    /// Releases a lock.
    package static func release(_ descriptor: CInt) {
        var lock = wholeFile(F_UNLCK)
        // Safe: the structure is owned here, and only the call reads it.
        _ = unsafe fcntl(descriptor, setLock, &lock)
    }

    /// Whether somebody holds a lock that prevents an exclusive one. Takes no lock; false if it cannot be determined.
    package static func isTaken(_ descriptor: CInt) -> Bool {
        var lock = wholeFile(F_WRLCK)
        // Safe: the structure is owned here, and only the call writes it.
        return unsafe fcntl(descriptor, getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    private static func wholeFile(_ type: CInt) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
