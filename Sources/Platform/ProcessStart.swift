package import Foundation
import Glibc

/// Starts programs without a shell, and creates the pipes between them.
package enum ProcessStart {
    /// One start at a time, from the creation of its pipes to their closing: a child that is started after another
    /// one's pipes are created and before they are marked would inherit them.
    package static let lock = NSLock()

    /// Creates a pipe that closes on exec; nil with `errno` if there are no free descriptors.
    package static func makePipe() -> (read: CInt, write: CInt)? {
        var ends: [CInt] = [-1, -1]
        // Safe: the call writes two descriptors into an array of two.
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts the program. Only this function uses spawn's opaque structures.
    ///
    /// - Parameters:
    ///   - group: the process group that it joins; 0 creates a new one.
    /// - Returns: 0 and the process id, or the error number.
    package static func spawn(
        _ executable: String,
        _ arguments: [String],
        _ environment: [String: String],
        input: CInt,
        output: CInt,
        error: CInt,
        group: Int32 = 0
    ) -> (result: CInt, process: Int32) {
        // Safe: all structures are initialised before use and destroyed on every path. The strings of arguments and
        // environment are duplicated, terminated with nil, and freed after the call that copied them.
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, error, 2)
        // The child must not inherit signals that the coordinator handles or blocks.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, group)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        defer { while let word = unsafe words.popLast() { unsafe free(word) } }
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { while let variable = unsafe variables.popLast() { unsafe free(variable) } }
        var process: pid_t = 0
        let result = unsafe posix_spawn(&process, executable, &actions, &attributes, &words, &variables)
        return (result, process)
    }
}
