import Foundation
import Glibc
import Media

/// A child of this process in its own process group. Its standard input is a life line or what it is given to read, its
/// standard output is read line by line, and its standard error goes to a log.
///
/// The life line is a pipe. It closes when this process ends, for any reason, and then the child ends too (see
/// `LifeLine`). Lines that are written to it tell a waiting child what to do next. No other child inherits these
/// descriptors.
package final class ChildProcess: Sendable {
    /// Maximum length of a line from a child in bytes; longer lines are dropped.
    package static let longestLineByteCount = 1 << 20
    /// Most bytes that are written to a child at once: POSIX.1-2017, PIPE_BUF, writes so many as a whole or not at all.
    static let longestToldByteCount = 4096
    /// Seconds of silence after which the child is checked for a file that it waits for; repeated at this interval.
    static let secondsUntilAsked = 30
    /// Interval in milliseconds for checking the clocks and the child's end while it is silent.
    private static let pollMilliseconds: CInt = 50

    private struct State {
        /// True after `waitpid`: from then on the process id may belong to another process.
        var isReaped = false
        /// Time at which a child that was asked to end is killed.
        var killTime: SuspendingClock.Instant?
    }

    /// Output of the child that was read, kept from one reader to the next.
    private struct Reading {
        var lines = LineSplitter(longestLineByteCount: ChildProcess.longestLineByteCount)
        /// False after the other end is closed.
        var isOpen = true
    }

    /// Process id, which is also the id of its group.
    package let processID: Int32
    private let output: CInt
    private let lifeLine: CInt
    private let start = SuspendingClock.now
    private let state = Locked(State())
    private let reading = Locked(Reading())

    /// Starts a program without a shell.
    ///
    /// - Parameters:
    ///   - executable: path of the program.
    ///   - arguments: arguments after the program's name.
    ///   - environment: additional variables; inherited variables of the same name take precedence.
    ///   - inherited: the variables of this process, or those of them that the child gets.
    ///   - input: what it reads in place of a life line; nil for a child of this program.
    ///   - errorLog: file to which standard error is appended; created if missing.
    /// - Throws: `ChildStartError` if the log cannot be opened or the system refuses to start the program.
    package init(
        executable: String,
        arguments: [String],
        environment: [String: String] = [:],
        inherited: [String: String] = ProcessInfo.processInfo.environment,
        input: InputFile? = nil,
        errorLog: String
    ) throws(ChildStartError) {
        // Safe: the call does not keep the path.
        let log = unsafe open(errorLog, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard log >= 0 else { throw ChildStartError(errorLog, errno) }
        defer { close(log) }
        // One start at a time: a child that is started after another one's pipes are created and before they are marked
        // would inherit them, and keep the other's life line open.
        let started = ProcessStart.lock.withLock { () -> Result<(Int32, CInt, CInt), ChildStartError> in
            guard let output = ProcessStart.makePipe() else { return .failure(ChildStartError(executable, errno)) }
            guard let life = ProcessStart.makePipe() else {
                let failure = errno
                for descriptor in [output.read, output.write] { close(descriptor) }
                return .failure(ChildStartError(executable, failure))
            }
            let (result, process) = ProcessStart.spawn(
                executable,
                arguments,
                environment.merging(inherited) { _, own in own },
                input: input?.descriptor ?? life.read,
                output: output.write,
                error: log
            )
            close(life.read)
            close(output.write)
            if result == 0 { return .success((process, output.read, life.write)) }
            close(life.write)
            close(output.read)
            return .failure(ChildStartError(executable, result))
        }
        (processID, output, lifeLine) = try started.get()
    }

    deinit {
        close(output)
        close(lifeLine)
        guard !state.withLock({ $0.isReaped }) else { return }
        // `run` was not called: the closed life line ends the child, and this thread removes it from the process table.
        let process = processID
        Thread { while waitpid(process, nil, 0) < 0 && errno == EINTR {} }.start()
    }

    /// Reads the child's lines until it ends. Blocks; call it once, from a thread that may wait.
    ///
    /// When it returns, no process of the child's group is left.
    ///
    /// - Parameters:
    ///   - silenceLimitSeconds: how long the child may be silent before it is killed with its group. Time during which
    ///     the machine sleeps does not count.
    ///   - timeLimitSeconds: how long it may run in total, even with output; nil for no limit.
    ///   - onLine: called with each line without its line end.
    /// - Returns: how it ended, and its cost.
    package func run(
        silenceLimitSeconds: Int,
        timeLimitSeconds: Int? = nil,
        onLine: (String) -> Void
    ) -> (exit: UnitExit, cost: WorkCost) {
        while true {
            let ending = follow(silenceLimitSeconds: silenceLimitSeconds, timeLimitSeconds: timeLimitSeconds) { line in
                onLine(line)
                return false
            }
            if let ending { return ending }
        }
    }

    /// Reads the child's lines until it ends or sends the last line of a piece of work. Blocks; call it from one thread
    /// at a time that may wait.
    ///
    /// - Parameters:
    ///   - silenceLimitSeconds: as in `run`; counted from this call on.
    ///   - timeLimitSeconds: as in `run`; counted from the start of the child.
    ///   - onWait: called with the seconds of silence and the file for which the child waits (see `AwaitedFile`), after
    ///     every `secondsUntilAsked` of silence, and once more when the child is killed for its silence.
    ///   - isLast: called with each line without its line end; returns true for the last line of the piece of work.
    /// - Returns: how the child ended and its total cost; nil if it sent its last line and waits for more work.
    package func follow(
        silenceLimitSeconds: Int,
        timeLimitSeconds: Int? = nil,
        onWait: (Int, String) -> Void = { _, _ in },
        isLast: (String) -> Bool
    ) -> (exit: UnitExit, cost: WorkCost)? {
        var (lines, isOpen) = reading.withLock { ($0.lines, $0.isOpen) }
        defer { reading.withLock { $0 = Reading(lines: lines, isOpen: isOpen) } }
        var buffer = [UInt8](repeating: 0, count: 65536)
        var lastWord = SuspendingClock.now
        var nextAsked = ChildProcess.secondsUntilAsked
        var isSilent = false
        var isDone = false
        var endTime: SuspendingClock.Instant?
        while true {
            // Checked before the output: all output of an ended child is ready to be read.
            if endTime == nil && hasEnded {
                endTime = .now
                // Its own children may keep the output open, or run forever.
                signalGroup(SIGKILL)
            }
            let isReadable = isOpen && waitForOutput()
            if isReadable {
                // Safe: the call reads at most the length of the buffer into it.
                let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
                if count > 0 {
                    lines.append(buffer[..<count]) { line in isDone = isLast(line) || isDone }
                    lastWord = .now
                    nextAsked = ChildProcess.secondsUntilAsked
                    if isDone { return nil }
                } else if count == 0 || errno != EINTR {
                    isOpen = false
                }
            }
            if let endTime, !isReadable || endTime.duration(to: .now) > .seconds(1) { break }
            if !isOpen { usleep(10_000) }
            let isLate = timeLimitSeconds.map { start.duration(to: .now) > .seconds($0) } ?? false
            let silence = lastWord.duration(to: .now)
            let isTooSilent = !isSilent && (isLate || silence > .seconds(silenceLimitSeconds))
            if isTooSilent || (endTime == nil && silence > .seconds(nextAsked)) {
                nextAsked += ChildProcess.secondsUntilAsked
                // Checked before it is killed, because a dead process waits for nothing.
                if let path = AwaitedFile.path(of: processID) { onWait(Int(silence / .seconds(1)), path) }
            }
            if isTooSilent {
                isSilent = true
                signalGroup(SIGKILL)
            }
            killIfDue()
        }
        lines.finish { _ = isLast($0) }
        let (status, cost) = reap()
        let signal = status & 0x7F
        // A child that finished at the moment when it was killed counts as finished.
        if isSilent && signal == SIGKILL { return (.timedOut, cost) }
        return (signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal), cost)
    }

    /// Tells a waiting child what to do next: one line on its standard input, at most as long as a pipe accepts at
    /// once.
    ///
    /// - Returns: false if the child has ended or the line is too long.
    package func tell(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        guard bytes.count <= ChildProcess.longestToldByteCount else { return false }
        // Writing to a closed pipe raises a signal that would end this process.
        var (pipeSignal, before) = (sigset_t(), sigset_t())
        // Safe: the sets are owned here and only the calls write them; the call does not keep the bytes.
        unsafe sigemptyset(&pipeSignal)
        unsafe sigaddset(&pipeSignal, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
        let count = unsafe bytes.withUnsafeBytes { unsafe write(lifeLine, $0.baseAddress, $0.count) }
        if count < 0, errno == EPIPE {
            var now = timespec()
            _ = unsafe sigtimedwait(&pipeSignal, nil, &now)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        return count == bytes.count
    }

    /// Asks the child and its own children to end, and kills those that are left after a while. Does not wait; `run`
    /// does the rest.
    package func terminate(killAfter patience: Duration) {
        signalGroup(SIGTERM)
        state.withLock { state in
            if state.killTime == nil { state.killTime = .now + patience }
        }
    }

    /// Sends a signal to the child and its own children; does nothing after the child was waited for.
    package func signalGroup(_ signal: CInt) {
        state.withLock { state in
            // Whether any process still receives it does not matter.
            if !state.isReaped { _ = kill(-processID, signal) }
        }
    }

    private func killIfDue() {
        let isDue = state.withLock { state in
            guard let time = state.killTime, time <= .now else { return false }
            return true
        }
        if isDue { signalGroup(SIGKILL) }
    }

    /// Waits a moment for output; also true if the other end is closed.
    private func waitForOutput() -> Bool {
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        // Safe: one request, one element.
        return unsafe poll(&request, 1, ChildProcess.pollMilliseconds) > 0
    }

    /// Whether the child has ended. Its process id stays reserved until `reap`.
    private var hasEnded: Bool {
        var information = unsafe siginfo_t()
        // Safe: the structure is owned here and only the call writes it.
        let result = unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT)
        // Without a child to wait for (SIGCHLD is ignored) the call fails: the child has ended in this case, too.
        return unsafe result == 0 ? information.si_signo != 0 : errno != EINTR
    }

    /// Removes the ended child from the process table.
    private func reap() -> (status: Int32, cost: WorkCost) {
        state.withLock { state in
            var status: Int32 = 0
            var usage = rusage()
            // Safe: both structures are owned here and only the call writes them.
            while unsafe wait4(processID, &status, 0, &usage) < 0 && errno == EINTR {}
            state.isReaped = true
            return (status, WorkCost(usage, wallSeconds: start.duration(to: .now) / .seconds(1)))
        }
    }
}
