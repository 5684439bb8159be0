import Foundation
import Glibc
import Media

/// A child of this process in a process group of its own: its standard input is a life line, its standard output is
/// read line by line, its standard error goes to a log.
///
/// The life line is a pipe. It closes when this process ends, however it ends, and the child takes that as its own end
/// (see `LifeLine`). Lines that are written to it tell a child that waits what to do next. None of these descriptors is
/// inherited by another child.
package final class ChildProcess: Sendable {
    /// Longest line that is read from a child, in bytes; what is longer is dropped.
    package static let longestLineByteCount = 1 << 20
    /// Most bytes that are written to a child at once: POSIX.1-2017, PIPE_BUF, writes so many as a whole or not at all.
    static let longestToldByteCount = 4096
    /// After how many seconds of silence, and again after as many, it is asked which file the child waits for.
    static let secondsUntilAsked = 30
    /// How often the clocks and the child's end are looked at while it says nothing, in milliseconds.
    private static let pollMilliseconds: CInt = 50

    private struct State {
        /// True once the process was waited for: its number may belong to somebody else from then on.
        var isReaped = false
        /// When a child that was asked to end is made to.
        var killTime: SuspendingClock.Instant?
    }

    /// What was read of the child's output, between one reader and the next.
    private struct Reading {
        var lines = LineSplitter(longestLineByteCount: ChildProcess.longestLineByteCount)
        /// False once the other end is closed.
        var isOpen = true
    }

    /// Number of the process, which is also that of its group.
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
    ///   - arguments: what follows the program's name.
    ///   - environment: variables that it gets beside the inherited ones; what is set there already stays.
    ///   - inherited: the variables of this process, or those of them that the child is to see.
    ///   - errorLog: file that standard error is appended to, created when it is not there.
    /// - Throws: `ChildStartError` when the log cannot be opened, or when the system refuses to start the program.
    package init(
        executable: String,
        arguments: [String],
        environment: [String: String] = [:],
        inherited: [String: String] = ProcessInfo.processInfo.environment,
        errorLog: String
    ) throws(ChildStartError) {
        // Safe: the path is lent for the call only.
        let log = unsafe open(errorLog, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard log >= 0 else { throw ChildStartError(errorLog, errno) }
        defer { close(log) }
        // One start at a time: a child that is started between the making of another one's pipes and their marking
        // would inherit them, and hold the other one's life line.
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
                input: life.read,
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
        // Nobody ran it: the end of its life line ends it, and somebody has to take it out of the process table.
        let process = processID
        Thread { while waitpid(process, nil, 0) < 0 && errno == EINTR {} }.start()
    }

    /// Reads the child's lines until it ends; blocks, to be called once and from a thread that may wait.
    ///
    /// When it returns, nothing of the child's process group is left.
    ///
    /// - Parameters:
    ///   - silenceLimitSeconds: how long the child may say nothing before it is killed with its group; time during
    ///     which the machine sleeps does not count.
    ///   - timeLimitSeconds: how long it may take in all, whatever it says; nil for as long as it likes.
    ///   - onLine: each line without its end.
    /// - Returns: how it ended and what it took.
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

    /// Reads the child's lines until it ends or says the last one of a piece of work; blocks, to be called from one
    /// thread at a time that may wait.
    ///
    /// - Parameters:
    ///   - silenceLimitSeconds: as in `run`; counted from this call on.
    ///   - timeLimitSeconds: as in `run`; counted from the start of the child.
    ///   - onWait: called with seconds of silence and the file that the child waits for (see `AwaitedFile`), each time
    ///     that it was silent for `secondsUntilAsked` more, and once more when it is killed for its silence.
    ///   - isLast: takes each line without its end, and says whether it ends the piece of work.
    /// - Returns: how the child ended and what it took in all; nil when it said its last line and waits for more to do.
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
            // Looked at before the output: what an ended child has said is all there to be read.
            if endTime == nil && hasEnded {
                endTime = .now
                // What it started may hold the output open, or go on for ever.
                signalGroup(SIGKILL)
            }
            let isReadable = isOpen && waitForOutput()
            if isReadable {
                // Safe: at most the buffer's own length is read into it.
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
                // Asked before it is killed: the dead wait for nothing.
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
        // One that finished in the very moment in which it was given up has finished.
        if isSilent && signal == SIGKILL { return (.timedOut, cost) }
        return (signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal), cost)
    }

    /// Tells a child that waits what to do next: one line on its standard input, at most what a pipe takes at once.
    ///
    /// - Returns: false when it cannot be told, because it is gone.
    package func tell(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        guard bytes.count <= ChildProcess.longestToldByteCount else { return false }
        // Writing to somebody who is gone raises a signal that would end this process.
        var (pipeSignal, before) = (sigset_t(), sigset_t())
        // Safe: the sets are owned here and written by the calls only; the bytes are lent for the call.
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

    /// Asks the child and all that it started to end, and kills what is left of them after a while. Does not wait;
    /// `run` sees to the rest.
    package func terminate(killAfter patience: Duration) {
        signalGroup(SIGTERM)
        state.withLock { state in
            if state.killTime == nil { state.killTime = .now + patience }
        }
    }

    /// Sends a signal to the child and all that it started; nothing once the child was waited for.
    package func signalGroup(_ signal: CInt) {
        state.withLock { state in
            // Whether anybody is left to get it does not matter.
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

    /// Waits a moment for something to read; also true when the other end is closed.
    private func waitForOutput() -> Bool {
        var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        // Safe: one request, one element.
        return unsafe poll(&request, 1, ChildProcess.pollMilliseconds) > 0
    }

    /// Whether the child has ended. Its number stays its own until `reap`.
    private var hasEnded: Bool {
        var information = unsafe siginfo_t()
        // Safe: the structure is owned here and written by the call only.
        let result = unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT)
        // Without a child to wait for (somebody ignores SIGCHLD) the number fails: it has ended, too.
        return unsafe result == 0 ? information.si_signo != 0 : errno != EINTR
    }

    /// Takes the ended child out of the process table.
    private func reap() -> (status: Int32, cost: WorkCost) {
        state.withLock { state in
            var status: Int32 = 0
            var usage = rusage()
            // Safe: both structures are owned here and written by the call only.
            while unsafe wait4(processID, &status, 0, &usage) < 0 && errno == EINTR {}
            state.isReaped = true
            return (status, WorkCost(usage, wallSeconds: start.duration(to: .now) / .seconds(1)))
        }
    }
}
