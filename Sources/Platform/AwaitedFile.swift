import Foundation
import Glibc

/// The file for which a process waits in the kernel: it shows what blocks the process when a disk hangs.
///
/// Linux shows the current system call of each thread (proc(5), `/proc/PID/task/TID/syscall`). A call on a file that is
/// slow enough to be checked either gets no answer from its file system, or waits for a lock of another process. This
/// code never accesses the file itself, so that it cannot hang as well.
package enum AwaitedFile {
    private static let start = "granary: nothing was heard of "

    /// The note about a unit that waits for a file; displays show it at once.
    package static func note(of unit: String, silentForSeconds seconds: Int, path: String) -> String {
        "\(start)\(unit) for \(seconds) s: it waits for \(UnitLog.plain(path))"
    }

    /// The note about this process when it waits for a file itself.
    static func ownNote(afterSeconds seconds: Int, path: String) -> String {
        "granary: no progress for \(seconds) s: this process waits for \(UnitLog.plain(path))"
    }

    /// Whether a note is about a unit that waits for a file.
    package static func isNote(_ text: String) -> Bool { text.hasPrefix(start) }

    /// Path of a file for which a thread of a process waits; nil if there is none or the system does not show it.
    static func path(of process: Int32) -> String? {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        for thread in threads.sorted() {
            if let path = path(of: process, thread: thread) { return path }
        }
        return nil
    }

    /// The kernel's description of the call on a file in which a thread is. It stays the same while it is the same call
    /// with the same arguments. Nil for a thread that runs or waits for something else.
    static func call(of process: Int32, thread: String) -> String? {
        // A running thread shows `running`; one in a page fault shows -1 in place of a call number.
        guard let line = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/syscall", encoding: .utf8),
            let call = Int(line.prefix { $0 != " " }),
            callsOnDescriptors.contains(call) || callsOnFolders.contains(call) || callsOnPaths.contains(call)
        else { return nil }
        return line
    }

    /// Path of a file for which one thread of a process waits; nil as above.
    static func path(of process: Int32, thread: String) -> String? {
        guard let line = call(of: process, thread: thread), let call = Int(line.prefix { $0 != " " }) else {
            return nil
        }
        let arguments = line.split(separator: " ").dropFirst().map { UInt64($0.dropFirst(2), radix: 16) ?? 0 }
        guard arguments.count >= 2 else { return nil }
        if callsOnDescriptors.contains(call) {
            return target(of: "/proc/\(process)/fd/\(arguments[0])")
        }
        if callsOnFolders.contains(call) { return text(at: arguments[1], of: process) }
        return callsOnPaths.contains(call) ? text(at: arguments[0], of: process) : nil
    }

    /// The path of an open file; nil for pipes, sockets and devices.
    private static func target(of link: String) -> String? {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return nil }
        return target.hasPrefix("/") && !target.hasPrefix("/dev/") ? target : nil
    }

    /// The absolute path in the arguments of a call, read from the memory of its process.
    private static func text(at address: UInt64, of process: Int32) -> String? {
        // Safe: the path is a C string for the duration of the call.
        let memory = unsafe open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { return nil }
        defer { close(memory) }
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // Safe: the call reads at most the length of the array into it, and less if the memory ends earlier.
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(memory, $0.baseAddress, $0.count, off_t(truncatingIfNeeded: address))
        }
        guard count > 0, let end = bytes[..<count].firstIndex(of: 0), bytes[0] == UInt8(ascii: "/") else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    // Numbers of system calls, which no header provides to Swift. On architectures without a list no file is reported.
    #if arch(x86_64)
        /// Calls whose first argument is an open file: read, write, close, fstat, lseek, pread64, pwrite64, readv,
        /// writev, fcntl, flock, fsync, fdatasync, ftruncate, fstatfs, getdents64, fallocate, preadv, pwritev.
        private static let callsOnDescriptors: Set<Int> = [
            0, 1, 3, 5, 8, 17, 18, 19, 20, 72, 73, 74, 75, 77, 138, 217, 285, 295, 296,
        ]
        /// Calls whose first argument is an open folder, and the second a path: openat, mkdirat, newfstatat, unlinkat,
        /// linkat, faccessat, renameat2, statx.
        private static let callsOnFolders: Set<Int> = [257, 258, 262, 263, 265, 269, 316, 332]
        /// Calls whose first argument is a path: open, stat, lstat, access, rename, mkdir, rmdir, link, unlink, statfs.
        private static let callsOnPaths: Set<Int> = [2, 4, 6, 21, 82, 83, 84, 86, 87, 137]
    #elseif arch(arm64)
        /// Calls whose first argument is an open file, as above.
        private static let callsOnDescriptors: Set<Int> = [
            63, 64, 57, 80, 62, 67, 68, 65, 66, 25, 32, 82, 83, 46, 44, 61, 47, 69, 70,
        ]
        /// Calls whose first argument is an open folder, and the second a path, as above.
        private static let callsOnFolders: Set<Int> = [56, 34, 79, 35, 37, 48, 276, 291]
        /// Calls whose first argument is a path: statfs alone.
        private static let callsOnPaths: Set<Int> = [43]
    #else
        private static let callsOnDescriptors: Set<Int> = []
        private static let callsOnFolders: Set<Int> = []
        private static let callsOnPaths: Set<Int> = []
    #endif
}
