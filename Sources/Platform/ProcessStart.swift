package import Foundation
import Glibc

/// Starting programs without a shell, and the pipes between them.
package enum ProcessStart {
    /// One start at a time, from the making of its pipes to their closing: a child that is started between the making
    /// of another one's pipes and their marking would inherit them.
    package static let lock = NSLock()

    /// Makes a pipe that closes on exec; nil with `errno` when there are no descriptors left.
    package static func makePipe() -> (read: CInt, write: CInt)? {
        var ends: [CInt] = [-1, -1]
        // Safe: the call writes two descriptors into an array of two.
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts the program; every use of spawn's opaque structures is in here.
    ///
    /// - Parameters:
    ///   - group: the process group that it joins; 0 makes one of its own.
    /// - Returns: 0 and the number of the process, or the error's number.
    package static func spawn(
        _ executable: String,
        _ arguments: [String],
        _ environment: [String: String],
        input: CInt,
        output: CInt,
        error: CInt,
        group: Int32 = 0
    ) -> (result: CInt, process: Int32) {
        // Safe: all structures are initialised before use and destroyed on every way out; the strings of arguments and
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
        // A coordinator that handles or blocks signals must not bring its child up to be deaf.
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
