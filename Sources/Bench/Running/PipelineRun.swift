import Foundation
import Glibc
import Media
import Platform

/// Runs commands that read from one another, to their end: without a shell, in a process group of their own.
struct PipelineRun {
    /// What they say, all of it; what they write to the standard output of the last one, too.
    let log: String
    /// When they are ended, on a clock that does not run while the machine sleeps.
    let deadline: SuspendingClock.Instant
    let stop: BenchStop
    let memory: MemorySampler

    /// One command that was started.
    private struct Started {
        let process: pid_t
        let command: BenchCommand
        var status: Int32?
    }

    /// Seconds between two looks at whether they have ended.
    private static let interval: UInt32 = 20_000

    /// Runs them, and gives the CPU seconds of all of them, their children included.
    ///
    /// - Parameter accepted: exit codes that mean success.
    /// - Throws: the hole of a command that fails, takes too long or cannot be started; `CancellationError` when
    ///   somebody wants the run to end. Nothing of theirs runs on.
    func run(_ commands: [BenchCommand], accepted: Set<Int32>) throws -> Double {
        var started = try start(commands)
        let group = started[0].process
        var cpuSeconds = 0.0
        var end: (any Error)?
        while started.contains(where: { $0.status == nil }) {
            for index in started.indices where started[index].status == nil {
                var (status, usage) = (Int32(0), rusage())
                let process = started[index].process
                // Safe: both structures are owned here and written by the call only.
                let found = unsafe wait4(process, &status, WNOHANG, &usage)
                guard found == process || (found < 0 && errno != EINTR) else { continue }
                started[index].status = found == process ? status : 127 << 8
                let cost = WorkCost(usage, wallSeconds: 0)
                cpuSeconds += cost.cpuSeconds
                memory.remove(process, residentBytes: cost.maximumResidentBytes)
            }
            if end == nil, stop.isAsked { end = CancellationError() }
            if end == nil, deadline <= .now {
                end = BenchHole(
                    .anchorTimedOut,
                    "it took longer than limits.time allows",
                    commands: commands.map(\.line)
                )
            }
            // The group has its number as long as one of it was not waited for.
            if end != nil, started.contains(where: { $0.status == nil }) { kill(-group, SIGKILL) }
            usleep(Self.interval)
        }
        if let end { throw end }
        if let failed = failure(of: started, accepted: accepted) { throw failed }
        return cpuSeconds
    }

    private func start(_ commands: [BenchCommand]) throws(BenchHole) -> [Started] {
        func refusal(_ what: String, _ code: CInt) -> BenchHole {
            // Safe: the text is copied before anything else asks for one.
            let words = unsafe String(cString: strerror(code))
            return BenchHole(.anchorFailed, "\(what) could not be started: \(words)", commands: commands.map(\.line))
        }
        // Safe: the paths are lent for the calls only.
        let words = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard words >= 0 else { throw refusal("its log", errno) }
        defer { close(words) }
        var input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw refusal("/dev/null", errno) }
        var started: [Started] = []
        var failure: BenchHole?
        ProcessStart.lock.withLock {
            for (index, command) in commands.enumerated() {
                let pipe = index + 1 < commands.count ? ProcessStart.makePipe() : nil
                if index + 1 < commands.count, pipe == nil {
                    failure = refusal(command.program, errno)
                    break
                }
                let (result, process) = ProcessStart.spawn(
                    command.program,
                    command.words,
                    ProcessInfo.processInfo.environment,
                    input: input,
                    output: pipe?.write ?? words,
                    error: words,
                    group: started.first?.process ?? 0
                )
                close(input)
                if let pipe { close(pipe.write) }
                input = pipe?.read ?? -1
                guard result == 0 else {
                    failure = refusal(command.program, result)
                    break
                }
                memory.add(process)
                started.append(Started(process: process, command: command, status: nil))
            }
            if input >= 0 { close(input) }
        }
        guard let failure else { return started }
        for one in started {
            kill(one.process, SIGKILL)
            while waitpid(one.process, nil, 0) < 0 && errno == EINTR {}
            memory.remove(one.process, residentBytes: 0)
        }
        throw failure
    }

    /// The hole of the command that is to blame: the last one that failed by itself, not of a reader that had gone.
    private func failure(of started: [Started], accepted: Set<Int32>) -> BenchHole? {
        let failed = started.filter { one in
            let status = one.status ?? 0
            return status & 0x7F != 0 || !accepted.contains((status >> 8) & 0xFF)
        }
        guard let culprit = failed.last(where: { ($0.status ?? 0) & 0x7F != SIGPIPE }) ?? failed.last else {
            return nil
        }
        let status = culprit.status ?? 0
        let exit: UnitExit = status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
        let name = URL(filePath: culprit.command.program).lastPathComponent
        let said = lastWords.isEmpty ? "" : ": \(lastWords)"
        return BenchHole(.anchorFailed, "\(name) ended with \(exit)\(said)", commands: started.map(\.command.line))
    }

    /// The end of what the commands said.
    private var lastWords: String {
        guard let data = FileManager.default.contents(atPath: log) else { return "" }
        return String(decoding: data.suffix(600), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
