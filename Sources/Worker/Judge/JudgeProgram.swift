import Foundation
import Glibc
import Platform

/// A child process of a worker. It belongs to the worker's process group, and ends with it.
///
/// Foundation's `Process` is no option: its run loop needs sockets, which the sandbox refuses, so it never notices that
/// a program has ended.
final class JudgeProgram {
    private let process: Int32
    private var exit: UnitExit?

    /// Starts a program without a shell.
    ///
    /// - Parameters:
    ///   - input: descriptor of its standard input, nil for none; the caller's own stays open.
    ///   - output: descriptor of its standard output, nil to discard it; the caller's own stays open.
    ///   - errors: the same for its standard error.
    /// - Throws: the error of the system.
    init(
        _ path: String,
        _ arguments: [String],
        input: CInt? = nil,
        output: CInt? = nil,
        errors: CInt? = nil
    ) throws(POSIXError) {
        // Safe: the path is lent for the call only.
        let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { throw Self.error(errno) }
        defer { close(nothing) }
        let (result, process) = ProcessStart.spawn(
            path,
            arguments,
            ProcessInfo.processInfo.environment,
            input: input ?? nothing,
            output: output ?? nothing,
            error: errors ?? nothing,
            group: getpgrp()
        )
        guard result == 0 else { throw Self.error(result) }
        self.process = process
    }

    deinit {
        guard exit == nil else { return }
        kill(process, SIGTERM)
        _ = wait()
    }

    /// Waits until it has ended, and returns its exit status.
    func wait() -> UnitExit {
        if let exit { return exit }
        var status: CInt = 0
        // Safe: the system fills the number on this frame.
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let ended: UnitExit = status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
        exit = ended
        return ended
    }

    /// Runs a program and returns its standard output; nil when it cannot be run or fails.
    static func output(of path: String, _ arguments: [String]) -> String? {
        let pipe = ProcessStart.lock.withLock { ProcessStart.makePipe() }
        guard let pipe else { return nil }
        let program = try? JudgeProgram(path, arguments, output: pipe.write)
        close(pipe.write)
        let reading = FileHandle(fileDescriptor: pipe.read, closeOnDealloc: true)
        let data = try? reading.readToEnd()
        guard let program, program.wait() == .code(0) else { return nil }
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func error(_ code: CInt) -> POSIXError { POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
}
