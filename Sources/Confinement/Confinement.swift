import CConfinement
import Glibc

/// What a process that reads films may still do. The process applies it to itself before it opens the film, and before
/// it has a second thread. It cannot be undone.
package struct Confinement: Hashable, Sendable {
    /// Limits of its resources.
    package struct Limits: Hashable, Sendable {
        /// Maximum memory that it may allocate, in bytes.
        package var memoryByteCount: Int
        /// Maximum number of open files.
        package var fileCount = 1024
        /// Maximum size of a file that it writes, in bytes; a longer one ends it (SIGXFSZ). Nil for no limit.
        package var fileByteCount: Int?

        /// Creates limits.
        package init(memoryByteCount: Int, fileByteCount: Int? = nil) {
            self.memoryByteCount = memoryByteCount
            self.fileByteCount = fileByteCount
        }

        /// Additional address space: maps of stores and libraries, and what the C library reserves for threads.
        static let mapByteCount = 64 << 30
    }

    /// Files that it may read, and folders that it may read completely, in addition to those of the system.
    package var readable: [String]
    /// Folders in which it may create, change and remove files, and existing files that it may change.
    package var writable: [String]
    /// Folders in which it may remove empty folders: those that contain its own scratch folder.
    package var tidied: [String]
    /// Programs that it may start. If empty, it cannot start any process.
    package var programs: [String]
    /// Its resource limits; nil for none.
    package var limits: Limits?

    /// Creates a confinement.
    package init(
        readable: [String],
        writable: [String] = [],
        tidied: [String] = [],
        programs: [String] = [],
        limits: Limits? = nil
    ) {
        self.readable = readable
        self.writable = writable
        self.tidied = tidied
        self.programs = programs
        self.limits = limits
    }

    /// What the C library, the Swift runtime and the codecs read while they run.
    ///
    /// libdispatch reads about each of its threads in `/proc`, and aborts the process if it cannot. Of other processes
    /// the rules allow only the command lines: memory, environment and files are only for processes that may trace
    /// them, which Landlock denies.
    static let systemReadable = [
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd",
        "/etc/group", "/etc/hosts", "/proc", "/sys/devices/system", "/sys/fs/cgroup", "/dev/urandom", "/dev/random",
    ]
    /// Devices for reading and writing.
    static let systemUsed = ["/dev/null", "/dev/zero"]
    /// Loaders of programs that are linked with shared libraries.
    static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]

    /// Confines this process.
    ///
    /// - Returns: the confinement that is in effect from now on; with `auto` it can be incomplete.
    /// - Throws: with `required`, if Landlock or the filter of system calls is not in effect.
    package func apply(_ mode: SandboxMode) throws(ConfinementError) -> HeldConfinement {
        guard mode != .off else { return .none }
        var held = HeldConfinement.none
        var obstacles = KernelOffer.current.obstacles
        held.memoryByteCount = limit()
        let threads = granary_thread_count()
        if threads != 1 {
            obstacles = ["\(threads) threads are already running, but rules apply only to one"]
        } else if granary_renounce_privileges() != 0 {
            obstacles = ["privileges could not be dropped: \(Self.systemWords)"]
        } else {
            if KernelOffer.current.landlock > 0 {
                if let obstacle = restrictFiles() {
                    obstacles.append(obstacle)
                } else {
                    held.landlock = KernelOffer.current.landlock
                }
            }
            if KernelOffer.current.filtersCalls {
                held.filtersCalls = granary_filter_calls(!programs.isEmpty) == 0
                if !held.filtersCalls { obstacles.append("system calls could not be filtered: \(Self.systemWords)") }
            }
        }
        if !obstacles.isEmpty {
            if mode == .required { throw ConfinementError(obstacles) }
            held.obstacles = obstacles
        }
        return held
    }

    /// Limits the resources of the process. Returns the limit of memory in bytes; nil without one.
    private func limit() -> Int? {
        // If a limit cannot be set, the system has a lower one.
        _ = granary_limit_cores()
        guard let limits else { return nil }
        _ = granary_limit_files(UInt64(limits.fileCount))
        if let fileByteCount = limits.fileByteCount { _ = granary_limit_file_size(UInt64(fileByteCount)) }
        // A sanitizer reserves terabytes for its own use.
        guard !Self.isUnderSanitizer else { return nil }
        _ = granary_limit_address_space(UInt64(limits.memoryByteCount + Limits.mapByteCount))
        return granary_limit_data(UInt64(limits.memoryByteCount)) == 0 ? limits.memoryByteCount : nil
    }

    /// Limits the files that the process can access. Returns what prevents it; nil if nothing does.
    private func restrictFiles() -> String? {
        let rules = granary_landlock_create()
        guard rules >= 0 else { return "Landlock cannot create rules: \(Self.systemWords)" }
        let rights: [(paths: [String], access: granary_access)] = [
            (Self.systemReadable + readable, GRANARY_READ), (Self.systemUsed, GRANARY_USE), (writable, GRANARY_WRITE),
            (tidied, GRANARY_REMOVE_FOLDERS), (programs, GRANARY_START),
            (programs.isEmpty ? [] : Self.loaders, GRANARY_START),
            // A sanitizer uses a system program to find the names of functions in this program.
            (Self.isUnderSanitizer ? ["/usr"] : [], GRANARY_START),
            (Self.isUnderSanitizer ? ["/proc/self/exe"] : [], GRANARY_READ),
        ]
        for (paths, access) in rights {
            // Safe: each path is a C string for the duration of its call.
            for path in paths where unsafe granary_landlock_allow(rules, path, access.rawValue) != 0 {
                // A path that is missing or hidden from this user cannot be accessed anyway.
                if [ENOENT, ENOTDIR, EACCES].contains(errno) { continue }
                let words = Self.systemWords
                close(rules)
                return "Landlock rejects the rule for \(path): \(words)"
            }
        }
        return granary_landlock_enforce(rules) == 0 ? nil : "Landlock rejects the rules: \(Self.systemWords)"
    }

    // Safe: the message is copied before another call can replace it.
    private static var systemWords: String { unsafe String(cString: strerror(errno)) }

    /// Whether this build uses a sanitizer. Then memory is not limited and processes may be started.
    package static var isUnderSanitizer: Bool { granary_is_sanitized() }

    /// Closes all inherited descriptors except the standard streams: for a process that was started to read a film.
    package static func closeInherited() { granary_close_inherited() }
}
