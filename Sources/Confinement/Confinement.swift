import CConfinement
import Glibc

/// What a process that reads films may still do. It applies this to itself before it opens the film, and before it has
/// a second thread; nothing undoes it.
package struct Confinement: Hashable, Sendable {
    /// Bounds of what it may take.
    package struct Limits: Hashable, Sendable {
        /// Most bytes of memory that it may allocate.
        package var memoryByteCount: Int
        /// Most open files.
        package var fileCount = 1024

        /// Creates limits.
        package init(memoryByteCount: Int) { self.memoryByteCount = memoryByteCount }

        /// Address space beyond the memory: maps of stores and libraries, and what the C library reserves for threads.
        static let mapByteCount = 64 << 30
    }

    /// Files that it may read, and folders that it may read all of, beside the system's.
    package var readable: [String]
    /// Folders in which it may make, change and remove files.
    package var writable: [String]
    /// Folders in which it may remove empty folders: those that its own scratch lies in.
    package var tidied: [String]
    /// Programs that it may start; without any it starts no process at all.
    package var programs: [String]
    /// What it may take; nil for as much as there is.
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

    /// What the C library, Swift's runtime and the codecs read while they work.
    ///
    /// libdispatch looks at each of its threads in `/proc`, and ends the process when it may not. Of other processes
    /// the rules leave their command lines: memory, environment and files are for who may trace them, which Landlock
    /// refuses.
    static let systemReadable = [
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd",
        "/etc/group", "/etc/hosts", "/proc", "/sys/devices/system", "/sys/fs/cgroup", "/dev/urandom", "/dev/random",
    ]
    /// Devices that are read and written.
    static let systemUsed = ["/dev/null", "/dev/zero"]
    /// What starts programs that are linked with shared libraries.
    static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]

    /// Confines this process.
    ///
    /// - Returns: what holds from now on; with `auto` that may be less than everything.
    /// - Throws: with `required`, when Landlock or the filter of system calls does not hold.
    package func apply(_ mode: SandboxMode) throws(ConfinementError) -> HeldConfinement {
        guard mode != .off else { return .none }
        var held = HeldConfinement.none
        var obstacles = KernelOffer.current.obstacles
        held.memoryByteCount = limit()
        let threads = granary_thread_count()
        if threads != 1 {
            obstacles = ["\(threads) threads run already, and rules hold for one"]
        } else if granary_renounce_privileges() != 0 {
            obstacles = ["privileges are not renounced: \(Self.systemWords)"]
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
                if !held.filtersCalls { obstacles.append("system calls are not filtered: \(Self.systemWords)") }
            }
        }
        if !obstacles.isEmpty {
            if mode == .required { throw ConfinementError(obstacles) }
            held.obstacles = obstacles
        }
        return held
    }

    /// Limits what the process takes; the bytes of memory, nil without that limit.
    private func limit() -> Int? {
        // Where a limit cannot be set the system has a lower one.
        _ = granary_limit_cores()
        guard let limits else { return nil }
        _ = granary_limit_files(UInt64(limits.fileCount))
        // A sanitizer reserves terabytes for its own books.
        guard !Self.isUnderSanitizer else { return nil }
        _ = granary_limit_address_space(UInt64(limits.memoryByteCount + Limits.mapByteCount))
        return granary_limit_data(UInt64(limits.memoryByteCount)) == 0 ? limits.memoryByteCount : nil
    }

    /// Bounds the files that can be reached; what stands in the way, nil when nothing does.
    private func restrictFiles() -> String? {
        let rules = granary_landlock_create()
        guard rules >= 0 else { return "Landlock makes no rules: \(Self.systemWords)" }
        let rights: [(paths: [String], access: granary_access)] = [
            (Self.systemReadable + readable, GRANARY_READ), (Self.systemUsed, GRANARY_USE), (writable, GRANARY_WRITE),
            (tidied, GRANARY_REMOVE_FOLDERS), (programs, GRANARY_START),
            (programs.isEmpty ? [] : Self.loaders, GRANARY_START),
            // A sanitizer has a program of the system find the names of functions in this one.
            (Self.isUnderSanitizer ? ["/usr"] : [], GRANARY_START),
            (Self.isUnderSanitizer ? ["/proc/self/exe"] : [], GRANARY_READ),
        ]
        for (paths, access) in rights {
            // Safe: each path is a C string for the duration of its call.
            for path in paths where unsafe granary_landlock_allow(rules, path, access.rawValue) != 0 {
                // What is not there, or hidden from this user, cannot be reached anyway.
                if [ENOENT, ENOTDIR, EACCES].contains(errno) { continue }
                let words = Self.systemWords
                close(rules)
                return "Landlock takes no rule for \(path): \(words)"
            }
        }
        return granary_landlock_enforce(rules) == 0 ? nil : "Landlock does not hold: \(Self.systemWords)"
    }

    // Safe: the text is copied before anything else asks for one.
    private static var systemWords: String { unsafe String(cString: strerror(errno)) }

    /// Whether this build is under a sanitizer: memory is not limited then, and processes may be started.
    package static var isUnderSanitizer: Bool { granary_is_sanitized() }

    /// Closes what this process inherited beside its standard streams: for one that was started to read a film.
    package static func closeInherited() { granary_close_inherited() }
}
